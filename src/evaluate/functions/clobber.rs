//! Functions of Clobber.

use std::rc::Rc;
use std::sync::Arc;

use super::boards::{graph, move_called, player, position, shared_graph, size, vertex};
use super::{Function, Means, once, optional};
use crate::engine::{Outcome, Player};
use crate::evaluate::datum::{Datum, Kind};
use crate::evaluate::domains::Domain;
use crate::evaluate::language::Evaluator;
use crate::evaluate::stop::Trouble;
use crate::graphs::{self, Graph, OutsideDomain};
use crate::rulesets::{Clobber, Position, Ruleset, clobber};

pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "clobber",
        parameters: &[once("text", Kind::Text), optional("n", Kind::Natural)],
        result: "position",
        sentence: "Clobber as its rows from above, x for Left's stones and o for Right's, with powers, of which the letter n \
            stands for the number; or as a graph with the vertices of the stones.",
        example: ("clobber(\"(xxo)^n\", 2) - ^", "0"),
        means: Means::Either(|_, arguments| {
            let Datum::Text(text) = &arguments[0] else { unreachable!("checked to be a text") };
            let power = arguments.get(1).map(|_| size(arguments, 1));
            match Clobber::read_with(text, power) {
                Ok(position) => Ok(Datum::Position(position.into())),
                Err(problem) => {
                    Err(Trouble::error(format!("this is no position of clobber: {problem}")).argument(0))
                }
            }
        }),
    },
    Function {
        name: "clobber_on",
        parameters: &[once("g", Kind::Graph), once("left", Kind::Naturals), once("right", Kind::Naturals)],
        result: "position",
        sentence: "Clobber on the graph, with stones of Left and of Right on the vertices of the lists.",
        example: ("clobber_on(path(2), [0], [1])", "*"),
        means: Means::Either(clobber_on),
    },
    Function {
        name: "checkerboard",
        parameters: &[once("rows", Kind::Natural), once("columns", Kind::Natural)],
        result: "position",
        sentence: "Clobber with a stone on every cell, of the two players in turns; the first is Left's.",
        example: ("checkerboard(2, 3)", "0"),
        means: Means::Either(|_, arguments| {
            let (rows, columns) = (size(arguments, 0), size(arguments, 1));
            if rows.saturating_mul(columns) > graphs::MAX_ORDER {
                return Err(Trouble::error(format!("a board has at most {} cells", graphs::MAX_ORDER)));
            }
            let stone = |row: usize, column: usize| {
                Some(if (row + column).is_multiple_of(2) { Player::Left } else { Player::Right })
            };
            let stones = (0..rows).flat_map(|row| (0..columns).map(move |column| stone(row, column)));
            of_clobber(Clobber::on_grid(rows, columns, stones.collect()))
        }),
    },
    Function {
        name: "one_white",
        parameters: &[once("g", Kind::Graph), once("w", Kind::Natural)],
        result: "position",
        sentence: "Clobber on the graph, with a stone of Right on vertex w and stones of Left on all others.",
        example: ("one_white(path(2), 0)", "*"),
        means: Means::Either(|_, arguments| {
            let w = vertex(arguments, 1)?;
            of_clobber(Clobber::one_white(shared_graph(arguments, 0), w))
        }),
    },
    Function {
        name: "blocked_length",
        parameters: &[once("g", Kind::Graph), once("w", Kind::Natural)],
        result: "integer",
        sentence: "The number of vertices of the shortest path from w that cannot be prolonged, one less if it is split at \
            its last step.",
        example: ("blocked_length(path(5), 0)", "5"),
        means: Means::Either(|_, arguments| {
            let w = vertex(arguments, 1)?;
            match graphs::blocked_length(graph(arguments, 0), w) {
                Ok(length) => Ok(Datum::size(length)),
                Err(outside) => Err(Trouble::error(outside.message).argument(0)),
            }
        }),
    },
    Function {
        name: "stones",
        parameters: &[once("p", Kind::Position)],
        result: "integer",
        sentence: "The number of stones of a position of Clobber.",
        example: ("stones(clobber(\"(xo)^4/x\"))", "9"),
        means: Means::Either(|_, arguments| {
            Ok(Datum::size(on_clobber(arguments, 0)?.stones().iter().flatten().count()))
        }),
    },
    Function {
        name: "stone",
        parameters: &[once("p", Kind::Position), once("place", Kind::Natural)],
        result: "integer",
        sentence: "Whose stone stands on a place of a position of Clobber: 1 for Left's, -1 for Right's, 0 for none.",
        example: ("for i in 0..2 : stone(clobber(\"x.o\"), i)", "[1, 0, -1]"),
        means: Means::Either(|_, arguments| {
            let stones = on_clobber(arguments, 0)?.stones();
            match stones.get(size(arguments, 1)) {
                Some(Some(Player::Left)) => Ok(Datum::integer(1)),
                Some(Some(Player::Right)) => Ok(Datum::integer(-1)),
                Some(None) => Ok(Datum::integer(0)),
                None => {
                    let message = format!("there is no such place on a board with {} places", stones.len());
                    Err(Trouble::error(message).argument(1).help("places are numbered from 0"))
                }
            }
        }),
    },
    Function {
        name: "option_tree",
        parameters: &[once("g", Kind::Game), once("player", Kind::Player)],
        result: "graph",
        sentence: "The tree of all runs of canonical options of one player: its root, vertex 0, is the game, and the neighbours \
            further down are the options; at most 4096 vertices.",
        example: ("edges(option_tree(^^, Right))", "[[0, 1], [1, 2]]"),
        means: Means::Once(option_tree),
    },
    Function {
        name: "with_leaf",
        parameters: &[once("g", Kind::Graph), once("w", Kind::Natural)],
        result: "graph",
        sentence: "The graph with one vertex more, which comes last and is adjacent to w alone.",
        example: ("isomorphic(with_leaf(path(3), 0), path(4))", "true"),
        means: Means::Either(|_, arguments| {
            let (w, order) = (vertex(arguments, 1)?, graph(arguments, 0).order());
            match Graph::try_new(order + 1) {
                Ok(mut larger) => {
                    graph(arguments, 0).edges().for_each(|(v, w)| larger.add_edge(v, w));
                    larger.add_edge(w, order);
                    Ok(Datum::Graph(Arc::new(larger)))
                }
                Err(outside) => Err(Trouble::error(outside.message)),
            }
        }),
    },
    Function {
        name: "without_vertex",
        parameters: &[once("g", Kind::Graph), once("w", Kind::Natural)],
        result: "graph",
        sentence: "The graph without vertex w; those after it move up by one.",
        example: ("edges(without_vertex(path(4), 1))", "[[1, 2]]"),
        means: Means::Either(|_, arguments| {
            let w = vertex(arguments, 1)?;
            let kept: Vec<usize> = (0..graph(arguments, 0).order()).filter(|&v| v != w).collect();
            Ok(Datum::Graph(Arc::new(graph(arguments, 0).induced(&kept))))
        }),
    },
    Function {
        name: "replies",
        parameters: &[once("p", Kind::Position), once("q", Kind::Position), once("player", Kind::Player)],
        result: "list of lists",
        sentence: "Play in p + q in which the player moves in q only and the opponent, who goes second, answers in p only: \
            each such p with the player's move in q and the list of answers that win; play goes on with the first of them.",
        example: (
            "replies(clobber(\"oxx\"), clobber(\"xoo\"), Left)",
            "[[↑, [0, 1], [[0, 1]]], [*, [1, 2], [[1, 2]]]]",
        ),
        means: Means::Twice {
            first: |evaluator, arguments| {
                replies(arguments, |p, q| {
                    let (p, q) = (evaluator.game(&Datum::Position(p))?, evaluator.game(&Datum::Position(q))?);
                    let sum = evaluator.store.add(p, q)?;
                    Ok(Datum::Outcome(evaluator.store.outcome(sum)?))
                })
            },
            second: |evaluator, arguments| {
                replies(arguments, |p, q| {
                    let (p, q) = (evaluator.raw(&Datum::Position(p))?, evaluator.raw(&Datum::Position(q))?);
                    let sum = Datum::Raw(Rc::new(evaluator.table.sum(&p, &q)));
                    evaluator.raw_outcome(&sum)
                })
            },
            method: "plain search",
        },
    },
    Function {
        name: "same_groups",
        parameters: &[once("p", Kind::Position), once("q", Kind::Position)],
        result: "boolean",
        sentence: "Whether two positions of Clobber have the same connected groups of both colours, up to symmetries of \
            the groups.",
        example: ("same_groups(clobber(\"xoo.oxo\"), clobber(\"oxo/.../.ox/..o\"))", "false"),
        means: Means::Either(|_, arguments| {
            let (p, q) = (groups(arguments, 0)?, groups(arguments, 1)?);
            Ok(Datum::Boolean(p == q))
        }),
    },
    Function {
        name: "clobber_boards",
        parameters: &[once("rows", Kind::Natural), once("columns", Kind::Natural)],
        result: "domain of positions",
        sentence: "Every board of Clobber of that size, each cell empty or with a stone of either player; at most 3^14.",
        example: ("count p in clobber_boards(2, 2) such that is_zero(p)", "39"),
        means: Means::Domain { first: boards, second: listed_boards, method: "all boards, listed" },
    },
    Function {
        name: "clobber_classes",
        parameters: &[
            once("rows", Kind::Natural),
            once("columns", Kind::Natural),
            once("stones", Kind::Natural),
        ],
        result: "domain of positions",
        sentence: "The boards of Clobber of that size with so many stones, one for all that are the same under symmetries of \
            the board and an exchange of the colours; at most 14 cells.",
        example: ("count p in clobber_classes(2, 2, 2) such that is_zero(p)", "3"),
        means: Means::Domain {
            first: |arguments| listed_classes(arguments, clobber::classes),
            second: |arguments| listed_classes(arguments, clobber::classes_by_numbers),
            method: "all boards, of each class the one with the least number",
        },
    },
    Function {
        name: "labelled_connected_graphs",
        parameters: &[once("n", Kind::Natural)],
        result: "domain of graphs",
        sentence: "All connected graphs on the vertices 0 to n - 1, told apart by their edges; n is at most 7.",
        example: ("count g in labelled_connected_graphs(4)", "38"),
        means: Means::Domain {
            first: |arguments| labelled(arguments).map(Domain::LabelledGraphs),
            second: |arguments| {
                let order = labelled(arguments)?;
                let classes = graphs::second::connected_graphs(order);
                let classes = classes.map_err(|outside| Trouble::error(outside.message))?;
                Ok(Domain::SecondGraphs(graphs::second::labelled(&classes).into()))
            },
            method: "a second enumerator of graphs, and all names of vertices",
        },
    },
];

