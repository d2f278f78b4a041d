//! Impartial games and misère play: monoids, proofs, quotients, single games.

use referee::engine::misere::{
    Bipartite, Bounds, Components, Dictionary, Games, Kind, Plain, Presentation, Proof, Set, SumTable, Word,
    period, proof_lengths, prove, prove_merged, quotient,
};
use referee::evaluate::{Budget, Evaluator, Formula, Second};
use referee::rulesets::heaps::Heaps;
use referee::rulesets::notakto::{self, Board};

/// The presentation of Plambeck and Whitehead, *The Secrets of Notakto*.
pub(crate) const NOTAKTO: &str = "<a,b,c,d | a2=1,b3=b,b2c=c,c3=ac2,b2d=d,cd=ad,d2=c2>";

pub(crate) fn pair(presentation: &str, p: &[&str]) -> Bipartite {
    let presentation = Presentation::read(presentation).expect("a presentation");
    let monoid = presentation.complete().expect("few rules").monoid().expect("a finite monoid");
    let mut set = Set::new(monoid.order());
    for word in p {
        set.insert(monoid.evaluate(&Word::read(word, monoid.names()).expect("a word")));
    }
    Bipartite { monoid, p: set }
}

pub(crate) fn notakto_pair() -> Bipartite {
    pair(NOTAKTO, &["a", "b2", "bc", "c2"])
}

/// The living boards, and their values in Figure 7.
fn dictionary(pair: &Bipartite) -> (Vec<Board>, Components, Vec<usize>) {
    let empty = Board { side: 3, crosses: 0 };
    let (boards, components) = notakto::components(&[empty]);
    let facts = include_str!("../data/notakto_dictionary.tsv");
    let values = boards.iter().map(|board| {
        let cells: String = board.crossed().iter().map(u32::to_string).collect();
        let cells = if cells.is_empty() { "-".to_string() } else { cells };
        let row = facts.lines().map(|line| line.split('\t').collect::<Vec<_>>()).find(|row| row[0] == cells);
        let row = row.expect("every kind of board is in the table");
        let exponents = row[3..7].iter().map(|e| e.parse().expect("an exponent")).collect();
        pair.monoid.evaluate(&Word(exponents))
    });
    let values = values.collect();
    (boards, components, values)
}

#[test]
fn a_presentation_is_read_in_plain_text_and_in_tex_and_printed_again() {
    let plain = Presentation::read(NOTAKTO).expect("plain text");
    assert_eq!(plain.text(), NOTAKTO);
    let tex = r"\langle a,b,c,d \mid a^2=1,\ b^{3}=b, b^2c=c, c^3=a c^2, b^2d=d, cd=ad, d^2=c^2 \rangle";
    assert_eq!(Presentation::read(tex).expect("TeX"), plain);
    assert_eq!(Presentation::read(&plain.tex()).expect("our own TeX"), plain);
    assert_eq!(Presentation::read("⟨a,b | a² = 1, b³ = b⟩").expect("Unicode").text(), "<a,b | a2=1,b3=b>");
    let problem = |text| Presentation::read(text).expect_err("no presentation").to_string();
    assert_eq!(problem("<a,b | a2=1,c=b>"), "at byte 12: `c` is not one of the letters");
    assert_eq!(problem("<a,a>"), "at byte 3: `a` stands here twice");
    assert_eq!(problem("<a | a2>"), "at byte 7: `=` is expected here");
    assert_eq!(problem("<a | a^=1>"), "at byte 7: an exponent is expected here");
    assert_eq!(problem("<a | a99999999999=1>"), "at byte 6: the exponent is too large");
    assert_eq!(problem("a | a2=1"), "at byte 0: `<` is expected here");
    assert_eq!(problem("<a | a2=1> a"), "at byte 11: the end of the presentation is expected here");
}

