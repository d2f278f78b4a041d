//! Functions of graphs and of positions on them.

use std::rc::Rc;
use std::sync::Arc;

use super::numbers::{integer, natural};
use super::{Function, Means, once, optional, repeated};
use crate::engine::{Limit, Outcome, Player};
use crate::evaluate::datum::{Datum, Kind};
use crate::evaluate::domains::Domain;
use crate::evaluate::language::{Evaluator, Opinion};
use crate::evaluate::stop::{Stop, Trouble};
use crate::graphs::{self, Enumeration, Graph, OutsideDomain, families};
use crate::rulesets::snort::Tint;
use crate::rulesets::{Konane, KonaneRow, Move, Position, Ruleset, Snort};

const SECOND: &str = "a second enumerator of graphs";

pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "empty_graph",
        parameters: &[once("n", Kind::Natural)],
        result: "graph",
        sentence: "n vertices and no edges.",
        example: ("edges(empty_graph(3))", "[]"),
        means: Means::Either(|_, arguments| family(families::empty(size(arguments, 0)))),
    },
    Function {
        name: "path",
        parameters: &[once("n", Kind::Natural)],
        result: "graph",
        sentence: "The path with n vertices, numbered from 0 at one end.",
        example: ("edges(path(3))", "[[0, 1], [1, 2]]"),
        means: Means::Either(|_, arguments| family(families::path(size(arguments, 0)))),
    },
    Function {
        name: "cycle",
        parameters: &[once("n", Kind::Natural)],
        result: "graph",
        sentence: "The cycle with n vertices, at least 3.",
        example: ("size(cycle(5))", "5"),
        means: Means::Either(|_, arguments| family(families::cycle(size(arguments, 0)))),
    },
    Function {
        name: "complete",
        parameters: &[once("n", Kind::Natural)],
        result: "graph",
        sentence: "n vertices, every two of them adjacent.",
        example: ("size(complete(5))", "10"),
        means: Means::Either(|_, arguments| family(families::complete(size(arguments, 0)))),
    },
    Function {
        name: "complete_bipartite",
        parameters: &[once("a", Kind::Natural), once("b", Kind::Natural)],
        result: "graph",
        sentence: "a vertices and b vertices, each of the ones adjacent to each of the others.",
        example: ("size(complete_bipartite(2, 3))", "6"),
        means: Means::Either(|_, arguments| {
            family(families::complete_bipartite(size(arguments, 0), size(arguments, 1)))
        }),
    },
    Function {
        name: "star",
        parameters: &[once("n", Kind::Natural)],
        result: "graph",
        sentence: "A centre, vertex 0, with n leaves.",
        example: ("degree(star(7))", "7"),
        means: Means::Either(|_, arguments| family(families::star(size(arguments, 0)))),
    },
    Function {
        name: "wheel",
        parameters: &[once("n", Kind::Natural)],
        result: "graph",
        sentence: "A hub, vertex 0, adjacent to every vertex of a cycle of n.",
        example: ("size(wheel(5))", "10"),
        means: Means::Either(|_, arguments| family(families::wheel(size(arguments, 0)))),
    },
    Function {
        name: "double_star",
        parameters: &[once("a", Kind::Natural), once("b", Kind::Natural)],
        result: "graph",
        sentence: "Two adjacent centres, 0 with a leaves and 1 with b.",
        example: ("order(double_star(3, 3))", "8"),
        means: Means::Either(|_, arguments| {
            family(families::double_star(size(arguments, 0), size(arguments, 1)))
        }),
    },
    Function {
        name: "caterpillar",
        parameters: &[repeated("a", Kind::Natural)],
        result: "graph",
        sentence: "A path whose vertices have that many leaves each; the path is numbered first.",
        example: ("degree(caterpillar(4, 3, 4))", "5"),
        means: Means::Either(|_, arguments| {
            let leaves: Vec<usize> = (0..arguments.len()).map(|index| size(arguments, index)).collect();
            family(families::caterpillar(&leaves))
        }),
    },
    Function {
        name: "grid",
        parameters: &[once("rows", Kind::Natural), once("columns", Kind::Natural)],
        result: "graph",
        sentence: "The grid, numbered row by row.",
        example: ("size(grid(2, 3))", "7"),
        means: Means::Either(|_, arguments| family(families::grid(size(arguments, 0), size(arguments, 1)))),
    },
    Function {
        name: "triangular_grid",
        parameters: &[once("rows", Kind::Natural), once("columns", Kind::Natural)],
        result: "graph",
        sentence: "The grid with one diagonal in every cell, all in one direction.",
        example: ("size(triangular_grid(2, 3))", "9"),
        means: Means::Either(|_, arguments| {
            family(families::triangular_grid(size(arguments, 0), size(arguments, 1)))
        }),
    },
    Function {
        name: "graph",
        parameters: &[once("text", Kind::Text)],
        result: "graph",
        sentence: "The graph that is written in graph6, or as edges and neighbours such as 0-1-2, 1-3.",
        example: ("graph6(graph(\"0-1-2\"))", "\"Bg\""),
        means: Means::Either(|_, arguments| {
            let Datum::Text(text) = &arguments[0] else { unreachable!("checked to be a text") };
            match graphs::read(text) {
                Ok(graph) => Ok(Datum::Graph(Arc::new(graph))),
                Err(error) => Err(Trouble::error(format!("this is no graph: {error}")).argument(0)),
            }
        }),
    },
    Function {
        name: "union",
        parameters: &[once("g", Kind::Graph), once("h", Kind::Graph)],
        result: "graph",
        sentence: "Both graphs side by side; the vertices of h are numbered after those of g.",
        example: ("edges(union(path(2), path(2)))", "[[0, 1], [2, 3]]"),
        means: Means::Either(|_, arguments| {
            family(graph(arguments, 0).try_disjoint_union(graph(arguments, 1)))
        }),
    },
    Function {
        name: "trees",
        parameters: &[once("n", Kind::Natural)],
        result: "domain of graphs",
        sentence: "All trees with n vertices, each once up to names of vertices.",
        example: ("count g in trees(10)", "106"),
        means: Means::Domain {
            first: |arguments| enumeration(Enumeration::trees(size(arguments, 0))),
            second: |arguments| second(graphs::second::trees(size(arguments, 0))),
            method: SECOND,
        },
    },
    Function {
        name: "connected_graphs",
        parameters: &[once("n", Kind::Natural)],
        result: "domain of graphs",
        sentence: "All connected graphs with n vertices, each once up to names of vertices.",
        example: ("count g in connected_graphs(6)", "112"),
        means: Means::Domain {
            first: |arguments| enumeration(Enumeration::connected_graphs(size(arguments, 0))),
            second: |arguments| second(graphs::second::connected_graphs(size(arguments, 0))),
            method: SECOND,
        },
    },
    Function {
        name: "graphs",
        parameters: &[once("n", Kind::Natural)],
        result: "domain of graphs",
        sentence: "All graphs with n vertices, each once up to names of vertices.",
        example: ("count g in graphs(5)", "34"),
        means: Means::Domain {
            first: |arguments| enumeration(Enumeration::graphs(size(arguments, 0))),
            second: |arguments| second(graphs::second::graphs(size(arguments, 0))),
            method: SECOND,
        },
    },
    Function {
        name: "order",
        parameters: &[once("g", Kind::Ordered)],
        result: "integer",
        sentence: "The number of vertices of a graph, or of elements of a quotient.",
        example: ("order(cycle(5))", "5"),
        means: Means::Either(|evaluator, arguments| {
            Ok(Datum::size(match &arguments[0] {
                // Counted once more, the elements of the same quotient would confirm nothing.
                Datum::Quotient(_) if evaluator.opinion == Opinion::Second => {
                    let why = "the order of a quotient has no second method".to_string();
                    return Err(Stop::OutOfReach(why).into());
                }
                Datum::Quotient(quotient) => quotient.pair.monoid.order(),
                _ => graph(arguments, 0).order(),
            }))
        }),
    },
    Function {
        name: "size",
        parameters: &[once("g", Kind::Graph)],
        result: "integer",
        sentence: "The number of edges.",
        example: ("size(complete(4))", "6"),
        means: Means::Either(|_, arguments| Ok(Datum::size(graph(arguments, 0).size()))),
    },
    Function {
        name: "vertices",
        parameters: &[once("g", Kind::Graph)],
        result: "list of integers",
        sentence: "The vertices, which are numbers from 0 on.",
        example: ("vertices(path(3))", "[0, 1, 2]"),
        means: Means::Either(|_, arguments| {
            Ok(Datum::list((0..graph(arguments, 0).order()).map(Datum::size)))
        }),
    },
    Function {
        name: "edges",
        parameters: &[once("g", Kind::Graph)],
        result: "list of lists",
        sentence: "The edges, each as the list of its two vertices.",
        example: ("edges(cycle(3))", "[[0, 1], [0, 2], [1, 2]]"),
        means: Means::Either(|_, arguments| {
            let pair = |(v, w)| Datum::list([Datum::size(v), Datum::size(w)]);
            Ok(Datum::list(graph(arguments, 0).edges().map(pair)))
        }),
    },
    Function {
        name: "neighbours",
        parameters: &[once("g", Kind::Graph), once("w", Kind::Natural)],
        result: "list of integers",
        sentence: "The vertices adjacent to w.",
        example: ("neighbours(path(3), 1)", "[0, 2]"),
        means: Means::Either(|_, arguments| {
            let v = vertex(arguments, 1)?;
            Ok(Datum::list(graph(arguments, 0).neighbours(v).map(Datum::size)))
        }),
    },
    Function {
        name: "degree",
        parameters: &[once("g", Kind::Board), optional("w", Kind::Natural)],
        result: "integer",
        sentence: "The number of neighbours of w; without w, the greatest degree in the graph (of a position: in its graph).",
        example: ("degree(star(4))", "4"),
        means: Means::Either(|_, arguments| {
            let graph = graph(arguments, 0);
            Ok(Datum::size(match arguments.len() {
                1 => graph.max_degree(),
                _ => graph.degree(vertex(arguments, 1)?),
            }))
        }),
    },
    Function {
        name: "degree2",
        parameters: &[once("g", Kind::Board), optional("w", Kind::Natural)],
        result: "integer",
        sentence: "The number of vertices at distance exactly 2 from w; without w, the greatest such number.",
        example: ("degree2(path(5))", "2"),
        means: Means::Either(|_, arguments| {
            let graph = graph(arguments, 0);
            Ok(Datum::size(match arguments.len() {
                1 => graph.deg2(),
                _ => graph.at_distance_2(vertex(arguments, 1)?),
            }))
        }),
    },
    Function {
        name: "is_tree",
        parameters: &[once("g", Kind::Graph)],
        result: "boolean",
        sentence: "Whether the graph is connected and has no cycle.",
        example: ("is_tree(cycle(4))", "false"),
        means: Means::Either(|_, arguments| Ok(Datum::Boolean(graph(arguments, 0).is_tree()))),
    },
    Function {
        name: "is_connected",
        parameters: &[once("g", Kind::Graph)],
        result: "boolean",
        sentence: "Whether the graph has exactly one component.",
        example: ("is_connected(empty_graph(2))", "false"),
        means: Means::Either(|_, arguments| Ok(Datum::Boolean(graph(arguments, 0).is_connected()))),
    },
    Function {
        name: "isomorphic",
        parameters: &[once("g", Kind::Graph), once("h", Kind::Graph)],
        result: "boolean",
        sentence: "Whether the graphs are the same up to names of vertices.",
        example: ("isomorphic(path(3), star(2))", "true"),
        means: Means::Either(|_, arguments| isomorphic(graph(arguments, 0), graph(arguments, 1))),
    },
    Function {
        name: "graph6",
        parameters: &[once("g", Kind::Graph)],
        result: "text",
        sentence: "The graph in McKay's graph6, which `graph` reads.",
        example: ("graph6(path(4))", "\"Ch\""),
        means: Means::Either(|_, arguments| {
            Ok(Datum::Text(graphs::write_graph6(graph(arguments, 0)).into()))
        }),
    },
    Function {
        name: "snort",
        parameters: &[
            once("g", Kind::Graph),
            optional("left", Kind::Naturals),
            optional("right", Kind::Naturals),
        ],
        result: "position",
        sentence: "Snort on the graph; the vertices of the lists are next to a piece of Left, of Right.",
        example: ("snort(star(3), [0])", "{3|0}"),
        means: Means::Either(snort),
    },
    Function {
        name: "snort_path",
        parameters: &[once("n", Kind::Natural), once("first", Kind::Tint), once("last", Kind::Tint)],
        result: "position",
        sentence: "Snort on the path with n free vertices, whose ends are next to a piece of the players named, if any.",
        example: ("temperature(snort_path(5, Left, none))", "7/4"),
        means: Means::Either(|_, arguments| {
            match Snort::path(size(arguments, 0), tint(arguments, 1), tint(arguments, 2)) {
                Ok(position) => Ok(Datum::Position(position.into())),
                Err(outside) => Err(Trouble::error(outside.message)),
            }
        }),
    },
    Function {
        name: "konane",
        parameters: &[once("text", Kind::Text)],
        result: "position",
        sentence: "Konane: a board as it is drawn, rows parted by /; or one row on a strip without ends, drawn or as S(4,2··,3).",
        example: ("konane(\"S(4,2,3)\") + konane(\"xo./ox./xo.\")", "3"),
        means: Means::Either(|_, arguments| {
            let Datum::Text(text) = &arguments[0] else { unreachable!("checked to be a text") };
            let read = if text.contains(['/', '\n']) {
                Konane::read(text).map(Position::from)
            } else {
                KonaneRow::read(text).map(Position::from)
            };
            match read {
                Ok(position) => Ok(Datum::Position(position)),
                Err(problem) => Err(Trouble::error(format!("this is no position: {problem}")).argument(0)),
            }
        }),
    },
    Function {
        name: "konane_row",
        parameters: &[repeated("a", Kind::Natural)],
        result: "position",
        sentence: "Konane on one row: blocks of so many stones, from a cell of Right's on, with one empty cell between; \
            a block of 0 makes it two.",
        example: ("konane_row(1, 2, 0, 2)", "⇑"),
        means: Means::Either(|_, arguments| {
            let blocks: Vec<usize> = (0..arguments.len()).map(|index| size(arguments, index)).collect();
            match KonaneRow::blocks(&blocks) {
                Some(row) => Ok(Datum::Position(row.into())),
                None => Err(Trouble::error("the row is too long")),
            }
        }),
    },
    Function {
        name: "konane_rows",
        parameters: &[once("n", Kind::Natural)],
        result: "list of positions",
        sentence: "All 2^n rows of Konane with at most n cells from the first stone to the last, in both colours.",
        example: ("length(konane_rows(5))", "32"),
        means: Means::Either(|_, arguments| match KonaneRow::all(size(arguments, 0)) {
            Some(rows) => Ok(Datum::list(rows.into_iter().map(|row| Datum::Position(row.into())))),
            None => Err(Trouble::error("all rows are listed for at most 16 cells").argument(0)),
        }),
    },
    Function {
        name: "konane_parts",
        parameters: &[once("p", Kind::Position)],
        result: "list of positions",
        sentence: "A row of Konane cut wherever nothing on one side ever matters to the other; single stones are parts, too.",
        example: ("length(konane_parts(konane(\"S(3··,1)\")))", "2"),
        means: Means::Either(|_, arguments| match position(arguments, 0) {
            Position::KonaneRow(row) => {
                Ok(Datum::list(row.parts().into_iter().map(|part| Datum::Position(part.into()))))
            }
            other => Err(of_another_ruleset("a row of konane", other).argument(0)),
        }),
    },
    Function {
        name: "moves",
        parameters: &[once("p", Kind::Position), once("player", Kind::Player)],
        result: "list",
        sentence: "The player's moves: in Snort the vertices that he may colour, in Konane the cells that a stone's jumps begin and end on.",
        example: ("moves(snort_path(3, Left, none), Right)", "[1, 2]"),
        means: Means::Either(|_, arguments| {
            let moves = position(arguments, 0).moves(player(arguments, 1));
            Ok(Datum::list(moves.into_iter().map(|(called, _)| move_called(called))))
        }),
    },
    Function {
        name: "after",
        parameters: &[once("p", Kind::Position), once("player", Kind::Player), once("move", Kind::Move)],
        result: "position",
        sentence: "The position after a move of the player, called as `moves` calls it; places keep their numbers.",
        example: ("after(snort(path(3)), Left, 1)", "2"),
        means: Means::Either(|_, arguments| {
            let player = player(arguments, 1);
            match position(arguments, 0).after(player, &move_called_by(&arguments[2])) {
                Some(after) => Ok(Datum::Position(after)),
                None => {
                    let message = format!("{player:?} has no such move here");
                    Err(Trouble::error(message).argument(2).help("`moves(p, player)` lists the moves"))
                }
            }
        }),
    },
    Function {
        name: "options",
        parameters: &[once("p", Kind::Position), once("player", Kind::Player)],
        result: "list of positions",
        sentence: "The positions after each move of the player, in the order of `moves`.",
        example: ("options(snort(path(3)), Left)", "[{1|0}, 2, {1|0}]"),
        means: Means::Either(|_, arguments| {
            let moves = position(arguments, 0).moves(player(arguments, 1));
            Ok(Datum::list(moves.into_iter().map(|(_, after)| Datum::Position(after))))
        }),
    },
    Function {
        name: "written",
        parameters: &[once("p", Kind::Position)],
        result: "text",
        sentence: "The position as a text that its ruleset reads, where `p` alone would be shown by its value.",
        example: ("written(after(clobber(\"xo/ox\"), Left, [0, 1]))", "\".x/ox\""),
        means: Means::Either(|_, arguments| Ok(Datum::Text(position(arguments, 0).write().into()))),
    },
    Function {
        name: "swapped",
        parameters: &[once("p", Kind::Position)],
        result: "position",
        sentence: "The position with the players exchanged, which is worth the negative.",
        example: ("swapped(snort_path(2, Left, Left))", "-2"),
        means: Means::Either(|_, arguments| Ok(Datum::Position(position(arguments, 0).negative()))),
    },
    Function {
        name: "board_outcome",
        parameters: &[once("p", Kind::Position)],
        result: "outcome",
        sentence: "The outcome by a search that values small components only, for boards that are too large for a value.",
        example: ("board_outcome(snort(triangular_grid(4, 4)))", "N"),
        means: Means::Twice {
            first: |evaluator, arguments| {
                let budget = evaluator.budget.searched;
                let Evaluator { store, valuers, .. } = evaluator;
                Ok(Datum::Outcome(valuers.outcome(position(arguments, 0), store, budget)?))
            },
            second: |evaluator, arguments| evaluator.raw_outcome(&arguments[0]),
            method: "plain search",
        },
    },
    Function {
        name: "proved_by",
        parameters: &[once("p", Kind::Position)],
        result: "text",
        sentence: "How `board_outcome` proves the outcome: by `value`, if the values and atomic weights of the components \
            decide it, or by `search`.",
        example: (
            "[proved_by(clobber(\"(xo)^3\")), proved_by(clobber(\"(xo)^20\"))]",
            "[\"value\", \"search\"]",
        ),
        means: Means::Once(|evaluator, arguments| {
            let Evaluator { store, valuers, .. } = evaluator;
            // A search that may judge no position finds what is known without one.
            let way = match valuers.outcome(position(arguments, 0), store, 0) {
                Ok(_) => "value",
                Err(Limit::Positions(0)) => "search",
                Err(limit) => return Err(limit.into()),
            };
            Ok(Datum::Text(way.into()))
        }),
    },
    Function {
        name: "winning_move",
        parameters: &[once("p", Kind::Position), once("player", Kind::Player)],
        result: "move or none",
        sentence: "A move by which the player, who is to move, wins; none if he loses. It is called as `moves` calls it.",
        example: ("winning_move(konane(\"xo\"), Left)", "[0, 2]"),
        means: Means::Once(|evaluator, arguments| {
            let budget = evaluator.budget.searched;
            let Evaluator { store, valuers, .. } = evaluator;
            let found = valuers.winning_move(position(arguments, 0), player(arguments, 1), store, budget)?;
            Ok(found.map_or(Datum::None, move_called))
        }),
    },
    Function {
        name: "value_by_moves",
        parameters: &[once("p", Kind::Position)],
        result: "game",
        sentence: "The value by the moves alone, to check the helps of a ruleset: no pieces, no symmetries, no known values.",
        example: ("value_by_moves(konane(\"S(4,2,3)\"))", "2"),
        means: Means::Twice {
            first: |evaluator, arguments| {
                let budget = evaluator.budget.positions;
                Ok(Datum::Game(position(arguments, 0).value_by_moves(&mut evaluator.store, budget)?))
            },
            second: |evaluator, arguments| Ok(Datum::Raw(evaluator.raw(&arguments[0])?)),
            method: "plain search",
        },
    },
    Function {
        name: "winning_moves",
        parameters: &[once("p", Kind::Position), once("player", Kind::Player)],
        result: "list",
        sentence: "The moves by which the player, to move, wins, in the order of `moves`; as `board_outcome`, for large boards.",
        example: ("winning_moves(snort(path(5)), Left)", "[2]"),
        means: Means::Twice {
            first: |evaluator, arguments| {
                let budget = evaluator.budget.searched;
                let Evaluator { store, valuers, .. } = evaluator;
                let (position, player) = (position(arguments, 0), player(arguments, 1));
                let winning = valuers.winning_moves(position, player, store, budget)?;
                Ok(Datum::list(winning.into_iter().map(move_called)))
            },
            second: |evaluator, arguments| {
                let (position, player) = (position(arguments, 0), player(arguments, 1));
                let mut winning = Vec::new();
                for (called, after) in position.moves(player) {
                    let outcome = evaluator.raw_outcome(&Datum::Position(after))?;
                    if let Datum::Outcome(outcome) = outcome
                        && (outcome == Outcome::P || outcome == Outcome::won_by(player))
                    {
                        winning.push(move_called(called));
                    }
                }
                Ok(Datum::list(winning))
            },
            method: "plain search",
        },
    },
    Function {
        name: "plain_outcome",
        parameters: &[once("p", Kind::Position)],
        result: "outcome",
        sentence: "The outcome by plain search of the untouched board: no values, no components, no edge removed.",
        example: ("plain_outcome(snort(cycle(4)))", "P"),
        means: Means::Either(|evaluator, arguments| evaluator.raw_outcome(&arguments[0])),
    },
    Function {
        name: "plain_equal",
        parameters: &[once("p", Kind::Position), once("q", Kind::Position)],
        result: "boolean",
        sentence: "Whether the second player wins p - q, by plain search of both untouched boards.",
        example: ("plain_equal(snort(cycle(4)), snort(empty_graph(2)))", "true"),
        means: Means::Either(|evaluator, arguments| evaluator.raw_equal(&arguments[0], &arguments[1])),
    },
    Function {
        name: "tintings",
        parameters: &[once("g", Kind::Graph)],
        result: "list of positions",
        sentence: "Snort on the graph with every choice of tints: none, Left's or Right's at each vertex.",
        example: ("length(tintings(path(3)))", "27"),
        means: Means::Either(tintings),
    },
    Function {
        name: "without_equal_tint_edges",
        parameters: &[once("p", Kind::Position)],
        result: "position",
        sentence: "The position without the edges between two vertices of the same tint.",
        example: ("size(graph_of(without_equal_tint_edges(snort(path(3), [0, 1]))))", "1"),
        means: Means::Either(|_, arguments| {
            let position = on_snort(arguments, 0)?;
            let (tints, mut kept) = (position.tints(), Graph::new(position.graph().order()));
            for (v, w) in position.graph().edges() {
                if tints[v] == Tint::None || tints[v] != tints[w] {
                    kept.add_edge(v, w);
                }
            }
            on_board(Snort::with_tints(kept, tints.to_vec()))
        }),
    },
    Function {
        name: "graph_of",
        parameters: &[once("p", Kind::Board)],
        result: "graph",
        sentence: "The graph that a position is played on, as it was at the beginning.",
        example: ("degree(graph_of(after(snort(star(3)), Left, 1)))", "3"),
        means: Means::Either(|_, arguments| Ok(Datum::Graph(shared_graph(arguments, 0)))),
    },
];

