//! Clobber: facts of others, all small boards by whole boards and by plain search, graphs, and what is alike.

use std::collections::HashMap;

use referee::engine::{Limit, Player, Store, Value};
use referee::graphs::{Enumeration, Graph, families};
use referee::notation::{Dialect, Form};
use referee::rulesets::clobber::PlainClobber;
use referee::rulesets::{Clobber, Ruleset, Valuer};
use referee::search::{self, Game, Searcher};

#[derive(Default)]
struct Table {
    store: Store,
    valuer: Valuer<Clobber>,
}

impl Table {
    fn value(&mut self, position: &Clobber) -> Value {
        self.valuer.value(position, &mut self.store).expect("within the limits")
    }
    fn of(&mut self, text: &str) -> Value {
        self.value(&read(text))
    }
    fn read(&mut self, form: &str) -> Value {
        let form = Form::read(form, Dialect::Plain).unwrap_or_else(|problem| panic!("{form}: {problem:?}"));
        self.store.read(&form).expect("small")
    }
    fn printed(&mut self, value: Value) -> String {
        self.store.form(value).expect("small").ascii()
    }
}

fn read(text: &str) -> Clobber {
    Clobber::read(text).unwrap_or_else(|problem| panic!("{text}: {problem}"))
}

#[test]
fn values_are_those_that_cgsuite_prints() {
    let mut table = Table::default();
    let mut rows = 0;
    for line in include_str!("../data/clobber_positions.tsv").lines().filter(|l| !l.starts_with('#')).skip(1)
    {
        let (position, printed) = line.split_once('\t').expect("two columns");
        let value = table.of(&position.replace('|', "/"));
        assert_eq!(value, table.read(printed), "{position} is {}, not {printed}", table.printed(value));
        rows += 1;
    }
    assert_eq!(rows, 435);
}

/// The examples of *An introduction to Clobber* and of audits of it, and facts known for long.
#[test]
fn values_and_weights_known_in_print() {
    let mut table = Table::default();
    for (position, form) in [
        ("ox", "*"),
        ("oxx", "^"),
        ("oxxx", "^^*"),
        ("xxooxoxxoo", "*2"),
        ("(xo)^3", "0"),
        ("ox^9", "^8*"),
        ("x^4o^7", "0"),
        ("(xxo)^7", "^4"),
        ("(xxo)^20", "^10"),
        ("oxxoo/.xo", "{^^* | {*, v | vv*}, {0 | v3}}"),
    ] {
        let (value, known) = (table.of(position), table.read(form));
        assert_eq!(value, known, "{position} is {}, not {form}", table.printed(value));
    }
    for (position, weight) in [
        ("xxooxoxxoo", "0"),
        ("xoxxooo/oooo..o", "-2Tiny(2)"),
        ("xoo o^6/xox", "Tiny(2)"),
        ("xoo o^4/xox", "^"),
        ("oxox^7", "{4|2}"),
        ("xxxxxxx/xoxxxxx/xxxxxxx", "6"),
    ] {
        let value = table.of(position);
        let found = table.store.atomic_weight(value).expect("small").expect("all-small");
        assert_eq!(table.printed(found), weight, "the weight of {position}");
    }
}

/// Whose stone: 0 none, 1 Left's, 2 Right's.
fn board(rows: usize, columns: usize, mut number: usize) -> Clobber {
    let stones = (0..rows * columns).map(|_| {
        let stone = [None, Some(Player::Left), Some(Player::Right)][number % 3];
        number /= 3;
        stone
    });
    Clobber::on_grid(rows, columns, stones.collect()).expect("as many as cells")
}

const SHAPES: &[(usize, usize)] =
    &[(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7), (1, 8), (2, 2), (2, 3), (2, 4)];

/// Every board of a shape as one game, without groups or symmetries.
struct Whole {
    rules: PlainClobber,
    values: HashMap<(u128, u128), Value>,
}

impl Whole {
    fn value(&mut self, position: (u128, u128), store: &mut Store) -> Value {
        if let Some(&known) = self.values.get(&position) {
            return known;
        }
        let [left, right] = [search::Player::Left, search::Player::Right].map(|player| {
            let moves = self.rules.moves(&position, player);
            moves.into_iter().map(|next| self.value(next, store)).collect::<Vec<_>>()
        });
        let value = store.game(&left, &right).expect("small");
        self.values.insert(position, value);
        value
    }
}