fn of_clobber(position: Result<Clobber, OutsideDomain>) -> Result<Datum, Trouble> {
    match position {
        Ok(position) => Ok(Datum::Position(position.into())),
        Err(outside) => Err(Trouble::error(outside.message)),
    }
}

fn on_clobber(arguments: &[Datum], index: usize) -> Result<&Rc<Clobber>, Trouble> {
    match position(arguments, index) {
        Position::Clobber(position) => Ok(position),
        other => {
            Err(Trouble::error(format!("a position of clobber, not of {}", other.ruleset())).argument(index))
        }
    }
}

fn clobber_on(_: &mut Evaluator, arguments: &[Datum]) -> Result<Datum, Trouble> {
    let board = shared_graph(arguments, 0);
    let mut stones = vec![None; board.order()];
    for (index, player) in [(1, Player::Left), (2, Player::Right)] {
        let Some(Datum::List(vertices)) = arguments.get(index) else { continue };
        for w in vertices.iter() {
            let place = w.as_integer().and_then(|w| stones.get_mut(usize::try_from(w).ok()?));
            match place {
                Some(place @ None) => *place = Some(player),
                found => {
                    let shown = w.as_integer().unwrap_or_default();
                    let message = match found {
                        None => {
                            format!("there is no vertex {shown} in a graph with {} vertices", board.order())
                        }
                        Some(_) => format!("vertex {shown} has a stone already"),
                    };
                    return Err(Trouble::error(message).argument(index));
                }
            }
        }
    }
    of_clobber(Clobber::on_graph(board, stones))
}

