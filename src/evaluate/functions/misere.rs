//! Functions of impartial games, of misère play and of misère quotients.

use std::rc::Rc;

use super::numbers::natural;
use super::{Function, Means, once, optional, repeated};
use crate::engine::misere::{
    Bipartite, Bounds, Components, Dictionary, Games, ImpartialGame, Monoid, Plain, Presentation, Proof,
    Rewriting, Set, SumTable, Tally, Word, named, period, proof_lengths, prove, prove_merged, quotient,
};
use crate::engine::{Limit, Outcome, mex};
use crate::evaluate::datum::{Datum, Kind, Quotient};
use crate::evaluate::language::{Evaluator, out_of_reach};
use crate::evaluate::stop::Trouble;
use crate::rulesets::heaps::Heaps;
use crate::rulesets::impartial::{Closure, Impartial, Sum};
use crate::rulesets::notakto::{self, Board, Reply};
use crate::search::MisereTrees;

/// The largest heap: a game has about as many options as the square of it.
const MOST_HEAP: u32 = 2_000;
/// Impartial games stored for canonical forms.
const MOST_GAMES: usize = 1 << 20;
/// States of a proof.
const MOST_STATES: usize = 1 << 22;
/// The most components of a sum of which all are searched.
const MOST_SUM: u32 = 10;
/// The largest board of which all kinds are listed.
const MOST_LISTED: u32 = 4;

pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "notakto",
        parameters: &[repeated("board", Kind::Text)],
        result: "impartial position",
        sentence: "The sum of these boards of Notakto, rows of x and . with / between them.",
        example: ("misere_outcome(notakto(\".../.x./...\"))", "P"),
        means: Means::Either(|_, arguments| {
            let mut sum: Option<Sum> = None;
            for (index, argument) in arguments.iter().enumerate() {
                let Datum::Text(text) = argument else { unreachable!("checked to be a text") };
                let board = Board::read(text).map_err(|problem| {
                    Trouble::error(format!("this is no board: {problem}")).argument(index)
                })?;
                let board = Sum::board(board);
                sum = Some(match sum {
                    None => board,
                    Some(sum) => sum
                        .plus(&board)
                        .ok_or_else(|| Trouble::error("boards of one size are added").argument(index))?,
                });
            }
            let sum = sum.ok_or_else(|| Trouble::error("at least one board is needed"))?;
            Ok(Datum::Impartial(Rc::new(sum)))
        }),
    },
    Function {
        name: "notakto_boards",
        parameters: &[once("side", Kind::Natural)],
        result: "list of impartial positions",
        sentence: "All kinds of boards of Notakto up to turning and reflecting, by the number of crosses, then by their places.",
        example: ("length(notakto_boards(3))", "102"),
        means: Means::Either(|_, arguments| {
            let side = natural(arguments, 0);
            if side == 0 || side > MOST_LISTED {
                return Err(Trouble::error(format!("boards are listed for sides from 1 to {MOST_LISTED}")));
            }
            let sum = |board| Datum::Impartial(Rc::new(Sum::board(board)));
            Ok(Datum::list(notakto::kinds(side).into_iter().map(sum)))
        }),
    },
    Function {
        name: "notakto_text",
        parameters: &[once("g", Kind::Impartial)],
        result: "text",
        sentence: "The parts of a position as texts: boards as `notakto` takes them, heaps as numbers.",
        example: ("notakto_text(notakto(\"x../.../...\"))", "\"x../.../...\""),
        means: Means::Either(|_, arguments| Ok(text(sum(arguments, 0).texts().join(" + ")))),
    },
    Function {
        name: "is_dead",
        parameters: &[once("g", Kind::Impartial)],
        result: "boolean",
        sentence: "Whether no move is left.",
        example: ("is_dead(notakto(\"xxx/.../...\"))", "true"),
        means: Means::Either(|_, arguments| {
            let sum = sum(arguments, 0);
            let dead = sum.parts.iter().all(|&part| sum.game.moves(part).is_empty());
            Ok(Datum::Boolean(dead))
        }),
    },
    Function {
        name: "misere_winning_moves",
        parameters: &[once("g", Kind::Impartial)],
        result: "list of texts",
        sentence: "The positions to which a winning move leads in misère play, as texts; cells that look alike are one move each.",
        example: ("misere_winning_moves(notakto(\".../.../...\"))", "[\".../.x./...\"]"),
        means: Means::Twice {
            first: |evaluator, arguments| {
                let sum = sum(arguments, 0);
                let closure = Closure::of(sum);
                let mut plain = Plain::new(&closure.components, evaluator.budget.positions);
                winning_moves(sum, &mut |parts| {
                    let after = Sum { game: sum.game.clone(), parts: parts.to_vec() };
                    Ok(plain.is_p(&closure.numbers(&after).unwrap_or_default())?)
                })
            },
            second: |evaluator, arguments| {
                let sum = sum(arguments, 0);
                let mut trees = MisereTrees::new(evaluator.budget.searched);
                winning_moves(sum, &mut |parts| {
                    let tree = trees.tree(&parts.to_vec(), &|parts| sum.game.sums_after(parts))?;
                    Ok(trees.is_p(tree)?)
                })
            },
            method: TREES,
        },
    },
    Function {
        name: "notakto_replies",
        parameters: &[once("g", Kind::Impartial), once("rule", Kind::Text)],
        result: "list of integers",
        sentence: "Everything that can follow on one board if every move is answered by a \"knight\"'s move or on the \"opposite\" cell: how often the answerer loses, how often a row narrows the choice, how often two cells are left.",
        example: ("notakto_replies(notakto(\".../.x./...\"), \"opposite\")", "[8, 0, 0]"),
        means: Means::Either(|_, arguments| {
            let sum = sum(arguments, 0);
            let Datum::Text(rule) = &arguments[1] else { unreachable!("checked to be a text") };
            let reply = match &**rule {
                "knight" => Reply::Knight,
                "opposite" => Reply::Opposite,
                _ => return Err(Trouble::error("the rule is \"knight\" or \"opposite\"").argument(1)),
            };
            let (Impartial::Notakto { side: side @ 1..=3 }, &[crosses]) = (&sum.game, &sum.parts[..]) else {
                return Err(Trouble::error("one board of Notakto with at most three rows").argument(0));
            };
            let followed = notakto::follow(Board { side: *side, crosses }, reply);
            let numbers = [followed.losses, followed.narrowed, followed.free];
            Ok(Datum::list(numbers.map(Datum::integer)))
        }),
    },
    Function {
        name: "octal",
        parameters: &[once("code", Kind::Text)],
        result: "heap game",
        sentence: "The take-and-break game with this code, such as 0.77 or 4.56, digits to F.",
        example: ("octal(\"0.77\")", "octal(\"0.77\")"),
        means: Means::Either(|_, arguments| {
            let Datum::Text(code) = &arguments[0] else { unreachable!("checked to be a text") };
            let rules = Heaps::read(code)
                .map_err(|problem| Trouble::error(format!("this is no code: {problem}")).argument(0))?;
            Ok(Datum::Heaps(Rc::new(rules)))
        }),
    },
    Function {
        name: "kayles",
        parameters: &[],
        result: "heap game",
        sentence: "Kayles, 0.77.",
        example: ("grundy(heap(kayles(), 12))", "4"),
        means: Means::Either(|_, _| Ok(Datum::Heaps(Rc::new(Heaps::kayles())))),
    },
    Function {
        name: "dawsons_kayles",
        parameters: &[],
        result: "heap game",
        sentence: "Dawson's Kayles, 0.07.",
        example: ("grundy(heap(dawsons_kayles(), 6))", "3"),
        means: Means::Either(|_, _| Ok(Datum::Heaps(Rc::new(Heaps::dawson())))),
    },
    Function {
        name: "grundys_game",
        parameters: &[],
        result: "heap game",
        sentence: "A heap is broken into two heaps of different sizes.",
        example: ("grundy(heap(grundys_game(), 8))", "2"),
        means: Means::Either(|_, _| Ok(Datum::Heaps(Rc::new(Heaps::Grundy)))),
    },
    Function {
        name: "subtraction",
        parameters: &[once("numbers", Kind::Naturals)],
        result: "heap game",
        sentence: "One of the numbers is taken from a heap.",
        example: ("grundy(heap(subtraction([1, 2, 3]), 7))", "3"),
        means: Means::Either(|_, arguments| {
            let Datum::List(numbers) = &arguments[0] else { unreachable!("checked to be a list") };
            let numbers = numbers.iter().filter_map(|n| u32::try_from(n.as_integer()?).ok()).collect();
            Ok(Datum::Heaps(Rc::new(Heaps::Subtraction(numbers))))
        }),
    },
    Function {
        name: "heap",
        parameters: &[once("game", Kind::Heaps), once("n", Kind::Natural)],
        result: "impartial position",
        sentence: "The heap of n counters.",
        example: ("misere_outcome(heap(kayles(), 5) + heap(kayles(), 5))", "N"),
        means: Means::Either(|_, arguments| {
            Ok(Datum::Impartial(Rc::new(Sum::heap(rules(arguments, 0), heap_size(arguments, 1)?))))
        }),
    },
    Function {
        name: "grundy",
        parameters: &[once("g", Kind::Impartial)],
        result: "integer",
        sentence: "The Grundy value in normal play: the least number that no option has.",
        example: ("grundy(notakto(\".../.../...\"))", "1"),
        means: Means::Twice {
            first: |_, arguments| {
                let (games, game) = canonical(sum(arguments, 0))?;
                Ok(Datum::integer(games.grundy(game)))
            },
            second: |evaluator, arguments| {
                let (trees, tree) = tree(evaluator, sum(arguments, 0))?;
                Ok(Datum::integer(trees.grundy(tree)))
            },
            method: "Grundy values of all positions by the mex rule",
        },
    },
    Function {
        name: "misere_outcome",
        parameters: &[once("g", Kind::Impartial)],
        result: "outcome",
        sentence: "P or N in misère play, by playing the sum out.",
        example: ("misere_outcome(3 * notakto(\".../.../...\"))", "N"),
        means: Means::Twice {
            first: |evaluator, arguments| {
                let sum = sum(arguments, 0);
                let closure = Closure::of(sum);
                let mut plain = Plain::new(&closure.components, evaluator.budget.positions);
                let is_p = plain.is_p(&closure.numbers(sum).unwrap_or_default())?;
                Ok(Datum::Outcome(if is_p { Outcome::P } else { Outcome::N }))
            },
            second: |_, arguments| {
                let (games, game) = canonical(sum(arguments, 0))?;
                Ok(Datum::Outcome(if games.is_p(game) { Outcome::P } else { Outcome::N }))
            },
            method: "misère canonical forms",
        },
    },
    Function {
        name: "misere_grundy",
        parameters: &[once("g", Kind::Impartial)],
        result: "integer",
        sentence: "The misère Grundy value: 1 if no move is left, else the least number that no option has.",
        example: ("misere_grundy(heap(kayles(), 5))", "1"),
        means: Means::Twice {
            first: |_, arguments| {
                let (mut games, game) = canonical(sum(arguments, 0))?;
                Ok(Datum::integer(games.misere_grundy(game)))
            },
            second: |evaluator, arguments| {
                let (mut trees, tree) = tree(evaluator, sum(arguments, 0))?;
                Ok(Datum::integer(trees.misere_grundy(tree)?))
            },
            method: TREES,
        },
    },
    Function {
        name: "misere_canonical",
        parameters: &[once("g", Kind::Impartial)],
        result: "text",
        sentence: "The misère canonical form: nim heaps as numbers, G# for the game whose only option is G, others in braces.",
        example: ("misere_canonical(notakto(\".../.../...\"))", "\"{0,2#}\""),
        means: Means::Twice {
            first: |_, arguments| {
                let (games, game) = canonical(sum(arguments, 0))?;
                Ok(text(games.text(game)))
            },
            second: |evaluator, arguments| {
                let (mut trees, tree) = tree(evaluator, sum(arguments, 0))?;
                let form = trees.canonical(tree)?;
                Ok(text(trees.text(form)))
            },
            method: LINKS,
        },
    },
    Function {
        name: "genus",
        parameters: &[once("g", Kind::Impartial)],
        result: "text",
        sentence: "The Grundy value, and the misère Grundy values with 0, 1, 2, … heaps of two beside, of which the last two alternate.",
        example: ("genus(heap(kayles(), 5))", "\"4^146\""),
        means: Means::Twice {
            first: |_, arguments| {
                let (mut games, game) = canonical(sum(arguments, 0))?;
                Ok(text(games.genus(game).to_string()))
            },
            second: |evaluator, arguments| {
                let (mut trees, tree) = tree(evaluator, sum(arguments, 0))?;
                Ok(text(trees.genus(tree)?))
            },
            method: "plain play of the position with heaps of two beside",
        },
    },
    Function {
        name: "misere_kind",
        parameters: &[once("g", Kind::Impartial)],
        result: "text",
        sentence: "\"tame\", \"restive\", \"restless\" or \"wild\", as Winning Ways has them.",
        example: ("misere_kind(notakto(\".../.../...\"))", "\"restive\""),
        means: Means::Twice {
            first: |_, arguments| {
                let (mut games, game) = canonical(sum(arguments, 0))?;
                Ok(text(games.kind(game).word().to_string()))
            },
            second: |evaluator, arguments| {
                let (mut trees, tree) = tree(evaluator, sum(arguments, 0))?;
                let form = trees.canonical(tree)?;
                Ok(text(trees.kind(form)?.to_string()))
            },
            method: LINKS,
        },
    },
    Function {
        name: "misere_mate",
        parameters: &[once("g", Kind::Impartial)],
        result: "text",
        sentence: "The canonical form of the mate: one counter for nothing, else the game of the mates of the options.",
        example: ("misere_mate(heap(kayles(), 5))", "\"{0,2,3,{2,3}}\""),
        means: Means::Twice {
            first: |_, arguments| {
                let (mut games, game) = canonical(sum(arguments, 0))?;
                let mate = games.mate(game)?;
                Ok(text(games.text(mate)))
            },
            second: |evaluator, arguments| {
                let (mut trees, tree) = tree(evaluator, sum(arguments, 0))?;
                let form = trees.canonical(tree)?;
                let mate = trees.mate(form)?;
                let mate = trees.canonical(mate)?;
                Ok(text(trees.text(mate)))
            },
            method: LINKS,
        },
    },
    Function {
        name: "is_half_tame",
        parameters: &[once("g", Kind::Impartial)],
        result: "boolean",
        sentence: "Whether g is not generally tame, but two copies of it together are, with Grundy value and misère Grundy value 0.",
        example: ("is_half_tame(heap(octal(\"0.26\"), 9))", "true"),
        means: Means::Twice {
            first: |_, arguments| {
                let (mut games, game) = canonical(sum(arguments, 0))?;
                Ok(Datum::Boolean(games.is_half_tame(game)?))
            },
            second: |evaluator, arguments| {
                let sum = sum(arguments, 0);
                let (mut trees, tree) = tree(evaluator, sum)?;
                let twice = Sum { game: sum.game.clone(), parts: sum.parts.repeat(2) };
                let twice = trees.tree(&twice.parts, &|parts| sum.game.sums_after(parts))?;
                let (form, twice) = (trees.canonical(tree)?, trees.canonical(twice)?);
                let nought = trees.grundy(twice) == 0 && trees.misere_grundy(twice)? == 0;
                let tame = trees.is_generally_tame(form)?;
                Ok(Datum::Boolean(nought && !tame && trees.is_generally_tame(twice)?))
            },
            method: LINKS,
        },
    },
    Function {
        name: "notakto_endings",
        parameters: &[once("side", Kind::Natural), once("cells", Kind::Natural)],
        result: "list of impartial positions",
        sentence: "All kinds of living boards of Notakto with so many empty cells.",
        example: ("length(notakto_endings(4, 5))", "33"),
        means: Means::Either(|_, arguments| {
            let (side, cells) = (natural(arguments, 0), natural(arguments, 1));
            if side == 0 || side > MOST_LISTED {
                return Err(Trouble::error(format!("boards are listed for sides from 1 to {MOST_LISTED}")));
            }
            let sum = |board| Datum::Impartial(Rc::new(Sum::board(board)));
            Ok(Datum::list(notakto::endings(side, cells).into_iter().map(sum)))
        }),
    },
    Function {
        name: "together",
        parameters: &[once("positions", Kind::List)],
        result: "impartial position",
        sentence: "The sum of the positions of a list, all of one game.",
        example: ("misere_outcome(together([heap(kayles(), 2), heap(kayles(), 3)]))", "N"),
        means: Means::Either(|_, arguments| {
            let Datum::List(positions) = &arguments[0] else { unreachable!("checked to be a list") };
            Ok(Datum::Impartial(Rc::new(together(positions)?)))
        }),
    },
    Function {
        name: "separating",
        parameters: &[once("q", Kind::Quotient), once("u", Kind::Text), once("v", Kind::Text)],
        result: "list of texts",
        sentence: "The elements z such that just one of uz and vz is in P: the companies that tell u and v apart.",
        example: ("separating(quotient(octal(\"0.23\"), 16), \"b\", \"b2\")", "[\"1\", \"b\", \"b2\"]"),
        means: Means::Twice {
            first: |_, arguments| {
                let pair = &pair(arguments, 0).pair;
                let m = &pair.monoid;
                let (u, v) = (element(m, &arguments[1])?, element(m, &arguments[2])?);
                let apart = |&z: &usize| pair.in_p(m.times(u, z)) != pair.in_p(m.times(v, z));
                Ok(Datum::list((0..m.order()).filter(apart).map(|z| text(m.text(z)))))
            },
            second: |_, arguments| {
                let pair = &pair(arguments, 0).pair;
                let (m, rules) = (&pair.monoid, rules_of(&pair.monoid)?);
                let p: Vec<&Word> = pair.p.members().map(|x| m.form(x)).collect();
                let (u, v) = (read_word(&arguments[1], m.names())?, read_word(&arguments[2], m.names())?);
                let mut apart = Vec::new();
                for z in (0..m.order()).map(|z| m.form(z)) {
                    let (uz, vz) = (rewritten(&rules, &u, z)?, rewritten(&rules, &v, z)?);
                    if p.contains(&&uz) != p.contains(&&vz) {
                        apart.push(text(z.text(m.names())));
                    }
                }
                Ok(Datum::list(apart))
            },
            method: REWRITING,
        },
    },
    Function {
        name: "quotient",
        parameters: &[once("game", Kind::Rules), optional("n", Kind::Natural)],
        result: "quotient",
        sentence: "The misère quotient of the heaps up to n, or of a position and all that it leads to, with a finite proof.",
        example: ("order(quotient(octal(\"0.77\"), 30))", "40"),
        means: Means::Either(|_, arguments| {
            let closure = match &arguments[0] {
                Datum::Heaps(rules) if arguments.len() == 2 => {
                    Closure::heaps(rules, heap_size(arguments, 1)?)
                }
                Datum::Heaps(_) => {
                    return Err(Trouble::error("for a heap game say up to which heap: `quotient(g, 30)`"));
                }
                Datum::Impartial(_) if arguments.len() == 2 => {
                    return Err(Trouble::error("a position has no number of heaps").argument(1));
                }
                _ => Closure::of(sum(arguments, 0)),
            };
            let found = quotient(&closure.components, &Bounds::default())
                .map_err(|unfinished| Trouble::from(unfinished.reached()))?;
            Ok(Datum::Quotient(Rc::new(Quotient {
                pair: found.pair,
                dictionary: Some((Rc::new(closure), found.values)),
                proof: Some((found.states, found.kinds)),
            })))
        }),
    },
    Function {
        name: "named",
        parameters: &[once("q", Kind::Quotient), once("positions", Kind::List)],
        result: "quotient",
        sentence: "The same quotient; its letters a, b, … are the elements of these positions, which must generate it.",
        example: (
            "presentation(named(quotient(octal(\"0.3\"), 3), [heap(octal(\"0.3\"), 1)]))",
            "\"<a | a2=1>\"",
        ),
        means: Means::Either(|_, arguments| {
            let quotient = pair(arguments, 0);
            let Datum::List(positions) = &arguments[1] else { unreachable!("checked to be a list") };
            let mut letters = Vec::new();
            for position in positions.iter() {
                letters.push(element_of(quotient, position)?);
            }
            let (pair, renamed) = named(&quotient.pair, &letters)
                .ok_or_else(|| Trouble::error("these positions do not generate the quotient").argument(1))?;
            let dictionary = quotient
                .dictionary
                .as_ref()
                .map(|(closure, values)| (closure.clone(), values.iter().map(|&x| renamed[x]).collect()));
            Ok(Datum::Quotient(Rc::new(Quotient { pair, dictionary, proof: quotient.proof })))
        }),
    },
    Function {
        name: "monoid",
        parameters: &[once("presentation", Kind::Text), once("p", Kind::List)],
        result: "quotient or none",
        sentence: "The commutative monoid with this presentation and these words as its P-elements; none if it is infinite.",
        example: ("order(monoid(\"<a,b | a^2=1, b^3=b>\", [\"a\", \"b2\"]))", "6"),
        means: Means::Either(|_, arguments| {
            let complete = complete(arguments, 0)?;
            let Some(monoid) = complete.monoid() else { return Ok(Datum::None) };
            let mut p = Set::new(monoid.order());
            let Datum::List(words) = &arguments[1] else { unreachable!("checked to be a list") };
            for word in words.iter() {
                p.insert(monoid.evaluate(&read_word(word, monoid.names()).map_err(|t| t.argument(1))?));
            }
            let pair = Bipartite { monoid, p };
            Ok(Datum::Quotient(Rc::new(Quotient { pair, dictionary: None, proof: None })))
        }),
    },
    Function {
        name: "critical_pairs",
        parameters: &[once("presentation", Kind::Text)],
        result: "list of integers",
        sentence: "Of the relations as rules: how many pairs there are, how many are confluent, how many rules completion adds.",
        example: ("critical_pairs(\"<a,b | a2=1,b3=b>\")", "[1, 1, 0]"),
        means: Means::Once(|_, arguments| {
            let presentation = presentation(arguments, 0)?;
            let pairs = presentation.rules().critical_pairs().ok_or_else(Trouble::overflow)?;
            let confluent = pairs.iter().filter(|pair| pair.is_confluent()).count();
            let added = complete(arguments, 0)?.added;
            Ok(Datum::list([pairs.len(), confluent, added].map(Datum::size)))
        }),
    },
    Function {
        name: "presentation",
        parameters: &[once("q", Kind::Quotient)],
        result: "text",
        sentence: "The reduced complete presentation: words by degree, then by the last letter in which they differ.",
        example: ("presentation(quotient(octal(\"0.23\"), 16))", "\"<a,b | a2=1,b3=b>\""),
        means: Means::Once(|_, arguments| Ok(text(pair(arguments, 0).pair.monoid.presentation().text()))),
    },
    Function {
        name: "elements",
        parameters: &[once("q", Kind::Quotient)],
        result: "list of texts",
        sentence: "All elements as least words.",
        example: (
            "elements(quotient(octal(\"0.23\"), 16))",
            "[\"1\", \"a\", \"b\", \"ab\", \"b2\", \"ab2\"]",
        ),
        means: Means::Once(|_, arguments| {
            let m = &pair(arguments, 0).pair.monoid;
            Ok(Datum::list((0..m.order()).map(|x| text(m.text(x)))))
        }),
    },
    Function {
        name: "p_elements",
        parameters: &[once("q", Kind::Quotient)],
        result: "list of texts",
        sentence: "The elements of P as least words, those without the later letters first.",
        example: ("p_elements(quotient(octal(\"0.23\"), 16))", "[\"a\", \"b2\"]"),
        means: Means::Once(|_, arguments| {
            let pair = &pair(arguments, 0).pair;
            Ok(Datum::list(pair.p_texts().into_iter().map(text)))
        }),
    },
    Function {
        name: "phi",
        parameters: &[once("q", Kind::Quotient), once("g", Kind::Impartial)],
        result: "text",
        sentence: "The element of a position in the quotient, as its least word.",
        example: ("phi(quotient(octal(\"0.23\"), 16), heap(octal(\"0.23\"), 3))", "\"b\""),
        means: Means::Twice {
            first: |_, arguments| {
                let quotient = pair(arguments, 0);
                Ok(text(quotient.pair.monoid.text(element_of(quotient, &arguments[1])?)))
            },
            second: phi_by_search,
            method: "plain search of sums with positions that tell elements apart",
        },
    },
    Function {
        name: "word",
        parameters: &[once("q", Kind::Quotient), once("w", Kind::Text)],
        result: "text",
        sentence: "The least word for the element that a word is.",
        example: ("word(quotient(octal(\"0.23\"), 16), \"a3b5\")", "\"ab\""),
        means: Means::Twice {
            first: |_, arguments| {
                let m = &pair(arguments, 0).pair.monoid;
                Ok(text(m.text(element(m, &arguments[1])?)))
            },
            second: |_, arguments| {
                let m = &pair(arguments, 0).pair.monoid;
                let word = read_word(&arguments[1], m.names())?;
                Ok(text(rewritten(&rules_of(m)?, &word, m.form(0))?.text(m.names())))
            },
            method: REWRITING,
        },
    },
    Function {
        name: "in_p",
        parameters: &[once("q", Kind::Quotient), once("w", Kind::Text)],
        result: "boolean",
        sentence: "Whether the element that a word is stands for P-positions.",
        example: ("in_p(quotient(octal(\"0.23\"), 16), \"b2\")", "true"),
        means: Means::Twice {
            first: |_, arguments| {
                let pair = &pair(arguments, 0).pair;
                Ok(Datum::Boolean(pair.in_p(element(&pair.monoid, &arguments[1])?)))
            },
            second: |_, arguments| {
                let pair = &pair(arguments, 0).pair;
                let m = &pair.monoid;
                let word = rewritten(&rules_of(m)?, &read_word(&arguments[1], m.names())?, m.form(0))?;
                Ok(Datum::Boolean(pair.p.members().any(|x| *m.form(x) == word)))
            },
            method: REWRITING,
        },
    },
    Function {
        name: "table",
        parameters: &[once("q", Kind::Quotient)],
        result: "list of lists of texts",
        sentence: "The multiplication table, rows and columns in the order of `elements`.",
        example: ("table(quotient(octal(\"0.3\"), 3))", "[[\"1\", \"a\"], [\"a\", \"1\"]]"),
        means: Means::Once(|_, arguments| {
            let m = &pair(arguments, 0).pair.monoid;
            let row = |x| Datum::list((0..m.order()).map(|y| text(m.text(m.times(x, y)))));
            Ok(Datum::list((0..m.order()).map(row)))
        }),
    },
    Function {
        name: "is_reduced",
        parameters: &[once("q", Kind::Quotient)],
        result: "boolean",
        sentence: "Whether every two elements are told apart by P after multiplication with some element.",
        example: ("is_reduced(monoid(\"<a | a2=1>\", [\"1\", \"a\"]))", "false"),
        means: Means::Once(|_, arguments| Ok(Datum::Boolean(pair(arguments, 0).pair.is_reduced()))),
    },
    Function {
        name: "is_generated",
        parameters: &[once("q", Kind::Quotient)],
        result: "boolean",
        sentence: "Whether every element is a product of elements of positions of its game.",
        example: ("is_generated(quotient(octal(\"0.23\"), 16))", "true"),
        means: Means::Once(|_, arguments| {
            let quotient = pair(arguments, 0);
            let (_, values) = dictionary(quotient)?;
            Ok(Datum::Boolean(named(&quotient.pair, values).is_some()))
        }),
    },
    Function {
        name: "same_quotient",
        parameters: &[once("q", Kind::Quotient), once("r", Kind::Quotient)],
        result: "boolean",
        sentence: "Whether some renaming of elements takes one monoid with its P-elements to the other.",
        example: (
            "same_quotient(quotient(octal(\"0.23\"), 16), monoid(\"<b,c | b2=1,c3=c>\", [\"b\", \"c2\"]))",
            "true",
        ),
        means: Means::Once(|_, arguments| {
            let maps = pair(arguments, 0).pair.isomorphisms(&pair(arguments, 1).pair, 1);
            Ok(Datum::Boolean(!maps.is_empty()))
        }),
    },
    Function {
        name: "misere_period",
        parameters: &[once("q", Kind::Quotient)],
        result: "list of integers or none",
        sentence: "Preperiod and period of the elements of heaps, if they are bound to go on so in an octal game; none if that is not known.",
        example: ("misere_period(quotient(octal(\"0.23\"), 16))", "[1, 3]"),
        means: Means::Once(|_, arguments| {
            let (closure, values) = dictionary(pair(arguments, 0))?;
            let Impartial::Heaps(rules) = &closure.game else { return Ok(Datum::None) };
            let found = rules.octal_digits().and_then(|digits| period(values, digits, rules.breaks()));
            Ok(found.map_or(Datum::None, |(before, period)| Datum::list([before, period].map(Datum::size))))
        }),
    },
    Function {
        name: "dictionary",
        parameters: &[once("q", Kind::Quotient), once("positions", Kind::List), once("words", Kind::List)],
        result: "quotient",
        sentence: "The monoid of q with a dictionary that is given: the positions, and a word for each. It may be wrong.",
        example: (
            "is_right(dictionary(monoid(\"<a | a2=1>\", [\"a\"]), [heap(octal(\"0.3\"), 1)], [\"1\"]))",
            "false",
        ),
        means: Means::Either(typed_dictionary),
    },
    Function {
        name: "is_right",
        parameters: &[once("q", Kind::Quotient)],
        result: "boolean",
        sentence: "Whether products tell the outcomes of all sums of positions, of every size: by the finite proof.",
        example: ("is_right(quotient(octal(\"0.23\"), 16))", "true"),
        means: Means::Twice {
            first: |_, arguments| {
                let quotient = pair(arguments, 0);
                let (closure, values) = dictionary(quotient)?;
                let (components, values) = (&closure.components, values.to_vec());
                Ok(Datum::Boolean(is_right(&Dictionary { pair: &quotient.pair, components, values })?))
            },
            second: |_, arguments| Ok(Datum::Boolean(decided(&proof(pair(arguments, 0))?)?)),
            method: "the finite proof without merged states",
        },
    },
    Function {
        name: "proof_size",
        parameters: &[once("q", Kind::Quotient)],
        result: "list of integers or none",
        sentence: "States and kinds of components of the finite proof that the dictionary is right; none if it is wrong.",
        example: ("proof_size(quotient(octal(\"0.23\"), 16))", "[56, 4]"),
        means: Means::Once(|_, arguments| match proof(pair(arguments, 0))? {
            Proof::Right { states, kinds } => Ok(Datum::list([states, kinds].map(Datum::size))),
            Proof::Wrong(_) => Ok(Datum::None),
            Proof::Open { states } => Err(Trouble::from(Limit::Positions(states as u64))),
        }),
    },
    Function {
        name: "proof_lengths",
        parameters: &[once("q", Kind::Quotient)],
        result: "list of integers or none",
        sentence: "How many states of the finite proof first occur in sums of no component, of one, of two, and so on; none \
            if the dictionary is wrong.",
        example: ("proof_lengths(quotient(octal(\"0.23\"), 16))", "[1, 4, 9, 13, 13, 10, 5, 1]"),
        means: Means::Once(|_, arguments| {
            let Some(lengths) = proof_lengths(&as_dictionary(pair(arguments, 0))?, MOST_STATES) else {
                return Ok(Datum::None);
            };
            let states: usize = lengths.iter().sum();
            if states > MOST_STATES {
                return Err(Trouble::from(Limit::Positions(states as u64)));
            }
            Ok(Datum::list(lengths.into_iter().map(Datum::size)))
        }),
    },
    Function {
        name: "counterexample",
        parameters: &[once("q", Kind::Quotient)],
        result: "text or none",
        sentence: "A sum for which a wrong dictionary and the options disagree; none if it is right.",
        example: ("counterexample(quotient(octal(\"0.23\"), 16))", "none"),
        means: Means::Once(|_, arguments| {
            let quotient = pair(arguments, 0);
            let (closure, _) = dictionary(quotient)?;
            let Proof::Wrong(wrong) = proof(quotient)? else { return Ok(Datum::None) };
            let parts: Vec<String> = wrong.sum.iter().flat_map(|&c| closure.part(c).texts()).collect();
            Ok(text(parts.join(" + ")))
        }),
    },
    Function {
        name: "single_changes",
        parameters: &[once("q", Kind::Quotient)],
        result: "list of integers",
        sentence: "How many dictionaries there are with the element of one position changed, and how many of them are right.",
        example: ("single_changes(quotient(octal(\"0.3\"), 3))", "[4, 0]"),
        means: Means::Twice {
            first: |_, arguments| single_changes(pair(arguments, 0), prove_merged),
            second: |_, arguments| single_changes(pair(arguments, 0), prove),
            method: "the finite proof without merged states",
        },
    },
    Function {
        name: "renamings",
        parameters: &[once("q", Kind::Quotient)],
        result: "list of lists",
        sentence: "Every renaming of elements that keeps products and P: what letters become, how many positions get another element, and whether that dictionary is right.",
        example: (
            "renamings(quotient(octal(\"0.23\"), 16))",
            "[[\"a=a b=b\", 0, true], [\"a=a b=ab\", 5, true]]",
        ),
        means: Means::Once(|_, arguments| {
            let quotient = pair(arguments, 0);
            let (closure, values) = dictionary(quotient)?;
            let m = &quotient.pair.monoid;
            let mut list = Vec::new();
            for map in quotient.pair.isomorphisms(&quotient.pair, MOST_RENAMINGS) {
                let letters: Vec<String> = (0..m.letters())
                    .map(|l| format!("{}={}", m.names()[l], m.text(map[m.letter(l)])))
                    .collect();
                let renamed: Vec<usize> = values.iter().map(|&x| map[x]).collect();
                let moved = renamed.iter().zip(values).filter(|(a, b)| a != b).count();
                let renamed =
                    Dictionary { pair: &quotient.pair, components: &closure.components, values: renamed };
                let right = Datum::Boolean(is_right(&renamed)?);
                list.push(Datum::list([text(letters.join(" ")), Datum::size(moved), right]));
            }
            Ok(Datum::list(list))
        }),
    },
    Function {
        name: "misere_sums",
        parameters: &[once("g", Kind::Impartial), once("k", Kind::Natural)],
        result: "list of integers",
        sentence: "How many sums there are of k living positions to which g leads, and how many are P-positions in misère play, by playing them out.",
        example: ("misere_sums(notakto(\".../.../...\"), 2)", "[1081, 213]"),
        means: Means::Twice {
            first: |_, arguments| {
                let closure = Closure::of(sum(arguments, 0));
                let (tally, _) = tally(&closure.components, natural(arguments, 1), &|_| true, None)?;
                Ok(Datum::list([tally.sums, tally.p].map(Datum::integer)))
            },
            second: |evaluator, arguments| {
                let closure = Closure::of(sum(arguments, 0));
                let (tally, _) = tally_one_by_one(evaluator, &closure, natural(arguments, 1), &|_| true)?;
                Ok(Datum::list([tally.sums, tally.p].map(Datum::integer)))
            },
            method: ONE_BY_ONE,
        },
    },
    Function {
        name: "misere_disagreements",
        parameters: &[once("q", Kind::Quotient), once("k", Kind::Natural)],
        result: "integer",
        sentence: "For how many sums of k living positions the product of elements and plain search disagree.",
        example: ("misere_disagreements(quotient(notakto(\".../.../...\")), 2)", "0"),
        means: Means::Twice {
            first: |_, arguments| {
                let quotient = pair(arguments, 0);
                let (closure, values) = dictionary(quotient)?;
                let m = &quotient.pair.monoid;
                let product = |sum: &[usize]| sum.iter().fold(0, |x, &c| m.times(x, values[c]));
                let rule = |sum: &[usize]| quotient.pair.in_p(product(sum));
                let (_, differ) = tally(&closure.components, natural(arguments, 1), &rule, Some(values))?;
                Ok(Datum::integer(differ))
            },
            second: |evaluator, arguments| {
                let quotient = pair(arguments, 0);
                let (closure, values) = dictionary(quotient)?;
                let (m, rules) = (&quotient.pair.monoid, rules_of(&quotient.pair.monoid)?);
                let p: Vec<&Word> = quotient.pair.p.members().map(|x| m.form(x)).collect();
                let rule = |sum: &[u32]| {
                    let times = |word: Option<Word>, &c: &u32| word?.times(m.form(values[c as usize]));
                    let word = sum.iter().fold(Some(m.form(0).clone()), times);
                    word.and_then(|word| rules.normal_form(&word)).is_some_and(|word| p.contains(&&word))
                };
                let (_, differ) = tally_one_by_one(evaluator, closure, natural(arguments, 1), &rule)?;
                Ok(Datum::integer(differ))
            },
            method: ONE_BY_ONE,
        },
    },
    Function {
        name: "nim_rule_failures",
        parameters: &[once("g", Kind::Impartial), once("k", Kind::Natural)],
        result: "integer",
        sentence: "For how many sums of k living positions to which g leads Bouton's rule for misère nim, on Grundy values, gives another outcome than plain search.",
        example: ("nim_rule_failures(notakto(\".../.../...\"), 1)", "2"),
        means: Means::Twice {
            first: |_, arguments| {
                let closure = Closure::of(sum(arguments, 0));
                let values = grundy_values(&closure.components);
                let rule = |sum: &[usize]| {
                    let total = sum.iter().fold(0, |total, &c| total ^ values[c]);
                    total == u32::from(sum.iter().all(|&c| values[c] < 2))
                };
                let (_, differ) = tally(&closure.components, natural(arguments, 1), &rule, None)?;
                Ok(Datum::integer(differ))
            },
            second: |evaluator, arguments| {
                let closure = Closure::of(sum(arguments, 0));
                let mut values = Vec::new();
                for component in 0..closure.components.len() {
                    let (trees, tree) = tree(evaluator, &closure.part(component))?;
                    values.push(trees.grundy(tree));
                }
                let rule = |sum: &[u32]| {
                    let large = sum.iter().filter(|&&c| values[c as usize] > 1).count();
                    let ones = sum.iter().filter(|&&c| values[c as usize] == 1).count();
                    let total = sum.iter().fold(0, |total, &c| total ^ values[c as usize]);
                    if large == 0 { ones % 2 == 1 } else { total == 0 }
                };
                let (_, differ) = tally_one_by_one(evaluator, &closure, natural(arguments, 1), &rule)?;
                Ok(Datum::integer(differ))
            },
            method: ONE_BY_ONE,
        },
    },
];