/// The stones of a board with a stone on every cell, for the rules; and of one board as sets.
fn sets(position: &Clobber) -> (u128, u128) {
    let of = |player| {
        let own = position.stones().iter().enumerate().filter(move |(_, stone)| **stone == Some(player));
        own.fold(0u128, |set, (cell, _)| set | 1 << cell)
    };
    (of(Player::Left), of(Player::Right))
}

fn rules(rows: usize, columns: usize) -> PlainClobber {
    let full = vec![Some(Player::Left); rows * columns];
    PlainClobber::new(&Clobber::on_grid(rows, columns, full).expect("a board")).expect("small")
}

/// For every board of the shapes with at most `most` cells; gives their number.
fn groups_sum_to_the_board(most: usize) -> usize {
    let mut boards = 0;
    let mut table = Table::default();
    for &(rows, columns) in SHAPES.iter().filter(|(rows, columns)| rows * columns <= most) {
        let mut whole = Whole { rules: rules(rows, columns), values: HashMap::new() };
        for number in 0..3usize.pow((rows * columns) as u32) {
            let position = board(rows, columns, number);
            let value = table.value(&position);
            assert_eq!(value, whole.value(sets(&position), &mut table.store), "{position:?}");
            boards += 1;
        }
    }
    boards
}

fn value_and_search_agree(most: usize) -> usize {
    let mut boards = 0;
    let mut table = Table::default();
    for &(rows, columns) in SHAPES.iter().filter(|(rows, columns)| rows * columns <= most) {
        // One table of positions a shape: sets of bits mean other cells on another.
        let rules = rules(rows, columns);
        let mut searcher = Searcher::new(&rules, u64::MAX);
        for number in 0..3usize.pow((rows * columns) as u32) {
            let position = board(rows, columns, number);
            let value = table.value(&position);
            let by_value = table.store.outcome(value).expect("small");
            let by_search = searcher.outcome_of(&sets(&position)).expect("no limit");
            assert_eq!(format!("{by_value:?}"), by_search.to_string(), "{position:?}");
            boards += 1;
        }
    }
    boards
}

// Larger boards are in the full ranges of the claims of the paper on Clobber.

#[test]
fn groups_sum_to_the_whole_board() {
    assert_eq!(groups_sum_to_the_board(7), 3 + 9 + 27 + 81 + 243 + 729 + 2187 + 81 + 729);
}

#[test]
fn outcomes_by_value_are_those_of_plain_search() {
    assert_eq!(value_and_search_agree(8), 3279 + 6561 + 81 + 729 + 6561);
}

#[test]
fn graphs_with_stones_are_what_their_grids_are() {
    let mut table = Table::default();
    for number in (0..3usize.pow(9)).step_by(7) {
        let grid = board(3, 3, number);
        let graph =
            Clobber::on_graph(families::grid(3, 3).expect("small"), grid.stones().to_vec()).expect("nine");
        assert_eq!(table.value(&grid), table.value(&graph), "{grid:?}");
    }
}

/// Graphs that fall apart and vertices without stones among them. Each is asked for twice, the second time by its quick name,
/// when thousands of others are called by theirs in the same table.
#[test]
fn every_position_on_small_graphs_agrees_with_plain_search() {
    let mut table = Table::default();
    for order in 0..=5 {
        for graph in Enumeration::graphs(order).expect("small").iter() {
            for mut number in 0..3u32.pow(order as u32) {
                let mut stone = || {
                    let digit = number % 3;
                    number /= 3;
                    [Some(Player::Left), Some(Player::Right), None][digit as usize]
                };
                let position = Clobber::on_graph(graph.clone(), (0..order).map(|_| stone()).collect())
                    .expect("a stone or none each");
                let value = table.value(&position);
                let plain = Clobber::plain(&position).expect("small");
                let by_value = table.store.outcome(value).expect("small");
                let searched = search::outcome(&plain, 100_000).expect("small");
                assert_eq!(format!("{by_value:?}"), searched.to_string(), "{position:?}");
                assert_eq!(table.value(&position), value, "{position:?}");
            }
        }
    }
}