#[test]
fn the_relations_of_notakto_are_complete_as_they_stand() {
    let presentation = Presentation::read(NOTAKTO).expect("a presentation");
    let pairs = presentation.rules().critical_pairs().expect("small exponents");
    assert_eq!(pairs.len(), 21);
    assert!(pairs.iter().all(|pair| pair.is_confluent()));
    let complete = presentation.complete().expect("few rules");
    assert_eq!((complete.added, complete.rules.len()), (0, 7));
    let monoid = complete.monoid().expect("a finite monoid");
    let elements: Vec<String> = (0..monoid.order()).map(|x| monoid.text(x)).collect();
    // The published audit's list of the 18 elements.
    let mut listed: Vec<&str> =
        "1 a b c d ab ac ad b2 bc bd c2 ab2 abc abd ac2 bc2 abc2".split(' ').collect();
    listed.sort_unstable();
    let mut found: Vec<&str> = elements.iter().map(String::as_str).collect();
    found.sort_unstable();
    assert_eq!(found, listed);
    assert_eq!(monoid.presentation().complete(), Presentation::read(NOTAKTO).expect("as above").complete());
}

#[test]
fn completion_adds_what_is_missing_and_an_infinite_monoid_is_seen() {
    let complete =
        |text: &str| Presentation::read(text).expect("a presentation").complete().expect("few rules");
    // a3 = 1 and a5 = 1 make a = 1.
    let trivial = complete("<a | a3=1,a5=1>");
    assert_eq!(trivial.monoid().expect("finite").order(), 1);
    assert!(trivial.added > 0);
    let infinite = complete("<a,b | a2=1,ab=b>");
    assert_eq!(infinite.infinite().expect("the powers of b").letter, "b");
    assert!(infinite.monoid().is_none());
    assert_eq!(complete("<a,b | a2=1,b3=b>").monoid().expect("finite").order(), 6);
}

#[test]
fn the_dictionary_of_notakto_is_right_for_sums_of_every_size() {
    let pair = notakto_pair();
    let (boards, components, values) = dictionary(&pair);
    assert_eq!(boards.len(), 46);
    let dictionary = Dictionary { pair: &pair, components: &components, values };
    assert_eq!(prove(&dictionary, 1 << 20), Proof::Right { states: 285_480, kinds: 15 });
    // The other way through the states, by the length of sums.
    assert_eq!(proof_lengths(&dictionary, 1 << 20).map(|lengths| lengths.iter().sum()), Some(285_480));
    assert!(matches!(prove_merged(&dictionary, 1 << 20), Proof::Right { kinds: 15, .. }));
    assert!(pair.is_reduced());
    // All 18 elements occur as products: the letters are values of boards.
    assert!((0..4).all(|letter| dictionary.values.contains(&pair.monoid.letter(letter))));
}

#[test]
fn no_single_value_of_the_dictionary_of_notakto_can_be_changed() {
    let pair = notakto_pair();
    let (boards, components, values) = dictionary(&pair);
    let mut plain = Plain::new(&components, 1 << 24);
    let mut failed = 0;
    for board in 0..boards.len() {
        for value in (0..pair.monoid.order()).filter(|&x| x != values[board]) {
            let mut changed = values.clone();
            changed[board] = value;
            let changed = Dictionary { pair: &pair, components: &components, values: changed };
            let Proof::Wrong(wrong) = prove(&changed, 1 << 20) else {
                panic!("{} may be {}", boards[board].write(), pair.monoid.text(value))
            };
            assert!(matches!(prove_merged(&changed, 1 << 20), Proof::Wrong(_)));
            failed += 1;
            // Some sum, the one shown or an option of it, has another outcome than its product says.
            if failed % 50 == 0 {
                let sum: Vec<u32> = wrong.sum.iter().map(|&c| c as u32).collect();
                let mut suspects = vec![sum.clone()];
                for place in 0..sum.len() {
                    for option in components.options(sum[place] as usize) {
                        let mut next = sum.clone();
                        next.swap_remove(place);
                        next.extend(option);
                        suspects.push(next);
                    }
                }
                let lies = |sum: &Vec<u32>, plain: &mut Plain| {
                    let product =
                        sum.iter().fold(0, |x, &c| pair.monoid.times(x, changed.values[c as usize]));
                    plain.is_p(sum).expect("a small sum") != pair.in_p(product)
                };
                assert!(suspects.iter().any(|sum| lies(sum, &mut plain)));
            }
        }
    }
    assert_eq!(failed, 782);
}