/// Sums that are played out one by one, at most.
const MOST_ONE_BY_ONE: u64 = 300_000;

const TREES: &str = "plain play of the position as it lies";
const LINKS: &str = "trees of play compared by links, without reversible options";
const REWRITING: &str = "rewriting by the relations, without a table of products";
const ONE_BY_ONE: &str = "every sum played out on its own";

/// Renamings that are listed at most.
const MOST_RENAMINGS: usize = 1_000;

fn text(words: String) -> Datum {
    Datum::Text(words.into())
}

fn sum(arguments: &[Datum], index: usize) -> &Sum {
    let Datum::Impartial(sum) = &arguments[index] else {
        unreachable!("checked to be an impartial position")
    };
    sum
}

fn rules(arguments: &[Datum], index: usize) -> &Heaps {
    let Datum::Heaps(rules) = &arguments[index] else { unreachable!("checked to be a heap game") };
    rules
}

fn pair(arguments: &[Datum], index: usize) -> &Quotient {
    let Datum::Quotient(quotient) = &arguments[index] else { unreachable!("checked to be a quotient") };
    quotient
}

fn heap_size(arguments: &[Datum], index: usize) -> Result<u32, Trouble> {
    let n = natural(arguments, index);
    if n > MOST_HEAP {
        return Err(
            Trouble::error(format!("heaps have at most {MOST_HEAP} counters, not {n}")).argument(index)
        );
    }
    Ok(n)
}