/// The most moves of which the replies are listed.
const MOST_REPLIES: usize = 1 << 12;

fn replies(
    arguments: &[Datum],
    mut outcome: impl FnMut(Position, Position) -> Result<Datum, Trouble>,
) -> Result<Datum, Trouble> {
    let player = player(arguments, 2);
    let mut lines = vec![(position(arguments, 0).clone(), position(arguments, 1).clone())];
    let (mut listed, mut next) = (Vec::new(), 0);
    while let Some((p, q)) = lines.get(next).cloned() {
        next += 1;
        for (called, moved) in q.moves(player) {
            if listed.len() >= MOST_REPLIES {
                return Err(Trouble::error(format!("there are more than {MOST_REPLIES} moves to reply to")));
            }
            let mut winning = Vec::new();
            for (answer, answered) in p.moves(player.opponent()) {
                let Datum::Outcome(outcome) = outcome(answered.clone(), moved.clone())? else {
                    unreachable!("an outcome was asked for")
                };
                if outcome == Outcome::P || outcome == Outcome::won_by(player.opponent()) {
                    if winning.is_empty() {
                        lines.push((answered, moved.clone()));
                    }
                    winning.push(move_called(answer));
                }
            }
            listed.push(Datum::list([Datum::Position(p.clone()), move_called(called), Datum::list(winning)]));
        }
    }
    Ok(Datum::list(listed))
}