#[test]
fn a_bent_row_is_a_row() {
    let mut table = Table::default();
    for (bent, row) in [
        ("xo/.x", "xox"),
        ("xoxxooo/......o/......o", "xoxxooooo"),
        ("x.xo/o.o./xox.", "xoxoxoxo"),
        ("0-3-1-2 / Left 0 1 / Right 2 3", "xoxo"),
    ] {
        assert_eq!(table.of(bent), table.of(row), "{bent}");
    }
    // Four more kinds of groups would be four too many.
    let kinds = table.valuer.remembered();
    table.of("ox/x.");
    assert_eq!(table.valuer.remembered(), kinds);
}

#[test]
fn images_and_exchanged_colours_share_an_entry() {
    let mut table = Table::default();
    let first = table.of("xoox/oxxx/xo..");
    let kinds = table.valuer.remembered();
    for (image, negated) in [
        ("xoox/xxxo/..ox", false),
        ("xo../oxxx/xoox", false),
        ("xox/oxo/ox./xx.", false),
        ("oxxo/xooo/ox..", true),
        ("oxo/xox/xo./oo.", true),
    ] {
        let value = table.of(image);
        assert_eq!(value, if negated { table.store.neg(first) } else { first }, "{image}");
    }
    assert_eq!(table.valuer.remembered(), kinds);
}

#[test]
fn all_images_of_all_small_boards_share_their_entries() {
    let keys = |position: &Clobber| {
        let pieces = Clobber::pieces(position).expect("small");
        let mut keys: Vec<_> =
            pieces.iter().map(Clobber::key).map(|signed| (signed.key, signed.negated)).collect();
        keys.sort_unstable();
        keys
    };
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2)] {
        for number in 0..3usize.pow((rows * columns) as u32) {
            let given = board(rows, columns, number);
            let stone = |row: usize, column: usize| given.stones()[row * columns + column];
            let image = |rows: usize, columns: usize, of: &dyn Fn(usize, usize) -> Option<Player>| {
                let stones = (0..rows * columns).map(|cell| of(cell / columns, cell % columns)).collect();
                Clobber::on_grid(rows, columns, stones).expect("as many stones")
            };
            let upside_down = image(rows, columns, &|row, column| stone(rows - 1 - row, column));
            let mirrored = image(rows, columns, &|row, column| stone(row, columns - 1 - column));
            let on_its_side = image(columns, rows, &|row, column| stone(column, row));
            for other in [upside_down, mirrored, on_its_side] {
                assert_eq!(keys(&given), keys(&other), "{given:?}, {other:?}");
            }
        }
    }
}

/// Groups of all kinds under a few names each: what shares a quick name shares an entry, and most that share an entry share a
/// quick name, which is what it is for.
#[test]
fn equal_quick_names_are_of_equal_entries() {
    let mut named = HashMap::new();
    let mut seen = 0;
    let mut see = |position: &Clobber| {
        for piece in Clobber::pieces(position).expect("small") {
            let name = Clobber::quick_key(&piece).expect("small");
            let entry = Clobber::key(&piece);
            seen += 1;
            let known = named.entry(name).or_insert_with(|| entry.clone());
            assert_eq!(*known, entry, "{position:?}");
        }
    };
    for (rows, columns) in [(1, 8), (2, 4), (3, 3), (4, 2)] {
        (0..3usize.pow((rows * columns) as u32)).for_each(|number| see(&board(rows, columns, number)));
    }
    for order in 2..=6 {
        for graph in Enumeration::connected_graphs(order).expect("small").iter() {
            for turn in 0..order {
                let renamed = |v: usize| (v * if order == 5 { 2 } else { 1 } + turn) % order;
                let edges: Vec<_> = graph.edges().map(|(v, w)| (renamed(v), renamed(w))).collect();
                let graph = Graph::from_edges(order, edges);
                for colours in 0..1u32 << order {
                    let stone = |v: usize| Some(Player::BOTH[(colours >> v & 1) as usize]);
                    let stones = (0..order).map(stone).collect();
                    see(&Clobber::on_graph(graph.clone(), stones).expect("a stone each"));
                }
            }
        }
    }
    assert!(named.len() * 4 < seen, "{} names for {seen} groups", named.len());
}

