//! Why G − H is not zero, in a few lines that a reader can play through.

use super::{Game, Limit, Player, Searcher, difference};

/// At most so many lines make a witness that is still read.
const LINES: usize = 20;

/// A proof by play that two games differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Who moves first in G − H and wins.
    pub first: Player,
    /// The play: the winning move and an answer to every reply; a deeper reply stands further in.
    pub lines: Vec<String>,
    /// Do the lines hold an answer to everything, to the end of play? If not, they go to the end along one line
    /// of play, and the last position of it is the smallest that still shows the difference.
    pub complete: bool,
}

/// A witness that `g` ≠ `h`, or `None` if they are equal. Cost: at most `budget` positions.
///
/// First the whole strategy is tried; if it is longer than 20 lines, the winning move with one answer to every reply; if that
/// is longer, too, the winner's moves along one line of play until the strategy from there fits.
///
/// ```
/// use referee::notation::Form;
/// use referee::search::{Tree, witness};
/// let g = Tree::of(&Form::plus_minus(vec![Form::integer(1)])).unwrap();
/// let h = Tree::of(&Form::nimber(1)).unwrap();
/// let difference = witness(&g, &h, 1_000).unwrap().unwrap();
/// assert_eq!(difference.lines[0], "Left begins, in G to 1.");
/// assert!(difference.complete);
/// assert!(witness(&g, &g, 1_000).unwrap().is_none());
/// ```
pub fn witness<G: Game, H: Game>(g: &G, h: &H, budget: u64) -> Result<Option<Witness>, Limit> {
    let game = difference(g, h);
    let mut search = Searcher::new(&game, budget);
    let start = game.start();
    for first in [Player::Left, Player::Right] {
        if let Some(next) = first_winning(&game, &mut search, &start, first)? {
            return Ok(Some(write(&game, &mut search, &start, next, first)?));
        }
    }
    Ok(None)
}

fn first_winning<G: Game>(
    game: &G,
    search: &mut Searcher<G>,
    position: &G::Position,
    mover: Player,
) -> Result<Option<G::Position>, Limit> {
    for next in game.moves(position, mover) {
        if !search.wins(&next, mover.opponent())? {
            return Ok(Some(next));
        }
    }
    Ok(None)
}

fn write<G: Game>(
    game: &G,
    search: &mut Searcher<G>,
    start: &G::Position,
    next: G::Position,
    first: Player,
) -> Result<Witness, Limit> {
    let opening = format!("{first} begins, {}.", game.show_move(start, &next));
    // The whole strategy.
    let mut lines = vec![opening.clone()];
    if strategy(game, search, &next, first, 1, usize::MAX, &mut lines)? {
        return Ok(Witness { first, lines, complete: true });
    }
    // One answer to every reply.
    let mut lines = vec![opening.clone()];
    if strategy(game, search, &next, first, 1, 1, &mut lines)? {
        return Ok(Witness { first, lines, complete: false });
    }
    // One line of play, the loser always choosing the first move, until the rest fits.
    let mut lines = vec![opening];
    let mut position = next;
    loop {
        let mut rest = Vec::new();
        if strategy(game, search, &position, first, 1, usize::MAX, &mut rest)?
            && lines.len() + rest.len() < LINES
        {
            lines.push(format!(
                "The position is now {}, {} to move.",
                game.show(&position),
                first.opponent()
            ));
            lines.extend(rest);
            return Ok(Witness { first, lines, complete: false });
        }
        let Some(reply) = game.moves(&position, first.opponent()).into_iter().next() else {
            return Ok(Witness { first, lines, complete: false });
        };
        let answer = first_winning(game, search, &reply, first)?.expect("the winner has an answer");
        if lines.len() < LINES / 2 {
            lines.push(format!(
                "{} could go {}; then {first} {}.",
                first.opponent(),
                game.show_move(&position, &reply),
                game.show_move(&reply, &answer)
            ));
        }
        position = answer;
    }
}

/// Appends the answers of `winner` to all replies at `position`, down to `depth` replies. False if the lines
/// become too many.
fn strategy<G: Game>(
    game: &G,
    search: &mut Searcher<G>,
    position: &G::Position,
    winner: Player,
    indent: usize,
    depth: usize,
    lines: &mut Vec<String>,
) -> Result<bool, Limit> {
    let loser = winner.opponent();
    let mut replies: Vec<G::Position> = Vec::new();
    for reply in game.moves(position, loser) {
        if !replies.contains(&reply) {
            replies.push(reply);
        }
    }
    let pad = "  ".repeat(indent);
    if replies.is_empty() {
        lines.push(format!("{pad}{loser} has no move and loses."));
    }
    for reply in replies {
        if lines.len() >= LINES {
            return Ok(false);
        }
        let answer = first_winning(game, search, &reply, winner)?.expect("the winner has an answer");
        lines.push(format!(
            "{pad}If {loser} goes {}, {winner} goes {}.",
            game.show_move(position, &reply),
            game.show_move(&reply, &answer)
        ));
        if depth > 1 && !strategy(game, search, &answer, winner, indent + 1, depth - 1, lines)? {
            return Ok(false);
        }
    }
    Ok(lines.len() <= LINES)
}