fn presentation(arguments: &[Datum], index: usize) -> Result<Presentation, Trouble> {
    let Datum::Text(words) = &arguments[index] else { unreachable!("checked to be a text") };
    Presentation::read(words)
        .map_err(|problem| Trouble::error(format!("this is no presentation: {problem}")).argument(index))
}

fn complete(arguments: &[Datum], index: usize) -> Result<Rewriting, Trouble> {
    presentation(arguments, index)?.complete().ok_or_else(Trouble::overflow)
}

fn read_word(word: &Datum, names: &[String]) -> Result<Word, Trouble> {
    let Datum::Text(word) = word else {
        return Err(Trouble::error(format!("a word is a text, not {}", word.a_kind())));
    };
    Word::read(word, names).map_err(|problem| Trouble::error(format!("`{word}` is no word: {problem}")))
}

/// The misère canonical form of a sum, with the arena that holds it.
fn canonical(sum: &Sum) -> Result<(Games, ImpartialGame), Trouble> {
    let closure = Closure::of(sum);
    let mut games = Games::new(MOST_GAMES);
    let values = games.components(&closure.components)?;
    let mut total = games.zero();
    for number in closure.numbers(sum).unwrap_or_default() {
        total = games.sum(total, values[number as usize])?;
    }
    Ok((games, total))
}