#[test]
fn there_are_four_right_dictionaries_of_notakto() {
    let pair = notakto_pair();
    let (_, components, values) = dictionary(&pair);
    let maps = pair.isomorphisms(&pair, 100);
    assert_eq!(maps.len(), 4);
    let mut changes = Vec::new();
    for map in maps {
        let moved: Vec<usize> = values.iter().map(|&x| map[x]).collect();
        changes.push(moved.iter().zip(&values).filter(|(a, b)| a != b).count());
        let moved = Dictionary { pair: &pair, components: &components, values: moved };
        assert!(matches!(prove_merged(&moved, 1 << 20), Proof::Right { kinds: 15, .. }));
    }
    changes.sort_unstable();
    assert_eq!(changes, [0, 4, 4, 4]);
}

#[test]
fn the_quotient_of_notakto_follows_from_the_rules_alone() {
    let printed = notakto_pair();
    let (_, components, values) = dictionary(&printed);
    let found = quotient(&components, &Bounds::default()).expect("a finite quotient");
    assert_eq!((found.pair.monoid.order(), found.pair.p.count()), (18, 4));
    let partners: Vec<(usize, usize)> = found.values.iter().copied().zip(values).collect();
    assert!(found.pair.isomorphism_along(&printed, &partners).is_some());
}

#[test]
fn plain_search_agrees_with_the_dictionary_of_notakto_on_sums_of_up_to_four_boards() {
    let pair = notakto_pair();
    let (_, components, values) = dictionary(&pair);
    let table = SumTable::search(&components, 4).expect("boards do not split");
    let copies = vec![1; components.len()];
    let rule = |sum: &[usize]| pair.in_p(sum.iter().fold(0, |x, &c| pair.monoid.times(x, values[c])));
    // Sums and P-positions of the published audit.
    for (k, sums, p) in [(1, 46, 18), (2, 1_081, 213), (3, 17_296, 3_282), (4, 211_876, 42_423)] {
        let (tally, differ) = table.tally(k, &copies, rule);
        assert_eq!((tally.sums, tally.p, differ), (sums, p, 0));
    }
}

#[test]
fn sums_of_games_that_are_the_same_game_are_counted_together() {
    let (_, components) = notakto::components(&[Board { side: 3, crosses: 0 }]);
    let (distinct, stands) = components.distinct();
    let mut copies = vec![0; distinct.len()];
    stands.iter().flatten().for_each(|&c| copies[c as usize] += 1);
    assert!(distinct.len() < components.len());
    let each = SumTable::search(&components, 4).expect("boards do not split");
    let together = SumTable::search(&distinct, 4).expect("boards do not split");
    for k in 1..=4 {
        let all = each.tally(k, &vec![1; components.len()], |_| false).0;
        assert_eq!(together.tally(k, &copies, |_| false).0, all);
    }
}

#[test]
fn boards_that_are_dead_or_alike_are_told() {
    let kinds = notakto::kinds(3);
    assert_eq!(kinds.len(), 102);
    assert_eq!(kinds.iter().filter(|board| board.is_dead()).count(), 56);
    let read = Board::read("x../.x./...").expect("a board");
    assert_eq!((read.crossed(), read.write().as_str()), (vec![0, 4], "x../.x./..."));
    assert!(Board::read("x../.x./..x").expect("a board").is_dead());
    assert!(Board::read("..x/.x./x..").expect("a board").is_dead());
    assert_eq!(Board::read("x../.o./...").expect_err("a nought").offset, 5);
    assert_eq!(Board::read("x../.x/...").expect_err("a short row").offset, 4);
}

pub(crate) struct Fact<'a> {
    pub(crate) code: &'a str,
    pub(crate) status: &'a str,
    pub(crate) heaps: u32,
    pub(crate) order: usize,
    pub(crate) p_order: usize,
    pub(crate) period: Option<(usize, usize)>,
    pub(crate) presentation: &'a str,
    pub(crate) p: Vec<&'a str>,
    pub(crate) values: Vec<&'a str>,
}

