//! Games as plain data: kinds of components, and for each the sums to which one can move.

/// Components, numbered; each option of a component is a sum of components with smaller numbers.
///
/// A board with three places left, a heap of seven: both are components. An option that leaves nothing is the empty sum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Components {
    options: Vec<Vec<Vec<u32>>>,
}

impl Components {
    /// `None` if an option names its own component or a later one: then play need not end.
    ///
    /// Sums are kept sorted and options once each. Cost: a sort.
    pub fn new(options: Vec<Vec<Vec<u32>>>) -> Option<Components> {
        let mut components = Components::default();
        options.into_iter().try_for_each(|options| components.push(options))?;
        Some(components)
    }

    /// Adds a component.
    fn push(&mut self, mut options: Vec<Vec<u32>>) -> Option<()> {
        let number = self.options.len();
        for option in &mut options {
            if option.iter().any(|&c| c as usize >= number) {
                return None;
            }
            option.sort_unstable();
        }
        options.sort_unstable();
        options.dedup();
        self.options.push(options);
        Some(())
    }

    pub fn len(&self) -> usize {
        self.options.len()
    }

    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The sums to which one can move from the component. Domain: numbers below [`Components::len`].
    pub fn options(&self, component: usize) -> &[Vec<u32>] {
        &self.options[component]
    }

    /// The same components with those that are the same game made one: two are if they have the same options, once their
    /// options are seen so. Beside them, for each component the number of the one that stands for it; `None` for those
    /// without options, which stand for nothing at all and vanish from sums.
    ///
    /// This is what the trees of play say, and needs no theory.
    pub fn distinct(&self) -> (Components, Vec<Option<u32>>) {
        let mut distinct = Components::default();
        let mut known = std::collections::HashMap::new();
        let mut stands: Vec<Option<u32>> = Vec::with_capacity(self.len());
        for options in &self.options {
            let mut seen: Vec<Vec<u32>> = options
                .iter()
                .map(|sum| {
                    let mut sum: Vec<u32> = sum.iter().filter_map(|&c| stands[c as usize]).collect();
                    sum.sort_unstable();
                    sum
                })
                .collect();
            seen.sort_unstable();
            seen.dedup();
            if seen.is_empty() {
                stands.push(None);
                continue;
            }
            let next = distinct.options.len() as u32;
            let number = *known.entry(seen.clone()).or_insert(next);
            if number == next {
                distinct.options.push(seen);
            }
            stands.push(Some(number));
        }
        (distinct, stands)
    }
}
