//! Printed forms as games: every brace is a position, and abbreviations are played as what they abbreviate.

use std::collections::HashMap;

use crate::notation::{Form, Number, Ups};

use super::{Game, Limit, Player};

/// The largest nim heap and the largest power of ↑ that are written out.
const LARGEST: u32 = 1 << 16;

/// One indivisible part of a position in a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Atom {
    /// The number m/2^k in lowest terms. It is not expanded until somebody moves in it: 5 moves to 4.
    Number(i128, u32),
    /// The nim heap *n, n > 0.
    Nimber(u32),
    /// The braces with this index in the forest.
    Braces(u32),
}

/// A position in a [`Tree`]: a sum of parts, each with its number of copies, sorted. The empty sum is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Node(Vec<(Atom, u64)>);

impl Node {
    fn of(atom: Atom) -> Node {
        Node(vec![(atom, 1)])
    }

    fn add(&self, other: &Node) -> Node {
        let mut parts = self.0.clone();
        for &(atom, copies) in &other.0 {
            match parts.binary_search_by_key(&atom, |part| part.0) {
                Ok(at) => parts[at].1 += copies,
                Err(at) => parts.insert(at, (atom, copies)),
            }
        }
        Node(parts)
    }

    /// Without one copy of the part at index `at`.
    fn without(&self, at: usize) -> Node {
        let mut parts = self.0.clone();
        parts[at].1 -= 1;
        if parts[at].1 == 0 {
            parts.remove(at);
        }
        Node(parts)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Braces {
    left: Vec<Node>,
    right: Vec<Node>,
}

/// A forest of written games and one of them to start from.
///
/// Braces written twice are kept once, which changes nothing in the play. Numbers and nim heaps are one part each and
/// are expanded move by move, so that a large number costs nothing until it is played in (and a search that must play
/// in it ends at its budget). n·G is n copies of G.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    forest: Vec<Braces>,
    index: HashMap<Braces, u32>,
    root: Node,
}

impl Tree {
    /// A forest without braces, standing for 0.
    pub fn new() -> Tree {
        Tree::default()
    }

    /// The game of a printed form. Errs at nim heaps and powers beyond 65,536, which no search could play anyway.
    ///
    /// ```
    /// use referee::notation::Form;
    /// use referee::search::{Game, Tree};
    /// let form = Form::plus_minus(vec![Form::integer(3)]);
    /// let tree = Tree::of(&form).unwrap();
    /// assert_eq!(tree.show(tree.root()), "{3|-3}");
    /// ```
    pub fn of(form: &Form) -> Result<Tree, Limit> {
        let mut tree = Tree::new();
        let root = tree.plant(form)?;
        Ok(tree.at(root))
    }

    /// Writes a printed form into the forest.
    pub fn plant(&mut self, form: &Form) -> Result<Node, Limit> {
        super::deep(|| match form {
            Form::Number(Number { numerator, exponent }) => Ok(self.number(*numerator, *exponent)),
            Form::UpStar { number, ups, nimber } => {
                let number = self.number(number.numerator, number.exponent);
                let ups = self.ups(*ups)?;
                if *nimber > LARGEST {
                    return Err(Limit::Overflow);
                }
                Ok(number.add(&ups).add(&self.nimber(*nimber)))
            }
            Form::Braces { left, right } => {
                let left = left.iter().map(|option| self.plant(option)).collect::<Result<_, _>>()?;
                let right = right.iter().map(|option| self.plant(option)).collect::<Result<_, _>>()?;
                Ok(self.braces(left, right))
            }
            Form::PlusMinus(left) => {
                let left: Vec<Node> =
                    left.iter().map(|option| self.plant(option)).collect::<Result<_, _>>()?;
                let right = left.iter().map(|option| self.negative(option)).collect();
                Ok(self.braces(left, right))
            }
            // ⧾(G) = {0 || 0 | −G}
            Form::Tiny(of) => {
                let of = self.plant(of)?;
                let threat = self.negative(&of);
                let threat = self.braces(vec![Node::default()], vec![threat]);
                Ok(self.braces(vec![Node::default()], vec![threat]))
            }
            // ⧿(G) = {G | 0 || 0}
            Form::Miny(of) => {
                let of = self.plant(of)?;
                let threat = self.braces(vec![of], vec![Node::default()]);
                Ok(self.braces(vec![threat], vec![Node::default()]))
            }
            Form::Negative(of) => {
                let of = self.plant(of)?;
                Ok(self.negative(&of))
            }
            Form::Sum(terms) => {
                let mut sum = Node::default();
                for term in terms {
                    sum = sum.add(&self.plant(term)?);
                }
                Ok(sum)
            }
            Form::Multiple(n, of) => {
                let of = self.plant(of)?;
                let of = if *n < 0 { self.negative(&of) } else { of };
                self.copies(u64::try_from(n.unsigned_abs()).map_err(|_| Limit::Overflow)?, &of)
            }
        })
    }