pub(crate) fn facts() -> Vec<Fact<'static>> {
    let rows = include_str!("../data/misere_quotients.tsv").lines().skip(1);
    rows.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |field: &str| field.parse::<usize>().expect("a number");
        let (q, p) = fields[9].split_once("; P = {").expect("Q and P");
        Fact {
            code: fields[0],
            status: fields[1],
            heaps: fields[2].parse().expect("a number"),
            order: number(fields[3]),
            p_order: number(fields[4]),
            period: (fields[6] != "-").then(|| (number(fields[7]), number(fields[6]))),
            presentation: q.trim_start_matches("Q = "),
            p: p.trim_end_matches('}').split(',').collect(),
            values: fields[10].split(' ').collect(),
        }
    })
    .collect()
}

/// CGSuite's quotient and ours are the same, and its dictionary has a proof of its own.
fn agrees(fact: &Fact<'_>) {
    let rules = Heaps::read(fact.code).expect("a code");
    let components = rules.components(fact.heaps);
    let found = quotient(&components, &Bounds::default());
    let found = found.unwrap_or_else(|unfinished| panic!("{}: {unfinished:?}", fact.code));
    assert_eq!(
        (found.pair.monoid.order(), found.pair.p.count()),
        (fact.order, fact.p_order),
        "{}",
        fact.code
    );
    let theirs = pair(fact.presentation, &fact.p);
    assert_eq!(theirs.monoid.order(), fact.order, "{}", fact.code);
    assert!(theirs.is_reduced(), "{}", fact.code);
    let names = theirs.monoid.names().to_vec();
    let value = |text: &&str| theirs.monoid.evaluate(&Word::read(text, &names).expect("a word"));
    let values: Vec<usize> = fact.values.iter().map(value).collect();
    let partners: Vec<(usize, usize)> = found.values.iter().copied().zip(values.iter().copied()).collect();
    assert!(found.pair.isomorphism_along(&theirs, &partners).is_some(), "{}", fact.code);
    let dictionary = Dictionary { pair: &theirs, components: &components, values };
    assert!(matches!(prove_merged(&dictionary, 1 << 20), Proof::Right { .. }), "{}", fact.code);
    if let Some(printed) = fact.period {
        let digits = rules.octal_digits().expect("an octal game");
        assert_eq!(period(&found.values, digits, rules.breaks()), Some(printed), "{}", fact.code);
    }
}

#[test]
fn every_solved_quotient_of_an_octal_game_is_found_with_its_period() {
    let solved: Vec<Fact> = facts().into_iter().filter(|fact| fact.status == "solved").collect();
    assert_eq!(solved.len(), 84);
    solved.iter().for_each(agrees);
}

#[test]
fn quotients_that_had_no_period_in_time_are_found_as_far_as_they_went() {
    let small = |fact: &Fact| fact.status == "timeout" && fact.order <= 60;
    let open: Vec<Fact> = facts().into_iter().filter(small).collect();
    assert_eq!(open.len(), 30);
    open.iter().for_each(agrees);
}

/// Rows that the survey left without a period: what was found of them, within limits that are told.
#[test]
fn the_record_of_rows_without_a_period_has_the_orders_of_the_survey() {
    let record = include_str!("../data/misere_record.tsv").lines().skip(1);
    let record: Vec<Vec<&str>> = record.map(|line| line.split('\t').collect()).collect();
    let rows: Vec<Fact> = facts().into_iter().filter(|fact| fact.status == "timeout").collect();
    let (mut found, mut open) = (0, 0);
    for (row, fact) in record.iter().zip(&rows) {
        assert_eq!((row[0], row[2]), (fact.code, &*fact.heaps.to_string()));
        if row[1] == "found" {
            assert_eq!(row[3..5], [fact.order.to_string(), fact.p_order.to_string()], "{}", fact.code);
            found += 1;
        } else {
            // What is open is said with the heap at which the limit was reached, and is not among the small ones.
            let at: u32 = row[6].parse().expect("a heap");
            assert!(row[1] == "open" && at <= fact.heaps && fact.order > 400, "{}", fact.code);
            open += 1;
        }
    }
    assert_eq!((record.len(), rows.len()), (151, 151));
    assert_eq!((found, open), (144, 7));
}

#[test]
fn kayles_has_a_quotient_of_forty_elements() {
    let kayles = Heaps::kayles();
    let found = quotient(&kayles.components(100), &Bounds::default()).expect("a finite quotient");
    assert_eq!((found.pair.monoid.order(), found.pair.p.count()), (40, 9));
    assert_eq!(kayles.code().as_deref(), Some("0.77"));
}

