//! The laws that every ruleset obeys, run on each of the list.

use std::collections::HashSet;

use referee::engine::{Outcome, Player, Store};
use referee::rulesets::{Ruleset, Valuer, Visitor, visit_all};
use referee::search;

/// The examples and all that one or two moves make of them.
fn positions<R: Ruleset>() -> Vec<R::Position> {
    let mut found: Vec<R::Position> =
        R::EXAMPLES.iter().map(|text| R::read(text).unwrap_or_else(|p| panic!("{text:?}: {p}"))).collect();
    assert!(!found.is_empty(), "{} has no example", R::NAME);
    for _ in 0..2 {
        let next: Vec<R::Position> = found
            .iter()
            .flat_map(|position| Player::BOTH.into_iter().flat_map(|player| R::moves(position, player)))
            .map(|(_, after)| after)
            .collect();
        found.extend(next);
        let mut seen = HashSet::new();
        found.retain(|position| seen.insert(position.clone()));
    }
    found
}

struct Laws;

impl Visitor for Laws {
    fn visit<R: Ruleset>(&mut self) {
        let (mut store, mut valuer) = (Store::new(), Valuer::<R>::new());
        for position in positions::<R>() {
            let name = format!("{} {position:?}", R::NAME);
            assert_eq!(R::read(&R::write(&position)).as_ref(), Ok(&position), "{name}: text round trip");

            let value = valuer.value(&position, &mut store).expect("small");
            let turned = valuer.value(&R::negative(&position), &mut store).expect("small");
            assert_eq!(turned, store.neg(value), "{name}: players exchanged = negative");
            assert_eq!(R::negative(&R::negative(&position)), position, "{name}");

            // By its moves, without pieces, keys or known values at this place.
            let options = Player::BOTH.map(|player| {
                R::moves(&position, player)
                    .iter()
                    .map(|(_, next)| valuer.value(next, &mut store).expect("small"))
                    .collect::<Vec<_>>()
            });
            let by_moves = store.game(&options[0], &options[1]).expect("small");
            assert_eq!(by_moves, value, "{name}: the pieces sum to the whole");

            let plain = R::plain(&position).expect("small enough for plain search");
            let searched = search::outcome(&plain, 1_000_000).expect("small");
            let by_value = store.outcome(value).expect("small");
            assert_eq!(format!("{searched:?}"), format!("{by_value:?}"), "{name}: plain search agrees");
            let turned = R::plain(&R::negative(&position)).expect("small");
            let both = search::Sum::new(&plain, &turned);
            assert_eq!(search::outcome(&both, 1_000_000), Ok(search::Outcome::P), "{name}: minus itself");
        }
    }
}

struct Moves;

impl Visitor for Moves {
    fn visit<R: Ruleset>(&mut self) {
        for position in positions::<R>() {
            for player in Player::BOTH {
                for (called, after) in R::moves(&position, player) {
                    let name = format!("{} {position:?}, {player:?} {called:?}", R::NAME);
                    assert_eq!(R::after(&position, player, &called), Some(after), "{name}");
                    assert!(!called.is_empty(), "{name}");
                }
                assert_eq!(R::after(&position, player, &[]), None, "{} {position:?}", R::NAME);
                assert_eq!(R::after(&position, player, &[i64::MAX]), None, "{} {position:?}", R::NAME);
            }
        }
    }
}

struct Winners;

impl Visitor for Winners {
    fn visit<R: Ruleset>(&mut self) {
        let (mut store, mut valuer) = (Store::new(), Valuer::<R>::new());
        for position in positions::<R>() {
            let outcome = R::outcome(&position, &mut store, &mut valuer, 1_000_000).expect("small");
            let plain = R::plain(&position).expect("small");
            let searched = search::outcome(&plain, 1_000_000).expect("small");
            assert_eq!(format!("{outcome:?}"), format!("{searched:?}"), "{} {position:?}", R::NAME);
            for player in Player::BOTH {
                let found = R::winning_move(&position, player, &mut store, &mut valuer, 1_000_000);
                let found = found.expect("small");
                let wins = outcome == Outcome::N || outcome == Outcome::won_by(player);
                assert_eq!(found.is_some(), wins, "{} {position:?} {player:?}", R::NAME);
                let Some(called) = found else { continue };
                let after = R::after(&position, player, &called).expect("a move");
                let plain = R::plain(&after).expect("small");
                let mut search = search::Searcher::new(&plain, 1_000_000);
                let opponent = referee::rulesets::to_search(player.opponent());
                let lost = !search.wins(&search::Game::start(&plain), opponent).expect("small");
                assert!(lost, "{} {position:?} {player:?} {called:?}", R::NAME);
            }
        }
    }
}

struct PlayEnds;

impl Visitor for PlayEnds {
    fn visit<R: Ruleset>(&mut self) {
        for mut position in positions::<R>() {
            let mut moves = 0;
            let mut player = Player::Left;
            while let Some((_, next)) = R::moves(&position, player).into_iter().last() {
                position = next;
                player = if moves % 3 == 0 { player.opponent() } else { player };
                moves += 1;
                assert!(moves < 10_000, "{}: play does not end", R::NAME);
            }
        }
    }
}

#[test]
fn every_ruleset_obeys_the_laws() {
    visit_all(&mut Laws);
}

#[test]
fn a_move_is_found_by_what_it_is_called() {
    visit_all(&mut Moves);
}

#[test]
fn winning_moves_win_in_plain_search() {
    visit_all(&mut Winners);
}

#[test]
fn play_comes_to_an_end() {
    visit_all(&mut PlayEnds);
}

#[test]
fn texts_that_are_no_positions_are_refused_with_the_place() {
    use referee::rulesets::Snort;
    for (text, place, message) in [
        ("0-1 / Lft 0", 6, "here Left, Right or gone is due, not \"Lft\""),
        ("0-1 / Left 2", 11, "there is no vertex 2"),
        ("0-1 / Left 0 / Right 0", 21, "vertex 0 has a tint already"),
        ("0-1 / Left x", 11, "here the number of a vertex is due, not \"x\""),
        ("0-1 /", 5, "here Left, Right or gone is due"),
    ] {
        let problem = Snort::read(text).expect_err(text);
        assert_eq!((problem.offset, problem.message.as_str()), (place, message), "{text}");
    }
    assert!(Snort::read("0-0").is_err());
}

#[test]
fn budgets_are_limits_and_not_answers() {
    use referee::engine::Limit;
    use referee::graphs::families;
    use referee::rulesets::Snort;
    let mut store = Store::new();
    let position = Snort::on(families::path(16).expect("small"));
    let mut poor = Valuer::<Snort>::with_budget(10);
    assert_eq!(poor.value(&position, &mut store), Err(Limit::Positions(10)));
    assert_eq!(poor.remembered(), 10);
    let wide = Snort::on(families::path(200).expect("small"));
    assert_eq!(Valuer::<Snort>::new().value(&wide, &mut store), Err(Limit::Board(200)));
    // Many small parts are no problem.
    let scattered = Snort::on(families::empty(2_001).expect("small"));
    let star = store.nimber(1).expect("small");
    assert_eq!(Valuer::<Snort>::new().value(&scattered, &mut store), Ok(star));
}