/// The tree of play of a sum, every part as it lies.
fn tree(evaluator: &Evaluator, sum: &Sum) -> Result<(MisereTrees, usize), Trouble> {
    let mut trees = MisereTrees::new(evaluator.budget.searched);
    let tree = trees.tree(&sum.parts, &|parts| sum.game.sums_after(parts))?;
    Ok((trees, tree))
}

fn together(positions: &[Datum]) -> Result<Sum, Trouble> {
    let mut all: Option<Sum> = None;
    for position in positions {
        let Datum::Impartial(sum) = position else {
            return Err(Trouble::error("the positions are impartial"));
        };
        all = Some(match all {
            None => (**sum).clone(),
            Some(all) => all.plus(sum).ok_or_else(|| Trouble::error("positions of one game"))?,
        });
    }
    all.ok_or_else(|| Trouble::error("at least one position is needed"))
}

fn element(m: &Monoid, word: &Datum) -> Result<usize, Trouble> {
    Ok(m.evaluate(&read_word(word, m.names())?))
}

/// The relations of a monoid as rules that are complete.
fn rules_of(m: &Monoid) -> Result<Rewriting, Trouble> {
    m.presentation().complete().ok_or_else(Trouble::overflow)
}

fn rewritten(rules: &Rewriting, u: &Word, v: &Word) -> Result<Word, Trouble> {
    u.times(v).and_then(|word| rules.normal_form(&word)).ok_or_else(Trouble::overflow)
}