    fn ups(&mut self, ups: Ups) -> Result<Node, Limit> {
        let (down, node) = match ups {
            Ups::Multiple(n) => {
                let up = self.up();
                (n < 0, self.copies(n.unsigned_abs(), &up)?)
            }
            // ↑^n = {0 | ↓_[n−1]*}
            Ups::Power { down, order } => {
                let below = self.up_to(order.saturating_sub(1))?;
                let star = self.nimber(1);
                let right = self.negative(&below).add(&star);
                (down, self.braces(vec![Node::default()], vec![right]))
            }
            Ups::PowerTo { down, order } => (down, self.up_to(order)?),
        };
        Ok(if down { self.negative(&node) } else { node })
    }

    /// ↑^[n] = {↑^[n−1] | *}, from ↑^[0] = 0.
    fn up_to(&mut self, order: u32) -> Result<Node, Limit> {
        if order > LARGEST {
            return Err(Limit::Overflow);
        }
        let mut node = Node::default();
        for _ in 0..order {
            let star = self.nimber(1);
            node = self.braces(vec![node], vec![star]);
        }
        Ok(node)
    }

    /// The same forest, starting from `root`.
    pub fn at(mut self, root: Node) -> Tree {
        self.root = root;
        self
    }

    /// The position to start from.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// m/2^k.
    pub fn number(&self, numerator: i128, exponent: u32) -> Node {
        let (numerator, exponent) = lowest(numerator, exponent);
        if numerator == 0 { Node::default() } else { Node::of(Atom::Number(numerator, exponent)) }
    }

    /// *n.
    pub fn nimber(&self, n: u32) -> Node {
        if n == 0 { Node::default() } else { Node::of(Atom::Nimber(n)) }
    }

    /// {left | right}, as written: no option is dropped.
    pub fn braces(&mut self, left: Vec<Node>, right: Vec<Node>) -> Node {
        let braces = Braces { left, right };
        let next = u32::try_from(self.forest.len()).expect("fewer than 2^32 braces");
        let index = *self.index.entry(braces.clone()).or_insert_with(|| {
            self.forest.push(braces);
            next
        });
        Node::of(Atom::Braces(index))
    }

    /// ↑ = {0 | *}.
    pub fn up(&mut self) -> Node {
        let star = self.nimber(1);
        self.braces(vec![Node::default()], vec![star])
    }

    /// G + H.
    pub fn sum(&self, g: &Node, h: &Node) -> Node {
        g.add(h)
    }

    /// −G: Left and Right exchanged at every place.
    pub fn negative(&mut self, node: &Node) -> Node {
        let mut negated = Node::default();
        for (atom, copies) in node.0.clone() {
            let part = match atom {
                Atom::Number(numerator, exponent) => self.number(-numerator, exponent),
                Atom::Nimber(_) => Node::of(atom),
                Atom::Braces(index) => {
                    let Braces { left, right } = self.forest[index as usize].clone();
                    let mut turn = |options: Vec<Node>| -> Vec<Node> {
                        options.iter().map(|option| super::deep(|| self.negative(option))).collect()
                    };
                    let (left, right) = (turn(right), turn(left));
                    self.braces(left, right)
                }
            };
            negated = negated.add(&Node(part.0.into_iter().map(|(atom, _)| (atom, copies)).collect()));
        }
        negated
    }

    /// n·G as n copies of G.
    pub fn copies(&self, n: u64, node: &Node) -> Result<Node, Limit> {
        if n == 0 {
            return Ok(Node::default());
        }
        let times = |&(atom, copies): &(Atom, u64)| copies.checked_mul(n).map(|copies| (atom, copies));
        node.0.iter().map(times).collect::<Option<_>>().map(Node).ok_or(Limit::Overflow)
    }