/// The classes by two methods; and their members, counted by all images, are all boards with so many stones.
#[test]
fn classes_of_boards_are_the_same_by_two_methods() {
    use referee::rulesets::clobber::{classes, classes_by_numbers};
    use std::collections::HashSet;
    let sizes = [(1, 1), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)];
    let images = |position: &Clobber| -> HashSet<Vec<Option<Player>>> {
        let &referee::rulesets::clobber::Board::Grid { rows, columns } = position.board() else { panic!() };
        let at = |row: usize, column: usize| position.stones()[row * columns + column];
        let mut images = HashSet::new();
        let mut add = |image: &dyn Fn(usize, usize) -> Option<Player>| {
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let image: Vec<_> = cells.map(|(row, column)| image(row, column)).collect();
            images.insert(image.iter().map(|stone| stone.map(Player::opponent)).collect());
            images.insert(image);
        };
        let (last, end) = (rows - 1, columns - 1);
        add(&|row, column| at(row, column));
        add(&|row, column| at(last - row, column));
        add(&|row, column| at(row, end - column));
        add(&|row, column| at(last - row, end - column));
        if rows == columns {
            add(&|row, column| at(column, row));
            add(&|row, column| at(last - column, row));
            add(&|row, column| at(column, end - row));
            add(&|row, column| at(last - column, end - row));
        }
        images
    };
    for (rows, columns) in sizes {
        for stones in 0..=rows * columns + 1 {
            let first = classes(rows, columns, stones).expect("few cells");
            let second = classes_by_numbers(rows, columns, stones).expect("few cells");
            assert_eq!(first.len(), second.len(), "{rows}x{columns} with {stones}");
            let mut all = HashSet::new();
            for position in &first {
                for image in images(position) {
                    assert!(all.insert(image), "two of one class: {position:?}");
                }
            }
            let expected = (0..3usize.pow((rows * columns) as u32))
                .filter(|&number| board(rows, columns, number).stones().iter().flatten().count() == stones);
            assert_eq!(all.len(), expected.count(), "{rows}x{columns} with {stones}");
            assert!(second.iter().all(|position| all.contains(position.stones())));
        }
    }
    assert!(classes(3, 5, 2).is_err() && classes_by_numbers(3, 5, 2).is_err());
}

/// With up to eight stones inside 2×5 one class has the value *2; of every so many-th position, and of that one, it is also
/// found by plain search of the difference.
#[test]
fn the_smallest_positions_of_a_value_are_those_by_search() {
    use referee::notation::Form;
    use referee::rulesets::clobber::classes;
    let mut table = Table::default();
    let star_two = table.read("*2");
    let nimber = search::Tree::of(&Form::nimber(2)).expect("small");
    let mut counts = Vec::new();
    for stones in 2..=8 {
        let mut count = 0;
        for (i, position) in classes(2, 5, stones).expect("few cells").into_iter().enumerate() {
            let has = table.value(&position) == star_two;
            count += usize::from(has);
            if has || i % 17 == 0 {
                let plain = Clobber::plain(&position).expect("small");
                let same = search::difference_is_zero(&plain, &nimber, 1_000_000).expect("small");
                assert_eq!(same, has, "{position:?}");
            }
        }
        counts.push(count);
    }
    assert_eq!(counts, [0, 0, 0, 0, 0, 0, 1], "xxoo./.xxoo");
}

#[test]
fn one_colour_is_worth_nothing() {
    let mut table = Table::default();
    for text in ["x^50", "xxx/x.x/xxx", "x.o/.x./o.x", "0-1-2-3-0 / Left 0 1 2 3", ""] {
        assert!(table.of(text) == table.store.zero(), "{text}");
    }
    assert_eq!(table.valuer.remembered(), 0);
}

#[test]
fn a_row_of_eight_and_a_board_of_two_by_four_are_never_confused() {
    let mut table = Table::default();
    for number in 0..3usize.pow(8) {
        let (row, block) = (board(1, 8, number), board(2, 4, number));
        for position in [row, block] {
            let value = table.value(&position);
            let plain = Clobber::plain(&position).expect("small");
            if number % 50 == 0 {
                let searched = search::outcome(&plain, 100_000).expect("small").to_string();
                assert_eq!(format!("{:?}", table.store.outcome(value).unwrap()), searched, "{position:?}");
            }
        }
    }
    assert_ne!(table.of("xoxoxoxo"), table.of("xoxo/xoxo"));
}

