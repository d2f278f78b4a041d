//! Outcomes of all sums of up to so many components by plain search, a bit a sum.

use super::components::Components;

/// Outcomes of all sums of k components, for each k up to a bound.
///
/// A sum a₀ ≤ a₁ ≤ … has the number Σ C(aᵢ + i, i + 1), so sums of k of n components fill 0 … C(n + k − 1, k) − 1.
/// Domain: components whose options are at most one component each (a board, not a heap that splits).
pub struct SumTable {
    kinds: usize,
    /// `choose[i][a]` is C(a + i, i + 1).
    choose: Vec<Vec<u64>>,
    /// Per number of components, the bits of the P-positions.
    p: Vec<Vec<u64>>,
    options: Vec<Vec<Option<u32>>>,
}

/// How many sums there are, and how many are P-positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub sums: u64,
    pub p: u64,
}

/// The most sums of one number of components that are kept: a gigabit.
const MOST_SUMS: u64 = 1 << 33;

impl SumTable {
    /// Searches all sums of up to `most` components. `None` if some option is a sum of several, if some component has
    /// no option, or if there are too many sums.
    ///
    /// Cost: sums times options; a bit a sum.
    pub fn search(components: &Components, most: usize) -> Option<SumTable> {
        let kinds = components.len();
        let mut options = Vec::with_capacity(kinds);
        for component in 0..kinds {
            let single = |sum: &Vec<u32>| match sum[..] {
                [] => Some(None),
                [one] => Some(Some(one)),
                _ => None,
            };
            let here: Vec<Option<u32>> =
                components.options(component).iter().map(single).collect::<Option<_>>()?;
            if here.is_empty() {
                return None;
            }
            options.push(here);
        }
        let choose: Vec<Vec<u64>> = (0..most)
            .map(|i| (0..=kinds).map(|a| binomial((a + i) as u64, i as u64 + 1)).collect::<Option<_>>())
            .collect::<Option<_>>()?;
        let mut table = SumTable { kinds, choose, p: vec![vec![0]], options };
        for k in 1..=most {
            let sums = table.choose[k - 1][kinds];
            if sums > MOST_SUMS {
                return None;
            }
            table.p.push(vec![0; sums.div_ceil(64) as usize]);
            table.fill(k);
        }
        Some(table)
    }

    /// Sums of k in the order of their numbers: options have smaller numbers, or fewer components.
    fn fill(&mut self, k: usize) {
        let mut sum = vec![0usize; k];
        let mut number = 0u64;
        loop {
            let is_p = !self.moves_to_p(&sum, number);
            self.p[k][(number / 64) as usize] |= u64::from(is_p) << (number % 64);
            number += 1;
            // The next sum in colexicographic order.
            let Some(place) =
                (0..k).find(|&i| if i + 1 < k { sum[i] < sum[i + 1] } else { sum[i] + 1 < self.kinds })
            else {
                return;
            };
            sum[place] += 1;
            sum[..place].fill(0);
        }
    }

    fn moves_to_p(&self, sum: &[usize], number: u64) -> bool {
        let k = sum.len();
        for place in (0..k).rev() {
            let component = sum[place];
            if place > 0 && sum[place - 1] == component {
                // Moves from equal components are equal: of those, the lowest place makes them.
                continue;
            }
            // The number without the component, those above moved down a place.
            let above: u64 = (place + 1..k).map(|i| self.choose[i - 1][sum[i]]).sum();
            let below: u64 = (0..place).map(|i| self.choose[i][sum[i]]).sum();
            for option in &self.options[component] {
                let wins = match *option {
                    None => self.bit(k - 1, below + above),
                    Some(other) => {
                        // Components that are not smaller than the new one move up a place.
                        let other = other as usize;
                        let mut at = place;
                        let mut moved = number - self.choose[place][component];
                        while at > 0 && sum[at - 1] > other {
                            at -= 1;
                            moved = moved - self.choose[at][sum[at]] + self.choose[at + 1][sum[at]];
                        }
                        self.bit(k, moved + self.choose[at][other])
                    }
                };
                if wins {
                    return true;
                }
            }
        }
        false
    }

    fn bit(&self, k: usize, number: u64) -> bool {
        if k == 0 {
            // Nothing is left: whoever is to move has won.
            return false;
        }
        self.p[k][(number / 64) as usize] >> (number % 64) & 1 == 1
    }

    /// All sums of k components, each with whether it is a P-position. Domain: k up to the bound.
    pub fn each(&self, k: usize, mut visit: impl FnMut(&[usize], bool)) {
        let mut sum = vec![0usize; k];
        for number in 0..self.choose[k - 1][self.kinds] {
            visit(&sum, self.bit(k, number));
            let place =
                (0..k).find(|&i| if i + 1 < k { sum[i] < sum[i + 1] } else { sum[i] + 1 < self.kinds });
            if let Some(place) = place {
                sum[place] += 1;
                sum[..place].fill(0);
            }
        }
    }

    /// Counts the sums of k components, where component c stands for `copies[c]` different ones that are the same game,
    /// and which of them a rule calls P-positions against what search says.
    ///
    /// Domain: k from 1 to the bound, a number of copies for each component.
    pub fn tally(&self, k: usize, copies: &[u64], mut rule: impl FnMut(&[usize]) -> bool) -> (Tally, u64) {
        let (mut tally, mut differ) = (Tally::default(), 0);
        self.each(k, |sum, is_p| {
            let times = multiplicity(sum, copies);
            tally.sums += times;
            tally.p += if is_p { times } else { 0 };
            differ += if rule(sum) == is_p { 0 } else { times };
        });
        (tally, differ)
    }
}

/// How many sums of the different ones there are, when each component stands for so many.
fn multiplicity(sum: &[usize], copies: &[u64]) -> u64 {
    let mut times = 1;
    let mut at = 0;
    while at < sum.len() {
        let run = sum[at..].iter().take_while(|&&c| c == sum[at]).count() as u64;
        times *= binomial(copies[sum[at]] + run - 1, run).unwrap_or(0);
        at += run as usize;
    }
    times
}

/// `None` on overflow.
fn binomial(n: u64, k: u64) -> Option<u64> {
    (0..k)
        .try_fold(1u128, |value, i| Some(value * u128::from(n.checked_sub(i)?) / u128::from(i + 1)))
        .map_or(Some(0), |value| u64::try_from(value).ok())
}