/// The groups of a position, by their keys.
fn groups(arguments: &[Datum], index: usize) -> Result<Vec<(clobber::Key, bool)>, Trouble> {
    let pieces = Clobber::pieces(on_clobber(arguments, index)?)?;
    let keys = pieces.iter().map(Clobber::key).map(|signed| (signed.key, signed.negated));
    let mut keys: Vec<(clobber::Key, bool)> = keys.collect();
    keys.sort_unstable();
    Ok(keys)
}

/// The most vertices of a tree of options.
const MOST_OPTIONS: usize = 1 << 12;

fn option_tree(evaluator: &mut Evaluator, arguments: &[Datum]) -> Result<Datum, Trouble> {
    let Datum::Player(player) = arguments[1] else { unreachable!("checked to be a player") };
    let mut games = vec![evaluator.game(&arguments[0])?];
    let mut edges = Vec::new();
    let mut next = 0;
    while let Some(&game) = games.get(next) {
        for option in evaluator.store.options(game, player)? {
            if games.len() >= MOST_OPTIONS {
                let message = format!("the tree of options has more than {MOST_OPTIONS} vertices");
                return Err(Trouble::error(message).argument(0));
            }
            edges.push((next, games.len()));
            games.push(option);
        }
        next += 1;
    }
    Ok(Datum::Graph(Arc::new(Graph::from_edges(games.len(), edges))))
}

/// The most cells of a board that all boards are listed of: 3^14 boards.
const MOST_CELLS: usize = 14;

fn boards(arguments: &[Datum]) -> Result<Domain, Trouble> {
    let (rows, columns) = (size(arguments, 0), size(arguments, 1));
    if rows.saturating_mul(columns) > MOST_CELLS {
        return Err(Trouble::error(format!("all boards are listed of at most {MOST_CELLS} cells")));
    }
    Ok(Domain::ClobberBoards { rows, columns })
}

/// The boards one cell after the other, not by their numbers.
fn listed_boards(arguments: &[Datum]) -> Result<Domain, Trouble> {
    boards(arguments)?;
    let (rows, columns) = (size(arguments, 0), size(arguments, 1));
    let mut all = vec![Vec::new()];
    for _ in 0..rows * columns {
        let longer = all.iter().flat_map(|stones: &Vec<Option<Player>>| {
            [None, Some(Player::Left), Some(Player::Right)].map(|stone| [&stones[..], &[stone]].concat())
        });
        all = longer.collect();
    }
    let mut positions = Vec::with_capacity(all.len());
    for stones in all {
        positions.push(of_clobber(Clobber::on_grid(rows, columns, stones))?);
    }
    Ok(Domain::List(positions.into()))
}

fn listed_classes(
    arguments: &[Datum],
    classes: impl Fn(usize, usize, usize) -> Result<Vec<Clobber>, OutsideDomain>,
) -> Result<Domain, Trouble> {
    match classes(size(arguments, 0), size(arguments, 1), size(arguments, 2)) {
        Ok(positions) => {
            let listed = positions.into_iter().map(|position| Datum::Position(position.into()));
            Ok(Domain::List(listed.collect()))
        }
        Err(outside) => Err(Trouble::error(outside.message)),
    }
}

/// The most vertices of labelled graphs: there are 2^21 sets of edges on seven.
const MOST_LABELLED: usize = 7;

fn labelled(arguments: &[Datum]) -> Result<usize, Trouble> {
    let order = size(arguments, 0);
    if order > MOST_LABELLED {
        let message = format!("labelled graphs are listed of at most {MOST_LABELLED} vertices");
        return Err(Trouble::error(message).argument(0));
    }
    Ok(order)
}
