//! Konane: how rows fall apart, facts of others, and plain search.

use std::collections::{HashMap, HashSet};

use referee::engine::{Player, Store};
use referee::evaluate::{Effort, Texts, audit};
use referee::rulesets::{Konane, KonaneRow, Ruleset, Valuer, value_by_moves};
use referee::search;
use referee::verdicts::Verdict;

/// All rows of at most `cells` cells from the first stone to the last, in both colours.
fn rows(cells: usize) -> Vec<KonaneRow> {
    KonaneRow::all(cells).expect("not too many")
}

#[test]
fn a_row_of_up_to_13_cells_has_the_same_value_split_and_whole() {
    let (mut store, mut valuer) = (Store::new(), Valuer::<KonaneRow>::new());
    let (mut seen, mut split) = (0, 0);
    for row in rows(13) {
        let whole = value_by_moves::<KonaneRow>(&row, &mut store, 1_000_000).expect("small");
        assert_eq!(valuer.value(&row, &mut store), Ok(whole), "{row:?}");
        seen += 1;
        split += usize::from(row.parts().len() > 1);
    }
    assert_eq!(seen, 8_192);
    assert_eq!(split, 5_902, "as many as a published audit counts");
}

#[test]
fn a_row_of_up_to_13_cells_has_the_outcome_that_plain_search_finds() {
    let (mut store, mut valuer) = (Store::new(), Valuer::<KonaneRow>::new());
    for row in rows(13) {
        let value = valuer.value(&row, &mut store).expect("small");
        let outcome = store.outcome(value).expect("small");
        let plain = KonaneRow::plain(&row).expect("small");
        let searched = search::outcome(&plain, 1_000_000).expect("small");
        assert_eq!(format!("{outcome:?}"), format!("{searched:?}"), "{row:?}");
    }
}

/// Every position that can be reached, whoever moves how often.
fn reachable(row: &KonaneRow) -> HashSet<KonaneRow> {
    let mut seen = HashSet::from([row.clone()]);
    let mut waiting = vec![row.clone()];
    while let Some(row) = waiting.pop() {
        for player in Player::BOTH {
            for (_, after) in KonaneRow::moves(&row, player) {
                if seen.insert(after.clone()) {
                    waiting.push(after);
                }
            }
        }
    }
    seen
}

#[test]
fn no_stone_leaves_a_row_by_more_than_one_cell_and_it_is_known_whether_one_does() {
    for row in rows(10) {
        let (Some((first, _)), Some((last, _))) = (row.cells().next(), row.cells().last()) else { continue };
        let mut grows = (false, false);
        for after in reachable(&row) {
            for (cell, _) in after.cells() {
                assert!((first - 1..=last + 1).contains(&cell), "{row:?} reaches {after:?}");
                grows = (grows.0 || cell < first, grows.1 || cell > last);
            }
        }
        assert_eq!(row.grows(), grows, "{row:?}");
    }
}

#[test]
fn parts_never_touch() {
    for row in rows(10) {
        let parts = row.parts();
        let joined: Vec<(i64, Player)> =
            parts.iter().flat_map(|part| part.cells().collect::<Vec<_>>()).collect();
        assert_eq!(joined, row.cells().collect::<Vec<_>>(), "every stone is in one part, and where it was");
        let reaches: Vec<(i64, i64)> = parts
            .iter()
            .map(|part| {
                let cells = || reachable(part).into_iter().flat_map(|row| row.cells().collect::<Vec<_>>());
                (cells().map(|c| c.0).min().expect("a stone"), cells().map(|c| c.0).max().expect("a stone"))
            })
            .collect();
        for two in reaches.windows(2) {
            assert!(two[1].0 - two[0].1 >= 2, "{row:?}: {reaches:?}");
        }
    }
}

#[test]
fn shifting_a_row_by_a_cell_negates_it_and_reflecting_keeps_it() {
    let (mut store, mut valuer) = (Store::new(), Valuer::<KonaneRow>::new());
    for row in rows(9) {
        let value = valuer.value(&row, &mut store).expect("small");
        let cells: HashMap<i64, Player> = row.cells().collect();
        let stones: Vec<bool> = (0..9).map(|cell| cells.contains_key(&cell)).collect();
        let colour = cells[&0];
        let shifted = KonaneRow::new(2, colour, &stones);
        assert_eq!(valuer.value(&shifted, &mut store), Ok(value), "by two cells: {row:?}");
        let shifted = KonaneRow::new(1, colour.opponent(), &stones);
        assert_eq!(valuer.value(&shifted, &mut store), Ok(store.neg(value)), "by one cell: {row:?}");
        let mirrored: Vec<bool> = stones.iter().rev().copied().collect();
        let mirrored = KonaneRow::new(0, colour, &mirrored);
        assert_eq!(valuer.value(&mirrored, &mut store), Ok(value), "about the middle of nine cells: {row:?}");
    }
}