#[test]
fn rows_may_be_longer_than_any_set_of_bits_and_blocks_may_not() {
    let mut table = Table::default();
    let value = table.of("(xxo)^60");
    assert_eq!(table.printed(value), "^30");
    let position = read("(xo)^40/(ox)^40");
    assert_eq!(table.valuer.value(&position, &mut table.store), Err(Limit::Board(160)));
    // On a large board, small groups are no problem.
    let position = read("xo.(.)^100/(.)^100.xo/(.)^100xo.");
    let (value, star, bent) = (table.value(&position), table.of("xo"), table.of("oxox"));
    assert_eq!(value, table.store.add(star, bent).expect("small"));
}

#[test]
fn outcomes_of_large_boards_by_search_are_those_by_value() {
    use referee::rulesets::clobber::{Reach, Settled, outcome, outcome_within};
    let mut table = Table::default();
    let none = Reach { row: 0, group: 0, sum: 0, ..Reach::default() };
    let little = Reach { row: 4, group: 3, sum: 8, ..Reach::default() };
    for text in
        ["(xo)^7", "(xxo)^5", "xoxo/oxox", "x^5/o^5", "xox/oxo/xo.", "xoxo/oxxo/o..o", "xxoxoo/..x", "ox^6/o"]
    {
        let position = read(text);
        let value = table.value(&position);
        let expected = table.store.outcome(value).expect("small");
        for reach in [none, little] {
            let (found, how) =
                outcome_within(reach, &position, &mut table.store, &mut table.valuer, 1_000_000)
                    .expect("small");
            assert_eq!(found, expected, "{text} with {reach:?}");
            assert!(matches!(how, Settled::Search { .. }), "{text} with {reach:?}");
        }
    }
    // Beyond what is valued.
    let mut of = |text: &str| {
        let found = outcome(&read(text), &mut table.store, &mut table.valuer, 1_000_000).expect("enough");
        (format!("{:?}", found.0), found.1)
    };
    assert_eq!(of("(xo)^3"), ("P".to_string(), Settled::Value));
    assert_eq!(of("(xo)^18").0, "N");
    assert!(matches!(of("(xo)^18").1, Settled::Search { .. }));
    // 2×n with rows of one colour and n even is 0; so are checkerboards of 2 rows if 3 divides n.
    assert_eq!(of("x^8/o^8").0, "P");
    assert_eq!(of("xoxoxo/oxoxox").0, "P");
    assert_eq!(outcome(&read("(xo)^34"), &mut table.store, &mut table.valuer, 5), Err(Limit::Positions(5)));
}

/// Of every size of board, every so many-th position: searched without values, with few, and with a table that forgets all the
/// time, against plain search.
#[test]
fn outcomes_by_search_are_those_of_plain_search() {
    use referee::rulesets::clobber::{Reach, outcome_within};
    let mut table = Table::default();
    let none = Reach { row: 0, group: 0, sum: 0, ..Reach::default() };
    let few = Reach { row: 3, group: 4, sum: 16, ..Reach::default() };
    let forgetful = Reach { table: 1 << 10, ..none };
    let few_and_forgetful = Reach { table: 1 << 12, ..few };
    for (rows, columns, step) in [(1, 9, 23), (2, 4, 13), (2, 5, 97), (3, 3, 29), (3, 4, 1201)] {
        let plain = rules(rows, columns);
        for number in (0..3usize.pow((rows * columns) as u32)).step_by(step) {
            let position = board(rows, columns, number);
            let mut searcher = Searcher::new(&plain, 1_000_000);
            let start = plain.position(&position).expect("on the same board");
            let expected = searcher.outcome_of(&start).expect("small").to_string();
            for reach in [none, few, forgetful, few_and_forgetful] {
                let Table { store, valuer } = &mut table;
                let (found, _) = outcome_within(reach, &position, store, valuer, 1_000_000).expect("small");
                assert_eq!(format!("{found:?}"), expected, "{position:?} with {reach:?}");
            }
        }
    }
}