fn on_board(position: Result<Snort, graphs::OutsideDomain>) -> Result<Datum, Trouble> {
    match position {
        Ok(position) => Ok(Datum::Position(position.into())),
        Err(outside) => Err(Trouble::error(outside.message)),
    }
}

/// The largest board whose tintings are listed: 3^8 of them.
const MOST_TINTED: usize = 8;

fn tintings(_: &mut Evaluator, arguments: &[Datum]) -> Result<Datum, Trouble> {
    let board = graph(arguments, 0);
    if board.order() > MOST_TINTED {
        return Err(
            Trouble::error(format!("tintings are listed for at most {MOST_TINTED} vertices")).argument(0)
        );
    }
    let mut all = vec![Vec::new()];
    for _ in 0..board.order() {
        let longer = all.iter().flat_map(|tints: &Vec<Tint>| {
            [Tint::None, Tint::Left, Tint::Right].map(|tint| [&tints[..], &[tint]].concat())
        });
        all = longer.collect();
    }
    let mut positions = Vec::with_capacity(all.len());
    for tints in all {
        positions.push(on_board(Snort::with_tints(board.clone(), tints))?);
    }
    Ok(Datum::list(positions))
}

fn snort(_: &mut Evaluator, arguments: &[Datum]) -> Result<Datum, Trouble> {
    let board = graph(arguments, 0).clone();
    let mut tints = vec![Tint::None; board.order()];
    for (index, player) in [(1, Player::Left), (2, Player::Right)] {
        let Some(Datum::List(vertices)) = arguments.get(index) else { continue };
        for w in vertices.iter() {
            let Some(tint) = w.as_integer().and_then(|w| tints.get_mut(usize::try_from(w).ok()?)) else {
                let shown = w.as_integer().unwrap_or_default();
                let message =
                    format!("there is no vertex {shown} in a graph with {} vertices", board.order());
                return Err(Trouble::error(message).argument(index));
            };
            // Next to pieces of both players, it is nobody's.
            *tint =
                if *tint == Tint::None || *tint == Tint::of(player) { Tint::of(player) } else { Tint::Gone };
        }
    }
    match Snort::with_tints(board, tints) {
        Ok(position) => Ok(Datum::Position(position.into())),
        Err(outside) => Err(Trouble::error(outside.message)),
    }
}

