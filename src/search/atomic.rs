//! Atomic weights by outcomes alone.
//!
//! With a far star ☆ (a nim heap larger than anything in play), an all-small G has atomic weight at least 0 exactly
//! if G + ↑ + ☆ ≥ 0, and at most 0 exactly if G + ↓ + ☆ ≤ 0; and w·↑ has atomic weight w. So G has atomic weight w exactly if
//! both hold of G − w·↑. (Siegel, *Combinatorial Game Theory*, II.7.)

use super::{Limit, Node, Player, Searcher, Tree, thermograph};

/// The largest far star that is played: games of depth up to 65,535, far beyond any budget of positions.
const FAR: u64 = 1 << 16;

/// Has the all-small `g` the atomic weight `w`? For a `g` that is not all-small the answer means nothing.
/// Both trees are read from their starts. Cost: at most `budget` positions for each of the searches.
///
/// ```
/// use referee::notation::{Form, Number};
/// use referee::search::{Tree, atomic_weight_is};
/// let g = Tree::of(&Form::up_star(Number::ZERO, 2, 1)).unwrap(); // ⇑*
/// let w = Tree::of(&Form::integer(2)).unwrap();
/// assert_eq!(atomic_weight_is(&g, &w, 10_000), Ok(true));
/// ```
pub fn atomic_weight_is(g: &Tree, w: &Tree, budget: u64) -> Result<bool, Limit> {
    let mut forest = g.clone();
    let root = forest.root().clone();
    let ups = times_up(w, w.root(), &mut forest, budget)?;
    let minus_ups = forest.negative(&ups);
    let rest = forest.sum(&root, &minus_ups);
    Ok(far_star_wins(&mut forest, &rest, Player::Left, budget)?
        && far_star_wins(&mut forest, &rest, Player::Right, budget)?)
}

/// The atomic weight of the all-small `g`, if it is an integer from −`bound` to `bound`.
pub fn integer_atomic_weight(g: &Tree, bound: i64, budget: u64) -> Result<Option<i64>, Limit> {
    for size in 0..=bound {
        for n in if size == 0 { vec![0] } else { vec![size, -size] } {
            let weight = Tree::new();
            let number = weight.number(i128::from(n), 0);
            if atomic_weight_is(g, &weight.at(number), budget)? {
                return Ok(Some(n));
            }
        }
    }
    Ok(None)
}

/// For Left: is rest + ↑ + ☆ ≥ 0 (Left wins moving second)? For Right: is rest + ↓ + ☆ ≤ 0?
fn far_star_wins(forest: &mut Tree, rest: &Node, player: Player, budget: u64) -> Result<bool, Limit> {
    let mut up = forest.up();
    if player == Player::Right {
        up = forest.negative(&up);
    }
    let sum = forest.sum(rest, &up);
    let beyond = forest.depth(&sum).saturating_add(1).next_power_of_two();
    if beyond > FAR {
        return Err(Limit::Positions(0));
    }
    let far = u32::try_from(beyond).expect("at most FAR");
    let star = forest.nimber(far);
    let sum = forest.sum(&sum, &star);
    let mut search = Searcher::new(&*forest, budget);
    Ok(!search.wins(&sum, player.opponent())?)
}

/// w·↑ = {w^L·↑ + ⇑* | w^R·↑ + ⇓*}, or |w| copies of ↑ or ↓ if w equals an integer. Written into `forest`.
fn times_up(w: &Tree, node: &Node, forest: &mut Tree, budget: u64) -> Result<Node, Limit> {
    let walls = thermograph(&w.clone().at(node.clone()), budget)?;
    let up = forest.up();
    let down = forest.negative(&up);
    let minus_one = super::Rational::integer(-1);
    if walls.temperature == minus_one {
        let n = walls.mean.numerator();
        let copies = u64::try_from(n.unsigned_abs()).map_err(|_| Limit::Overflow)?;
        return forest.copies(copies, if n > 0 { &up } else { &down });
    }
    let star = forest.nimber(1);
    let mut side = |player: Player, arrow: &Node| -> Result<Vec<Node>, Limit> {
        let mut options = Vec::new();
        for option in w.options(node, player) {
            let part = super::deep(|| times_up(w, &option, forest, budget))?;
            let two = forest.copies(2, arrow)?;
            let gift = forest.sum(&two, &star);
            options.push(forest.sum(&part, &gift));
        }
        Ok(options)
    };
    let left = side(Player::Left, &up)?;
    let right = side(Player::Right, &down)?;
    Ok(forest.braces(left, right))
}