#[test]
fn a_row_alone_on_a_board_with_room_is_the_row_on_the_strip() {
    let (mut store, mut on_strip) = (Store::new(), Valuer::<KonaneRow>::new());
    let mut on_board = Valuer::<Konane>::new();
    for row in rows(9) {
        let drawing = KonaneRow::write(&row);
        let width = drawing.chars().count();
        let (room, empty) = ("·".repeat(2), "·".repeat(width + 4));
        let board = Konane::read(&format!("{empty}/{room}{drawing}{room}/{empty}")).expect("a board");
        let value = on_strip.value(&row, &mut store).expect("small");
        assert_eq!(on_board.value(&board, &mut store), Ok(value), "{row:?}");
    }
}

#[test]
fn one_row_boards_are_finite_and_have_the_outcome_of_plain_search() {
    let (mut store, mut valuer) = (Store::new(), Valuer::<Konane>::new());
    let mut ends_matter = 0;
    for row in rows(8) {
        let drawing = KonaneRow::write(&row);
        let Ok(board) = Konane::read(&drawing) else { continue };
        let value = valuer.value(&board, &mut store).expect("small");
        let outcome = store.outcome(value).expect("small");
        let plain = Konane::plain(&board).expect("small");
        assert_eq!(format!("{outcome:?}"), format!("{:?}", search::outcome(&plain, 100_000).expect("small")));
        let strip = Valuer::<KonaneRow>::new().value(&row, &mut store).expect("small");
        ends_matter += usize::from(strip != value);
    }
    assert!(ends_matter > 20, "a stone at the edge cannot jump over it: {ends_matter}");
}

#[test]
fn boards_of_two_dimensions_have_the_outcome_of_plain_search_and_the_value_of_their_moves() {
    let (mut store, mut valuer) = (Store::new(), Valuer::<Konane>::new());
    // All sets of stones on the chessboard of 3 by 4 cells.
    for set in 0u32..1 << 12 {
        let mut drawing = String::new();
        for cell in 0..12 {
            if cell > 0 && cell % 4 == 0 {
                drawing.push('/');
            }
            let colour = if (cell / 4 + cell % 4) % 2 == 0 { 'x' } else { 'o' };
            drawing.push(if set >> cell & 1 == 1 { colour } else { '.' });
        }
        let board = Konane::read(&drawing).expect("a board");
        let value = valuer.value(&board, &mut store).expect("small");
        let outcome = store.outcome(value).expect("small");
        let plain = Konane::plain(&board).expect("small");
        let searched = search::outcome(&plain, 1_000_000).expect("small");
        assert_eq!(format!("{outcome:?}"), format!("{searched:?}"), "{drawing}");
        let [left, right] = Player::BOTH.map(|player| {
            let moves = Konane::moves(&board, player);
            moves.iter().map(|(_, after)| valuer.value(after, &mut store).expect("small")).collect::<Vec<_>>()
        });
        assert_eq!(store.game(&left, &right), Ok(value), "{drawing}");
    }
}