#[test]
fn a_wrong_dictionary_of_heaps_has_a_counterexample() {
    let nim = Heaps::Subtraction((1..=3).collect()).components(3);
    let found = quotient(&nim, &Bounds::default()).expect("nim with three counters");
    assert_eq!(found.presentation().text(), "<a,b | a2=1,b3=b>");
    assert_eq!(found.pair.p_texts(), ["a", "b2"]);
    let mut values = found.values.clone();
    values.swap(1, 2);
    let wrong = Dictionary { pair: &found.pair, components: &nim, values };
    assert!(matches!(prove(&wrong, 1 << 10), Proof::Wrong(_)));
    assert!(matches!(prove_merged(&wrong, 1 << 10), Proof::Wrong(_)));
    assert!(matches!(
        prove(&Dictionary { values: found.values.clone(), ..wrong.clone() }, 3),
        Proof::Open { .. }
    ));
}

#[test]
fn nim_heaps_and_their_sums_have_the_genera_of_winning_ways() {
    let mut games = Games::new(1 << 12);
    let heaps: Vec<_> = (0..5).map(|n| games.heap(n).expect("room")).collect();
    let genus: Vec<String> = heaps.iter().map(|heap| games.genus(*heap).to_string()).collect();
    assert_eq!(genus, ["0^120", "1^031", "2^20", "3^31", "4^46"]);
    let twos = games.sum(heaps[2], heaps[2]).expect("room");
    assert_eq!(games.genus(twos).to_string(), "0^02");
    assert_eq!(games.kind(twos), Kind::Tame);
    assert_eq!(games.text(heaps[3]), "3");
    assert_eq!(games.sum(heaps[1], heaps[1]).expect("room"), games.zero());
    assert_ne!(twos, games.zero());
    assert_eq!(games.mate(heaps[2]).expect("room"), heaps[2]);
    assert_eq!(games.mate(heaps[0]).expect("room"), heaps[1]);
}

#[test]
fn reversible_options_are_taken_out_the_misere_way() {
    let mut games = Games::new(1 << 10);
    let heaps: Vec<_> = (0..4).map(|n| games.heap(n).expect("room")).collect();
    // {2} is no nim heap: its reversal to nothing would need a move to a P-position.
    let only_two = games.game(&[heaps[2]]).expect("room");
    assert_eq!(games.text(only_two), "2#");
    assert!(!games.is_p(heaps[2]) && games.is_p(only_two));
    // {1,2} is 0 by the proviso: 1 is a P-position and both have 0 as an option.
    assert_eq!(games.game(&[heaps[1], heaps[2]]).expect("room"), heaps[0]);
    // {0,1,3} is 2, for 2 is an option of 3.
    assert_eq!(games.game(&[heaps[0], heaps[1], heaps[3]]).expect("room"), heaps[2]);
}

#[test]
fn the_empty_board_of_notakto_has_the_canonical_form_of_the_footnote() {
    let empty = Board { side: 3, crosses: 0 };
    let (boards, components) = notakto::components(&[empty]);
    let mut games = Games::new(1 << 16);
    let values = games.components(&components).expect("room");
    let last = boards.iter().position(|board| *board == empty).expect("the empty board");
    assert_eq!(games.text(values[last]), "{0,2#}");
    let heap = games.heap(4).expect("room");
    assert!(values.contains(&heap));
}

#[test]
fn canonical_forms_keep_outcomes_in_all_small_sums() {
    let components = Heaps::kayles().components(9);
    let mut games = Games::new(1 << 16);
    let values = games.components(&components).expect("room");
    let mut plain = Plain::new(&components, 1 << 20);
    for a in 0..10u32 {
        for b in 0..=a {
            let sum = games.sum(values[a as usize], values[b as usize]).expect("room");
            assert_eq!(plain.is_p(&[a, b]).expect("small"), games.is_p(sum), "{a} + {b}");
            assert_eq!(games.misere_grundy(sum) == 0, games.is_p(sum), "{a} + {b}");
        }
    }
}