fn grundy_values(components: &Components) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(components.len());
    for component in 0..components.len() {
        let option = |sum: &Vec<u32>| sum.iter().fold(0, |total, &c| total ^ values[c as usize]);
        values.push(mex(components.options(component).iter().map(option)));
    }
    values
}

fn dictionary(quotient: &Quotient) -> Result<(&Closure, &[usize]), Trouble> {
    let (closure, values) = quotient.dictionary.as_ref().ok_or_else(|| {
        Trouble::error("this quotient has no dictionary")
            .help("`dictionary(q, positions, words)` gives it one")
    })?;
    Ok((closure, values))
}

/// The element of a position.
fn element_of(quotient: &Quotient, position: &Datum) -> Result<usize, Trouble> {
    let Datum::Impartial(sum) = position else {
        return Err(Trouble::error(format!("an impartial position is wanted, not {}", position.a_kind())));
    };
    let (closure, values) = dictionary(quotient)?;
    let numbers =
        closure.numbers(sum).ok_or_else(|| Trouble::error("the quotient does not know this position"))?;
    let m = &quotient.pair.monoid;
    Ok(numbers.iter().fold(0, |x, &c| m.times(x, values[c as usize])))
}

/// The one element that tells the outcomes of sums of the position with products of letters, by search alone.
fn phi_by_search(evaluator: &mut Evaluator, arguments: &[Datum]) -> Result<Datum, Trouble> {
    let quotient = pair(arguments, 0);
    let (closure, values) = dictionary(quotient)?;
    let numbers = closure
        .numbers(sum(arguments, 1))
        .ok_or_else(|| Trouble::error("the quotient does not know this position"))?;
    let m = &quotient.pair.monoid;
    let letters: Option<Vec<u32>> =
        (0..m.letters()).map(|l| Some(values.iter().position(|&x| x == m.letter(l))? as u32)).collect();
    let letters =
        letters.ok_or_else(|| Trouble::error("some letter is the element of no single position"))?;
    let mut plain = Plain::new(&closure.components, evaluator.budget.positions);
    let mut fitting: Vec<usize> = (0..m.order()).collect();
    for z in 0..m.order() {
        let mut company = numbers.clone();
        for (&letter, &exponent) in letters.iter().zip(&m.form(z).0) {
            company.extend(std::iter::repeat_n(letter, exponent as usize));
        }
        let is_p = plain.is_p(&company)?;
        fitting.retain(|&x| quotient.pair.in_p(m.times(x, z)) == is_p);
    }
    match fitting[..] {
        [x] => Ok(text(m.text(x))),
        _ => Ok(Datum::None),
    }
}