#[test]
fn rows_are_read_and_what_is_none_is_refused_with_the_place() {
    for (text, drawing) in [
        ("S(4,2,3)", "○●○●·●○·○●○"),
        ("S( 4, 2, 3 )", "○●○●·●○·○●○"),
        ("S(2, 3··, 2)", "○●·●○●··○●"),
        ("S(2,3..,2)", "○●·●○●··○●"),
        ("S(1·,1)", "○·○"),
        ("S(1,0,1)", "○··●"),
        ("S(0,2)", "·●○"),
        ("S(3)", "○●○"),
        ("xoxo.", "●○●○"),
        (".xo", "·●○"),
        ("○●○●·●○", "○●○●·●○"),
        ("X.x.", "●·●"),
        ("...", ""),
        ("", ""),
        ("xo from -2", "●○ from -2"),
        ("xo from 2", "··●○"),
    ] {
        let row = KonaneRow::read(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
        assert_eq!(KonaneRow::write(&row), drawing, "{text}");
    }
    for (text, place, message) in [
        ("xx", 1, "this stone is Left's on a cell of Right's"),
        ("xo.x", 3, "this stone is Left's on a cell of Right's"),
        ("○·●", 5, "this stone is Left's on a cell of Right's"),
        ("xo?", 2, "here x, o or . is due, not '?'"),
        ("xo/ox", 2, "a second row; this is one row only"),
        ("xo from", 7, "here the number of the first cell is due"),
        ("xo from x", 8, "here the number of the first cell is due"),
        ("S", 1, "after S, blocks are due, as in S(4,2,3)"),
        ("S4", 1, "after S, blocks are due, as in S(4,2,3)"),
        ("S()", 2, "here the number of stones of a block is due"),
        ("S(2,)", 4, "here the number of stones of a block is due"),
        ("S(2,3··)", 9, "after the dots another block is due"),
        ("S(2;3)", 3, "here a comma or the closing bracket is due"),
        ("S(2,3", 5, "here a comma or the closing bracket is due"),
        ("S(2) 3", 4, "nothing is due after the closing bracket"),
        ("S(5000)", 7, "a row has at most 4096 cells"),
        ("S(99999999999999999999)", 2, "here the number of stones of a block is due"),
    ] {
        let problem = KonaneRow::read(text).expect_err(text);
        assert_eq!(problem.offset, place, "{text}: {problem}");
        assert!(problem.message.starts_with(message), "{text}: {problem}");
    }
    for (text, place, message) in [
        ("xo/ox/x", 7, "row 3 has 1 cells, and the first row has 2"),
        ("xo/o/xo", 4, "row 2 has 1 cells, and the first row has 2"),
        ("xo/xo", 3, "this stone is Left's on a cell of Right's"),
    ] {
        let problem = Konane::read(text).expect_err(text);
        assert_eq!(problem.offset, place, "{text}: {problem}");
        assert!(problem.message.starts_with(message), "{text}: {problem}");
    }
    assert!(Konane::read(&"xo".repeat(65)).is_err(), "130 cells");
}

#[test]
fn limits_are_said() {
    use referee::engine::Limit;
    let (mut store, mut valuer) = (Store::new(), Valuer::<KonaneRow>::new());
    let long = KonaneRow::blocks(&[127]).expect("can be written down");
    assert_eq!(valuer.value(&long, &mut store), Err(Limit::Board(129)));
    // Parts far apart are no problem.
    let wide = KonaneRow::blocks(&[3, 0, 0, 3, 0, 0, 3].repeat(100)).expect("can be written down");
    assert!(valuer.value(&wide, &mut store).is_ok());
    assert!(KonaneRow::plain(&wide).is_none());
}

/// The layout of Table 2 with these lines typed in, and the claim on it for blocks of at most 6 stones.
fn table_2_with(typed: &str) -> Texts {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("papers/konane");
    let text = |file: &str| std::fs::read_to_string(folder.join(file)).expect("a file of the paper");
    let paper = text("paper.md");
    let block = |head: &str| {
        let block = paper.split(head).nth(1).expect("it is there");
        format!("{head}{}~~~\n", block.split("~~~\n").next().expect("it ends"))
    };
    let definitions = block("~~~define\n").replace(", 7, 9, 11, 13]", "]").replace(", 8, 10, 12, 14]", "]");
    let claim = block("~~~claim table-2\n");
    let claim: Vec<&str> = claim.lines().filter(|line| !line.starts_with("chart")).collect();
    let front = "title = 'T'\nsource = { citation = 'C' }\ncontract = { claims = 1, entries = 27 }";
    Texts {
        key: "konane".into(),
        folder: "papers/konane".into(),
        document: format!("+++\n{front}\n+++\n{definitions}\n{}\n", claim.join("\n")),
        printed: [("printed/table-2.tsv".into(), text("printed/table-2.tsv") + typed)].into(),
        ..Texts::default()
    }
}

#[test]
fn cells_that_are_typed_into_the_layout_are_compared() {
    let effort = Effort { jobs: 1, ..Effort::default() };
    // 1↑3* is quoted of this table, and S(1,6,2) the only cell that has it; the other is no cell's value.
    let texts = table_2_with("1\t6\t2\t1↑3∗\tTable 2, m = 6\n3\t2\t4\t99\tTable 2, m = 2\n");
    let audited = audit(&texts, &effort).unwrap_or_else(|problems| panic!("{problems:?}"));
    let verdict = |cell: &str| {
        let id = format!("konane/table-2/{cell}/value");
        audited.verdicts.entries().find(|entry| entry.id == id).expect("the cell").verdict
    };
    assert!(verdict("k=1,m=6,n=2").agrees());
    assert_eq!(verdict("k=3,m=2,n=4"), Verdict::Mismatch);
    assert_eq!(verdict("k=5,m=6,n=4"), Verdict::Match, "quoted, 9/4");
    assert_eq!(verdict("k=5,m=6,n=6"), Verdict::Mismatch, "quoted, 17/4");
    let unseen = audited.verdicts.entries().filter(|entry| entry.verdict == Verdict::NotAttempted).count();
    assert_eq!(unseen, 27 - 3 - 2, "three cells of this size are quoted, two were typed");
    let problems =
        audit(&table_2_with("3\t2\t4\t2\t\n"), &effort).err().expect("nobody says where it was read");
    assert!(format!("{problems:?}").contains("origin"), "{problems:?}");
}