pub(super) fn position(arguments: &[Datum], index: usize) -> &Position {
    match &arguments[index] {
        Datum::Position(position) => position,
        other => unreachable!("a position was checked, and it is {}", other.kind()),
    }
}

fn on_snort(arguments: &[Datum], index: usize) -> Result<&Snort, Trouble> {
    match position(arguments, index) {
        Position::Snort(position) => Ok(position),
        other => {
            Err(Trouble::error(format!("a position of snort, not of {}", other.ruleset())).argument(index))
        }
    }
}

fn of_another_ruleset(wanted: &str, given: &Position) -> Trouble {
    Trouble::error(format!("{wanted} is wanted here, not one of {}", given.ruleset()))
}

/// A move as a value: its place, or the list of its places.
pub(super) fn move_called(called: Move) -> Datum {
    match called[..] {
        [place] => Datum::integer(place),
        _ => Datum::list(called.into_iter().map(Datum::integer)),
    }
}

fn move_called_by(datum: &Datum) -> Move {
    let place = |datum: &Datum| datum.as_integer().and_then(|n| i64::try_from(n).ok());
    match datum {
        // Places beyond 64 bits are not there.
        Datum::List(places) => places.iter().filter_map(place).collect(),
        other => place(other).into_iter().collect(),
    }
}