/// Where groups of any size are met, and forgotten again and their numbers given to others.
#[test]
fn outcomes_by_search_of_random_boards_are_those_of_plain_search() {
    use referee::rulesets::clobber::{Reach, outcome_within};
    let mut table = Table::default();
    let mut state = 1u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut met = [0; 4];
    for (rows, columns, boards) in [(3, 4, 40), (2, 7, 20), (4, 4, 4), (3, 5, 8)] {
        for i in 0..boards {
            // Every other board has no holes.
            let kinds = 2 + i % 2;
            let number = (0..rows * columns).fold(0, |number, _| number * 3 + 2 - random(kinds) as usize);
            let position = board(rows, columns, number);
            let plain = Clobber::plain(&position).expect("small");
            let expected = search::outcome(&plain, 10_000_000).expect("small").to_string();
            for (group, table_bytes) in [(3, 1 << 12), (6, 1 << 14), (0, 1 << 16), (10, 1 << 10)] {
                let reach = Reach { row: group, group, sum: 16, table: table_bytes };
                let Table { store, valuer } = &mut table;
                let (found, _) = outcome_within(reach, &position, store, valuer, 10_000_000).expect("small");
                assert_eq!(format!("{found:?}"), expected, "{position:?} with {reach:?}");
            }
            met["PNLR".find(&expected).expect("an outcome")] += 1;
        }
    }
    assert!(met.iter().all(|&boards| boards > 0), "{met:?}");
}

/// Checkerboards on which larger groups are valued; others have computed that the second player wins 2×n exactly if 3
/// divides n.
#[test]
fn large_boards_are_settled_alike_whatever_is_valued() {
    use referee::rulesets::clobber::{Reach, outcome_within};
    let position = read("(xo)^7/(ox)^7");
    let wide = Reach::on(position.board());
    assert_eq!((wide.group, Reach::on(read("xoxo/oxox").board())), (13, Reach::default()));
    for reach in [wide, Reach { table: 1 << 20, ..wide }, Reach { group: 11, ..wide }] {
        let mut table = Table::default();
        let Table { store, valuer } = &mut table;
        let (found, _) = outcome_within(reach, &position, store, valuer, 1_000_000).expect("enough");
        assert_eq!(format!("{found:?}"), "N", "{reach:?}");
    }
}

#[test]
fn winning_moves_are_those_of_plain_search() {
    use referee::rulesets::clobber::{winning_move, winning_moves};
    let mut table = Table::default();
    for text in
        ["(xo)^3", "(xo)^5", "x^3/o^3", "xoxo/oxxo/o..o", "xoo/.xo", "0-1-2-3-0 1-3 / Left 0 2 / Right 1 3"]
    {
        let position = read(text);
        let plain = Clobber::plain(&position).expect("small");
        for (player, same) in [(Player::Left, search::Player::Left), (Player::Right, search::Player::Right)] {
            let mut searcher = Searcher::new(&plain, 1_000_000);
            let expected: Vec<(usize, usize)> = position
                .playable(player)
                .into_iter()
                .zip(plain.moves(&plain.start(), same))
                .filter(|(_, after)| !searcher.wins(after, same.opponent()).expect("small"))
                .map(|(called, _)| called)
                .collect();
            let Table { store, valuer } = &mut table;
            assert_eq!(
                winning_moves(&position, player, store, valuer, 10_000),
                Ok(expected.clone()),
                "{text}"
            );
            let one = winning_move(&position, player, store, valuer, 10_000).expect("small");
            assert_eq!(one.is_some(), !expected.is_empty(), "{text}");
            assert!(one.is_none_or(|called| expected.contains(&called)), "{text}");
        }
    }
}

#[test]
fn texts_that_are_no_positions_are_refused_with_the_place() {
    for (text, place, message) in [
        ("xoz", 2, "here x, o, a dot or a parenthesis is due, not 'z'"),
        ("xo/(xo", 3, "this parenthesis is not closed"),
        ("xo)", 2, "there is no parenthesis to close"),
        ("(xo)^", 5, "here a power is due: a number or a letter"),
        ("(xo)^n", 5, "no number is given that n stands for"),
        ("(xo)^{2", 7, "here } is due"),
        ("(xo)^99999999999999999999", 5, "this power is too large"),
        ("(xo)^9999", 0, "a row of more than 16384 cells is too large"),
        ("0-1 / Left 0 / Right 0", 21, "vertex 0 has a stone already"),
        ("0-1 / Left 2", 11, "there is no vertex 2"),
        ("0-1 / Left x", 11, "here the number of a vertex is due, not \"x\""),
        ("0-1 / Left 0 / Rght 1", 15, "here Left or Right is due, not \"Rght\""),
    ] {
        let problem = Clobber::read(text).expect_err(text);
        assert_eq!((problem.offset, problem.message.as_str()), (place, message), "{text}");
    }
}