fn proof(quotient: &Quotient) -> Result<Proof, Trouble> {
    Ok(prove(&as_dictionary(quotient)?, MOST_STATES))
}

fn as_dictionary(quotient: &Quotient) -> Result<Dictionary<'_>, Trouble> {
    let (closure, values) = dictionary(quotient)?;
    Ok(Dictionary { pair: &quotient.pair, components: &closure.components, values: values.to_vec() })
}

fn is_right(dictionary: &Dictionary<'_>) -> Result<bool, Trouble> {
    decided(&prove_merged(dictionary, MOST_STATES))
}

fn decided(proof: &Proof) -> Result<bool, Trouble> {
    match *proof {
        Proof::Right { .. } => Ok(true),
        Proof::Wrong(_) => Ok(false),
        Proof::Open { states } => Err(Trouble::from(Limit::Positions(states as u64))),
    }
}

fn single_changes(quotient: &Quotient, prove: fn(&Dictionary<'_>, usize) -> Proof) -> Result<Datum, Trouble> {
    let (closure, values) = dictionary(quotient)?;
    let (pair, components) = (&quotient.pair, &closure.components);
    let (mut tried, mut right) = (0u64, 0u64);
    for position in 0..values.len() {
        for value in (0..pair.monoid.order()).filter(|&x| x != values[position]) {
            let mut values = values.to_vec();
            values[position] = value;
            tried += 1;
            right += u64::from(decided(&prove(&Dictionary { pair, components, values }, MOST_STATES))?);
        }
    }
    Ok(Datum::list([tried, right].map(Datum::integer)))
}

fn typed_dictionary(_: &mut Evaluator, arguments: &[Datum]) -> Result<Datum, Trouble> {
    let quotient = pair(arguments, 0);
    let (Datum::List(positions), Datum::List(words)) = (&arguments[1], &arguments[2]) else {
        unreachable!("checked to be lists")
    };
    if positions.len() != words.len() {
        return Err(Trouble::error("there is a word for each position").argument(2));
    }
    let all = together(positions).map_err(|trouble| trouble.argument(1))?;
    let closure = Closure::of(&all);
    let m = &quotient.pair.monoid;
    let mut values: Vec<Option<usize>> = vec![None; closure.components.len()];
    for (position, word) in positions.iter().zip(words.iter()) {
        let Datum::Impartial(sum) = position else { unreachable!("as above") };
        let value = m.evaluate(&read_word(word, m.names()).map_err(|trouble| trouble.argument(2))?);
        match closure.numbers(sum).unwrap_or_default()[..] {
            [one] => values[one as usize] = Some(value),
            [] if value == 0 => {}
            [] => return Err(Trouble::error("a dead position has the word 1").argument(2)),
            _ => return Err(Trouble::error("single positions have words, not sums").argument(1)),
        }
    }
    // A heap from which nothing can be done is nothing.
    let value = |(component, value): (usize, Option<usize>)| {
        value.or_else(|| closure.components.options(component).is_empty().then_some(0))
    };
    let values: Option<Vec<usize>> = values.into_iter().enumerate().map(value).collect();
    let values =
        values.ok_or_else(|| Trouble::error("some position to which these lead has no word").argument(1))?;
    Ok(Datum::Quotient(Rc::new(Quotient {
        pair: quotient.pair.clone(),
        dictionary: Some((Rc::new(closure), values)),
        proof: None,
    })))
}

/// Sums of k components by plain search against a rule; components that are the same game are counted together, unless
/// `values` tells them apart.
fn tally(
    components: &Components,
    k: u32,
    rule: &dyn Fn(&[usize]) -> bool,
    values: Option<&[usize]>,
) -> Result<(Tally, u64), Trouble> {
    if k == 0 || k > MOST_SUM {
        return Err(Trouble::error(format!("sums have from 1 to {MOST_SUM} positions")).argument(1));
    }
    let (distinct, stands) = components.distinct();
    let mut copies = vec![0u64; distinct.len()];
    let mut example = vec![usize::MAX; distinct.len()];
    let mut told_apart = false;
    for (component, stands) in stands.iter().enumerate() {
        let Some(stands) = stands.map(|s| s as usize) else { continue };
        if copies[stands] == 0 {
            example[stands] = component;
        }
        copies[stands] += 1;
        told_apart |= values.is_some_and(|values| values[example[stands]] != values[component]);
    }
    let too_large =
        || Trouble::error("all sums are searched only for boards, which do not break, and not too many");
    if told_apart {
        let table = SumTable::search(components, k as usize).ok_or_else(too_large)?;
        return Ok(table.tally(k as usize, &vec![1; components.len()], rule));
    }
    let table = SumTable::search(&distinct, k as usize).ok_or_else(too_large)?;
    let rule = |sum: &[usize]| rule(&sum.iter().map(|&c| example[c]).collect::<Vec<_>>());
    Ok(table.tally(k as usize, &copies, rule))
}

/// The sums of k living components, each with its outcome by playing it out, against a rule.
fn tally_one_by_one(
    evaluator: &Evaluator,
    closure: &Closure,
    k: u32,
    rule: &dyn Fn(&[u32]) -> bool,
) -> Result<(Tally, u64), Trouble> {
    let components = &closure.components;
    let living: Vec<u32> =
        (0..components.len() as u32).filter(|&c| !components.options(c as usize).is_empty()).collect();
    let mut plain = Plain::new(components, evaluator.budget.searched);
    let (mut tally, mut differ) = (Tally::default(), 0);
    // Places in the list of the living, never descending.
    let mut places = vec![0usize; k as usize];
    while !living.is_empty() {
        if tally.sums >= MOST_ONE_BY_ONE {
            return Err(out_of_reach(format!(
                "more than {MOST_ONE_BY_ONE} sums are not played out one by one"
            )));
        }
        let sum: Vec<u32> = places.iter().map(|&place| living[place]).collect();
        let is_p = plain.is_p(&sum)?;
        tally.sums += 1;
        tally.p += u64::from(is_p);
        differ += u64::from(is_p != rule(&sum));
        let Some(last) = places.iter().rposition(|&place| place + 1 < living.len()) else { break };
        let next = places[last] + 1;
        places[last..].fill(next);
    }
    Ok((tally, differ))
}

/// The texts of the sums after winning moves; equal neighbours once.
fn winning_moves(sum: &Sum, is_p: &mut dyn FnMut(&[u32]) -> Result<bool, Trouble>) -> Result<Datum, Trouble> {
    let mut found: Vec<String> = Vec::new();
    for parts in sum.game.sums_after(&sum.parts) {
        if is_p(&parts)? {
            found.push(Sum { game: sum.game.clone(), parts }.texts().join(" + "));
        }
    }
    found.dedup();
    Ok(Datum::list(found.into_iter().map(text)))
}