pub(super) fn player(arguments: &[Datum], index: usize) -> Player {
    match &arguments[index] {
        Datum::Player(player) => *player,
        other => unreachable!("a player was checked, and it is {}", other.kind()),
    }
}

/// Whose piece stands beside, if one does.
fn tint(arguments: &[Datum], index: usize) -> Option<Player> {
    match &arguments[index] {
        Datum::Player(player) => Some(*player),
        Datum::Outcome(Outcome::L) => Some(Player::Left),
        Datum::Outcome(Outcome::R) => Some(Player::Right),
        _ => None,
    }
}

pub(super) fn size(arguments: &[Datum], index: usize) -> usize {
    natural(arguments, index) as usize
}

/// The graph, of a position that on which it is played.
pub(super) fn graph(arguments: &[Datum], index: usize) -> &Graph {
    match &arguments[index] {
        Datum::Graph(graph) => graph,
        Datum::Position(position) => position.graph().expect("checked to have one"),
        other => unreachable!("a graph was checked, and it is {}", other.kind()),
    }
}

/// The same to keep.
pub(super) fn shared_graph(arguments: &[Datum], index: usize) -> Arc<Graph> {
    match &arguments[index] {
        Datum::Graph(graph) => graph.clone(),
        _ => Arc::new(graph(arguments, index).clone()),
    }
}