#[test]
fn codes_of_heap_games_are_read_or_refused() {
    for code in ["0.77", "4.56", "0.3F"] {
        assert_eq!(Heaps::read(code).expect("a code").code().as_deref(), Some(code));
    }
    let problem = |code| Heaps::read(code).expect_err("no code").to_string();
    assert_eq!(problem("77"), "at byte 2: a code has a point: `0.77`");
    assert_eq!(
        problem("1.7"),
        "at byte 0: with this first digit a player could pass: it must be 0, 4, 8 or C"
    );
    assert_eq!(problem("0.7x"), "at byte 3: a digit from 0 to 9 or A to F is expected here");
    assert_eq!(problem("00.7"), "at byte 1: before the point there is one digit");
    assert_eq!(problem("0.7.7"), "at byte 3: a code has one point");
    assert_eq!(Heaps::read("4.56").expect("a code").options(3), [vec![1, 2], vec![1, 1], vec![1]]);
}

/// What `eval` says, or the first line of the problem.
pub(crate) fn says(expression: &str) -> String {
    let mut evaluator = Evaluator::default();
    let formula = Formula::typed(expression).expect("an expression that can be read");
    match evaluator.evaluate(&formula, &[]) {
        Ok(datum) => evaluator.shown(&datum).expect("small").text,
        Err(stop) => stop.to_string(),
    }
}

#[test]
fn impartial_positions_are_added_and_multiplied_in_the_language() {
    assert_eq!(
        says("notakto(\"x../.../...\") + 2 * notakto(\".../.../...\")"),
        "notakto(\"x../.../...\") + notakto(\".../.../...\") + notakto(\".../.../...\")"
    );
    assert_eq!(says("misere_outcome(0 * heap(kayles(), 4))"), "N");
    assert_eq!(says("genus(heap(kayles(), 3) + heap(kayles(), 3))"), "\"0^02\"");
    assert_eq!(says("order(quotient(notakto(\"../..\")))"), "2");
    assert_eq!(
        says("phi(quotient(kayles(), 9), heap(kayles(), 9)) = phi(quotient(kayles(), 9), heap(kayles(), 5))"),
        "false"
    );
}

#[test]
fn what_cannot_be_asked_of_impartial_positions_is_said_with_a_reason() {
    let holds = |expression: &str, words: &str| {
        let said = says(expression);
        assert!(said.contains(words), "{expression}: {said}");
    };
    holds("notakto(\"x../.o./...\")", "a cell is `x` or `.`");
    holds("notakto(\"x../...\")", "a row of 2 cells is expected here");
    holds("notakto(\".\") + heap(kayles(), 3)", "these are positions of different games");
    holds("heap(kayles(), 5000)", "heaps have at most 2000 counters");
    holds("quotient(kayles())", "for a heap game say up to which heap");
    holds("octal(\"77\")", "a code has a point");
    holds("order(7)", "graph or quotient");
    holds("critical_pairs(\"<a,b | a2=1,c=b>\")", "`c` is not one of the letters");
    holds("phi(monoid(\"<a | a2=1>\", [\"a\"]), heap(kayles(), 1))", "this quotient has no dictionary");
    holds("in_p(quotient(kayles(), 3), \"z\")", "is no word");
    holds("named(quotient(kayles(), 5), [heap(kayles(), 1)])", "do not generate the quotient");
    holds("misere_sums(heap(kayles(), 5), 2)", "only for boards");
    holds("misere_sums(notakto(\".../.../...\"), 99)", "sums have from 1 to 10 positions");
}

#[test]
fn a_quotient_beyond_the_limits_says_which_limit_and_where() {
    let heaps = Heaps::kayles().components(30);
    let small = Bounds { elements: 10, ..Bounds::default() };
    let unfinished = quotient(&heaps, &small).expect_err("Kayles needs forty elements");
    assert_eq!(unfinished.limit, "elements of the quotient");
    let said = unfinished.reached().to_string();
    assert!(said.starts_with("the misère quotient is not finite within the limit of elements"), "{said}");
}