#[test]
fn moves_are_called_by_their_places() {
    let position = read("xo/ox");
    assert_eq!(position.playable(Player::Left), [(0, 1), (0, 2), (3, 1), (3, 2)]);
    assert_eq!(position.after(Player::Left, 0, 1), Some(read(".x/ox")));
    assert_eq!(position.after(Player::Left, 0, 3), None, "a diagonal");
    assert_eq!(position.after(Player::Left, 1, 0), None, "the other's stone");
    assert_eq!(position.after(Player::Right, 9, 0), None, "no place");
}

/// Lemma 4.1 of *An introduction to Clobber*: with one stone of Right's, at v, the atomic weight is l(v) − 2.
fn one_white_on_labelled_graphs(orders: std::ops::RangeInclusive<usize>) -> [usize; 10] {
    let mut table = Table::default();
    let mut weights = [0; 10];
    for order in orders {
        for graph in Enumeration::connected_graphs(order).expect("small").iter() {
            for v in 0..order {
                let position = Clobber::one_white(graph.clone(), v).expect("a vertex");
                let value = table.value(&position);
                let weight = table.store.atomic_weight(value).expect("small").expect("all-small");
                let length = referee::graphs::blocked_length(&graph, v).expect("few paths");
                let expected = table.store.integer(length as i128 - 2).expect("small");
                assert_eq!(weight, expected, "{position:?}, length {length}");
                weights[length] += 1;
            }
        }
    }
    weights
}

#[test]
fn the_weight_of_one_white_stone_is_the_length_of_a_blocked_path_less_two() {
    let weights = one_white_on_labelled_graphs(2..=6);
    assert_eq!(weights.iter().sum::<usize>(), 2 + 3 * 2 + 4 * 6 + 5 * 21 + 6 * 112, "{weights:?}");
    assert!(weights[1] > 0, "split paths with two vertices, {weights:?}");
}

#[test]
fn a_block_and_its_graph_are_the_same_game() {
    let mut table = Table::default();
    let block = read("xxxxxxx/xoxxxxx/xxxxxxx");
    let graph = Clobber::one_white(families::grid(3, 7).expect("small"), 8).expect("a vertex");
    assert_eq!(table.value(&block), table.value(&graph));
    assert_eq!(referee::graphs::blocked_length(&families::grid(3, 7).expect("small"), 8), Ok(8));
}

/// Boards of one shape share what plain search found; those of another shape with as many cells do not.
#[test]
fn plain_outcomes_are_the_same_in_any_company() {
    use referee::evaluate::{Evaluator, Formula};
    let mut company = Evaluator::default();
    for number in (0..3usize.pow(8)).step_by(41) {
        for (rows, columns) in [(1, 8), (2, 4), (4, 2)] {
            let position = board(rows, columns, number);
            let formula = Formula::typed(&format!("plain_outcome(clobber(\"{position:?}\"))"));
            let formula = formula.expect("an expression");
            let found = company.evaluate(&formula, &[]).expect("small");
            let alone = search::outcome_without_table(&Clobber::plain(&position).expect("small"), 1_000_000);
            assert_eq!(
                company.shown(&found).expect("an outcome").text,
                alone.expect("small").to_string(),
                "{position:?}"
            );
        }
    }
}

#[test]
fn how_an_outcome_is_proved() {
    use referee::evaluate::{Evaluator, Formula};
    let mut evaluator = Evaluator::default();
    for (position, way) in
        [("(xo)^16", "value"), ("(xo)^17", "search"), ("x^5/o^5", "value"), ("x^6/o^6", "search")]
    {
        let formula = Formula::typed(&format!("proved_by(clobber(\"{position}\"))")).expect("an expression");
        let found = evaluator.evaluate(&formula, &[]).expect("no limit");
        assert_eq!(evaluator.shown(&found).expect("a text").text, format!("\"{way}\""), "{position}");
    }
}