    /// The options of `player` at `node`, as written.
    pub fn options(&self, node: &Node, player: Player) -> Vec<Node> {
        let mut found = Vec::new();
        for (at, (atom, _)) in node.0.iter().enumerate() {
            let rest = node.without(at);
            match atom {
                Atom::Number(numerator, exponent) => {
                    if let Some((numerator, exponent)) = number_option(*numerator, *exponent, player) {
                        found.push(rest.add(&self.number(numerator, exponent)));
                    }
                }
                Atom::Nimber(n) => found.extend((0..*n).map(|smaller| rest.add(&self.nimber(smaller)))),
                Atom::Braces(index) => {
                    let braces = &self.forest[*index as usize];
                    let options = match player {
                        Player::Left => &braces.left,
                        Player::Right => &braces.right,
                    };
                    found.extend(options.iter().map(|option| rest.add(option)));
                }
            }
        }
        found
    }

    /// The length of the longest play from `node`, moves of both players in any order; saturating.
    pub fn depth(&self, node: &Node) -> u64 {
        let mut depths: Vec<u64> = Vec::new();
        for braces in &self.forest {
            // Braces are made after all braces within them.
            let options = braces.left.iter().chain(&braces.right);
            let deepest = options.map(|option| depth_of(option, &depths).saturating_add(1)).max();
            depths.push(deepest.unwrap_or(0));
        }
        depth_of(node, &depths)
    }

    fn write(&self, node: &Node, out: &mut String) {
        if node.0.is_empty() {
            out.push('0');
        }
        for (i, (atom, copies)) in node.0.iter().enumerate() {
            if i > 0 {
                out.push_str(" + ");
            }
            if *copies > 1 {
                out.push_str(&format!("{copies}·"));
            }
            match atom {
                Atom::Number(numerator, 0) => out.push_str(&numerator.to_string()),
                Atom::Number(numerator, exponent) => match 1u128.checked_shl(*exponent) {
                    Some(denominator) => out.push_str(&format!("{numerator}/{denominator}")),
                    None => out.push_str(&format!("{numerator}/2^{exponent}")),
                },
                Atom::Nimber(1) => out.push('*'),
                Atom::Nimber(n) => out.push_str(&format!("*{n}")),
                Atom::Braces(index) => {
                    // A form that fills the line is cut: the reader has its moves, too.
                    if out.len() > 400 {
                        out.push('…');
                        continue;
                    }
                    let Braces { left, right } = &self.forest[*index as usize];
                    out.push('{');
                    self.write_list(left, out);
                    out.push('|');
                    self.write_list(right, out);
                    out.push('}');
                }
            }
        }
    }

    fn write_list(&self, nodes: &[Node], out: &mut String) {
        for (i, node) in nodes.iter().enumerate() {
            if i > 0 {
                out.push(',');
            }
            super::deep(|| self.write(node, out));
        }
    }
}

impl Game for Tree {
    type Position = Node;
    fn start(&self) -> Node {
        self.root.clone()
    }
    fn moves(&self, node: &Node, player: Player) -> Vec<Node> {
        self.options(node, player)
    }
    fn show(&self, node: &Node) -> String {
        let mut out = String::new();
        self.write(node, &mut out);
        out
    }
}

fn depth_of(node: &Node, depths: &[u64]) -> u64 {
    let part = |&(atom, copies): &(Atom, u64)| -> u64 {
        let once = match atom {
            Atom::Number(numerator, exponent) => {
                let whole = numerator.unsigned_abs() >> exponent.min(127);
                u64::try_from(whole).unwrap_or(u64::MAX).saturating_add(u64::from(exponent) + 1)
            }
            Atom::Nimber(n) => u64::from(n),
            Atom::Braces(index) => depths[index as usize],
        };
        once.saturating_mul(copies)
    };
    node.0.iter().map(part).fold(0, u64::saturating_add)
}

fn lowest(mut numerator: i128, mut exponent: u32) -> (i128, u32) {
    while exponent > 0 && numerator % 2 == 0 {
        numerator /= 2;
        exponent -= 1;
    }
    (numerator, exponent)
}

/// The option of `player` in the number m/2^k (in lowest terms): n = {n−1 | } for n > 0, and
/// m/2^k = {(m−1)/2^k | (m+1)/2^k}.
pub(super) fn number_option(numerator: i128, exponent: u32, player: Player) -> Option<(i128, u32)> {
    let step = match player {
        Player::Left => -1,
        Player::Right => 1,
    };
    if exponent > 0 {
        return Some(lowest(numerator.checked_add(step)?, exponent));
    }
    // Left moves in positive integers, Right in negative ones.
    (numerator.signum() == -step).then(|| (numerator + step, 0))
}