/// A vertex of the graph that is the first argument.
pub(super) fn vertex(arguments: &[Datum], index: usize) -> Result<usize, Trouble> {
    let (v, order) = (integer(arguments, index), graph(arguments, 0).order());
    match usize::try_from(v) {
        Ok(v) if v < order => Ok(v),
        _ => Err(Trouble::error(format!("there is no vertex {v} in a graph with {order} vertices"))
            .argument(index)
            .help("vertices are numbered from 0")),
    }
}

fn family(graph: Result<Graph, OutsideDomain>) -> Result<Datum, Trouble> {
    match graph {
        Ok(graph) => Ok(Datum::Graph(Arc::new(graph))),
        Err(outside) => Err(Trouble::error(outside.message)),
    }
}

fn enumeration(found: Result<Enumeration, OutsideDomain>) -> Result<Domain, Trouble> {
    match found {
        Ok(graphs) => Ok(Domain::Graphs(Rc::new(graphs))),
        Err(outside) => Err(Trouble::error(outside.message)),
    }
}

fn second(found: Result<Vec<Graph>, OutsideDomain>) -> Result<Domain, Trouble> {
    match found {
        Ok(graphs) => Ok(Domain::SecondGraphs(graphs.into())),
        Err(outside) => Err(Trouble::error(outside.message)),
    }
}

fn isomorphic(g: &Graph, h: &Graph) -> Result<Datum, Trouble> {
    let same_counts = g.order() == h.order() && g.size() == h.size();
    if !same_counts {
        return Ok(Datum::Boolean(false));
    }
    let codes = if g.is_tree() && h.is_tree() {
        (graphs::tree_code_of(g), graphs::tree_code_of(h))
    } else {
        (graphs::canonical_code_of(g), graphs::canonical_code_of(h))
    };
    match codes {
        (Some(g), Some(h)) => Ok(Datum::Boolean(g == h)),
        _ => Err(Trouble::error("these graphs are too large, or too large and regular, to be compared")),
    }
}