/// Canonical forms, mates and kinds are found twice: by reversible options, and by links.
#[test]
fn trees_compared_by_links_have_the_canonical_forms_of_the_engine() {
    let kayles: Vec<String> = (0..=7).map(|n| format!("heap(kayles(), {n})")).collect();
    let sums = ["heap(kayles(), 4) + heap(kayles(), 5)", "2 * notakto(\"xx./x.x/.x.\")"];
    let boards =
        ["x../.../...", "xx./.../...", "x.x/.x./...", "xx./x../..."].map(|b| format!("notakto(\"{b}\")"));
    let grundys = ["heap(grundys_game(), 9)", "heap(octal(\"0.144\"), 9)"];
    let positions = kayles.iter().map(String::as_str).chain(sums).chain(boards.iter().map(String::as_str));
    for position in positions.chain(grundys) {
        for function in [
            "misere_canonical",
            "misere_mate",
            "misere_kind",
            "genus",
            "misere_grundy",
            "grundy",
            "is_half_tame",
        ] {
            confirmed(&format!("{function}({position})"));
        }
    }
}

/// The value of an expression, which the second opinion must reach and find again.
fn confirmed(expression: &str) -> String {
    let mut evaluator = Evaluator::default();
    let formula = Formula::typed(expression).expect("an expression that can be read");
    let datum = evaluator.evaluate(&formula, &[]).expect("a value");
    match evaluator.confirm(&formula, &[], &datum, Budget::default()).expect("no error") {
        Second::Agrees { .. } => evaluator.shown(&datum).expect("small").text,
        other => panic!("{expression}: {other:?}"),
    }
}

#[test]
fn sums_and_rules_are_counted_twice() {
    assert_eq!(confirmed("misere_sums(notakto(\".../.../...\"), 2)"), "[1081, 213]");
    assert_eq!(confirmed("nim_rule_failures(notakto(\".../.../...\"), 2)"), "41");
    assert_eq!(confirmed("misere_disagreements(quotient(notakto(\".../.../...\")), 2)"), "0");
    assert_eq!(confirmed("misere_winning_moves(notakto(\".../.../...\"))"), "[\".../.x./...\"]");
    // A wrong dictionary is wrong by both proofs.
    let wrong = "dictionary(monoid(\"<a | a2=1>\", [\"a\"]), [heap(octal(\"0.3\"), 1)], [\"1\"])";
    assert_eq!(confirmed(&format!("is_right({wrong})")), "false");
}

#[test]
fn elements_that_tell_others_apart_are_listed() {
    let q =
        "monoid(\"<a,b,c,d | a2=1,b3=b,b2c=c,c3=ac2,b2d=d,cd=ad,d2=c2>\", [\"a\", \"b2\", \"bc\", \"c2\"])";
    // By hand: b·b and c·c are in P, and so is bc; 1 times b or c is not.
    let apart = confirmed(&format!("separating({q}, \"1\", \"b\")"));
    assert!(apart.contains("\"b\"") && apart.contains("\"c\""), "{apart}");
    assert_eq!(confirmed(&format!("separating({q}, \"b3\", \"b\")")), "[]");
    assert_eq!(confirmed(&format!("word({q}, \"a3b5c4\")")), "\"abc2\"");
    assert_eq!(confirmed(&format!("in_p({q}, \"a2c6d2\")")), "true");
}

#[test]
fn endings_of_the_four_by_four_board_have_small_quotients() {
    // Burnside's count of all boards is met by counting endings and dead boards; every board with three empty cells is dead.
    assert_eq!(says("length(notakto_endings(4, 3))"), "0");
    assert_eq!(says("sum k in 0..9 : length(notakto_endings(3, k))"), "46");
    assert_eq!(says("order(quotient(together(notakto_endings(4, 5))))"), "6");
    assert_eq!(says("length(notakto_endings(4, 4))"), "2");
}

/// The table of a quotient, computed by adding sums and by rewriting words.
#[test]
fn products_in_the_table_are_products_of_words() {
    let q = "quotient(octal(\"0.23\"), 16)";
    // By hand, from a2 = 1 and b3 = b: row and column of ab and b2.
    assert_eq!(says(&format!("entry(entry(table({q}), 4), 5)")), "\"ab\"");
    assert_eq!(confirmed(&format!("word({q}, \"ab\" )")), "\"ab\"");
    assert_eq!(confirmed(&format!("word({q}, \"ab3\")")), "\"ab\"");
}
