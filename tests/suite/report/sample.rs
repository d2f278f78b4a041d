//! Verdicts of an invented run: every verdict, every kind of claim, charts, a witness, a long table.

use std::collections::BTreeMap;

use referee::verdicts::{
    Block, Cell, Chart, ChartKind, ClaimVerdicts, Cost, Entry, Figure, Grid, Listing, PaperVerdicts, Picture,
    Planted, ReadAt, Series, SeriesRole, Shown, Tested, Verdict, Witness,
};

pub fn shown(text: &str, tex: &str, speech: &str) -> Shown {
    Shown { text: text.into(), tex: tex.into(), speech: speech.into() }
}

pub fn entry(id: &str, verdict: Verdict) -> Entry {
    Entry {
        id: id.into(),
        key: Vec::new(),
        column: None,
        verdict,
        printed: None,
        recomputed: None,
        expression: String::new(),
        notes: Vec::new(),
        read_at: None,
        methods: Vec::new(),
        witness: None,
        standings: Vec::new(),
        tested: None,
    }
}

fn points(of: &[(&str, &str)]) -> Vec<(String, String)> {
    of.iter().map(|(x, y)| ((*x).to_owned(), (*y).to_owned())).collect()
}

fn series(name: &str, role: SeriesRole, of: &[(&str, &str)]) -> Series {
    Series { name: name.into(), role, points: points(of) }
}

/// `{{3n+2 | 2n+2+s(n-1)} | s(n)}` for a number, in TeX.
fn form(n: i64) -> (String, String) {
    let s = |m: i64| if m % 2 == 0 { "0" } else { "*" };
    let plus = |a: i64, m: i64| if s(m) == "0" { a.to_string() } else { format!("{a}*") };
    let (a, b, c, d) = (plus(2 * n + 1, n), 3 * n + 2, plus(2 * n + 2, n - 1), s(n));
    (format!("±{{{a},{{{{{b}|{c}}}|{d}}}}}"), format!(r"\pm\{{{a}, \{{\{{{b} \mid {c}\}} \mid {d}\}}\}}"))
}

fn table() -> ClaimVerdicts {
    let mut entries = Vec::new();
    for n in 1..=8_i64 {
        let (text, tex) = form(n);
        let rows = [
            ("Canonical form", "form", shown(&text, &tex, "")),
            ("$t$", "t", shown(&(2 * n + 1).to_string(), &(2 * n + 1).to_string(), "")),
            ("$\\deg$", "deg", shown(&(n + 2).to_string(), &(n + 2).to_string(), "")),
        ];
        for (column, short, value) in rows {
            let mut e = entry(&format!("snort/table-1/n={n}/{short}"), Verdict::Match);
            e.key = vec![("n".into(), n.to_string())];
            e.column = Some(column.into());
            e.expression = format!("temperature(C({n}))");
            e.methods = vec!["canonical form".into(), "walls over raw positions".into()];
            e.recomputed = Some(value.clone());
            match (n, short) {
                (1, _) => {
                    e.printed = Some(value);
                    e.read_at = Some(ReadAt {
                        file: "papers/snort/printed/table-1.tex".into(),
                        line: 4,
                        text: r"1 & \(\pm \{3*, \{\{5 \mid 4\} \mid *\}\}\) & 3 & 3 \\".into(),
                        standing: "quoted by the audit".into(),
                    });
                }
                (3, "t") => {
                    e.verdict = Verdict::Mismatch;
                    e.printed = Some(shown("6", "6", ""));
                    e.notes = vec!["The walls over raw positions give 7, too.".into()];
                }
                (4, "form") => {
                    e.verdict = Verdict::SameValue;
                    e.printed =
                        Some(shown("±{9,{{14|10*}|0}}", r"\pm\{9, \{\{14 \mid 10{*}\} \mid 0\}\}", ""));
                    e.notes = vec!["Printed with `10{*}` for 10*.".into()];
                }
                (5, "t") => {
                    e.verdict = Verdict::Unconfirmed;
                    e.printed = Some(shown("21/2", r"\tfrac{21}{2}", ""));
                    e.notes = vec!["The second method reaches n = 3, where it confirms the value.".into()];
                }
                (6, "deg") => {
                    e.verdict = Verdict::Unreadable;
                    e.printed = Some(shown("8 |", "", ""));
                    e.recomputed = None;
                    e.notes = vec!["`8 |` ends in a bar without braces.".into()];
                }
                _ => {
                    e.verdict = Verdict::NotAttempted;
                    e.notes = vec!["attested, not seen".into()];
                }
            }
            entries.push(e);
        }
    }
    ClaimVerdicts {
        id: "table-1".into(),
        title: "Table 1".into(),
        says: "Canonical form, temperature and degree of $C(n+1,n,n+1)$.".into(),
        origin: "Table 1 of arXiv:2406.02107v1; row n = 1 quoted by the audit".into(),
        columns: vec!["n".into(), "Canonical form".into(), "$t$".into(), "$\\deg$".into()],
        entries,
        charts: vec![
            Chart {
                name: "table-1-t".into(),
                title: "Temperature of C(n+1, n, n+1)".into(),
                description: "Temperature grows as 2n + 1; the printed value at n = 3 lies one below.".into(),
                x: "$n$".into(),
                y: "$t$".into(),
                kind: ChartKind::Lines,
                series: vec![
                    series(
                        "recomputed t",
                        SeriesRole::Recomputed,
                        &[("1", "3"), ("2", "5"), ("3", "7"), ("4", "9"), ("5", "11"), ("6", "13")],
                    ),
                    series(
                        "recomputed deg",
                        SeriesRole::Recomputed,
                        &[("1", "3"), ("2", "4"), ("3", "5"), ("4", "6"), ("5", "7"), ("6", "8")],
                    ),
                    series("printed t", SeriesRole::Printed, &[("1", "3"), ("3", "6"), ("5", "21/2")]),
                    series("differs", SeriesRole::Differs, &[("3", "6"), ("5", "21/2")]),
                    series("2n", SeriesRole::Reference, &[("1", "2"), ("6", "12")]),
                ],
            },
            Chart {
                name: "c-1".into(),
                title: "Thermograph of ±{3*,{{5|4}|*}}".into(),
                description: "Both walls meet at temperature 3; the mast stands at 0.".into(),
                x: "value".into(),
                y: "temperature".into(),
                kind: ChartKind::Thermograph,
                series: vec![
                    series("Left wall", SeriesRole::LeftWall, &[("3", "0"), ("3", "0"), ("0", "3")]),
                    series("Right wall", SeriesRole::RightWall, &[("-3", "0"), ("0", "3")]),
                    series("mast", SeriesRole::Mast, &[("0", "3"), ("0", "4")]),
                ],
            },
        ],
        cost: Cost { positions: 12_345, comparisons: 6_789_012, games: 321 },
        made_from: BTreeMap::new(),
        ..ClaimVerdicts::default()
    }
}

fn theorem() -> ClaimVerdicts {
    let entries = (1..=20)
        .map(|n| {
            let (text, tex) = form(n);
            let mut e = entry(&format!("snort/theorem-3-7/n={n}"), Verdict::Match);
            e.key = vec![("n".into(), n.to_string())];
            e.printed = Some(shown(&text, &tex, ""));
            e.recomputed = Some(shown(&text, &tex, ""));
            e.expression = "C(n)".into();
            e
        })
        .collect();
    ClaimVerdicts {
        id: "theorem-3-7".into(),
        title: "Theorem 3.7".into(),
        says: "For all $n \\ge 1$ the caterpillar $C(n+1,n,n+1)$ has this canonical form.".into(),
        origin: "Theorem 3.7; quoted by the audit".into(),
        formula: Some(shown(
            "±{2n+1+s(n),{{3n+2|2n+2+s(n-1)}|s(n)}}",
            r"\pm\{2n+1+s(n), \{\{3n+2 \mid 2n+2+s(n-1)\} \mid s(n)\}\}",
            "",
        )),
        range: "agrees on 20 of 20; claimed for all n; not a proof".into(),
        entries,
        cost: Cost { positions: 100, ..Cost::default() },
        ..ClaimVerdicts::default()
    }
}

fn slip() -> ClaimVerdicts {
    let mut e = entry("snort/case-2-slip", Verdict::Mismatch);
    e.printed = Some(shown("{2n+s(n)|1+s(n)}", r"\{2n+s(n) \mid 1+s(n)\}", ""));
    e.recomputed = Some(shown("{2n+1+s(n)|1+s(n)}", r"\{2n+1+s(n) \mid 1+s(n)\}", ""));
    e.expression = "after(C(n), Left, a)".into();
    e.methods = vec!["canonical form".into(), "search of G − H".into()];
    e.notes = vec![
        "The left side of the printed equation, ±(n + s(n)) + (n + 1), agrees with ours.".into(),
        "The theorem stands: the option is dominated either way.".into(),
    ];
    e.witness = Some(Witness {
        summary: "Left moving first wins the difference at n = 1".into(),
        lines: vec!["Left: {3*|1*} → 3*".into(), "Right: −{2*|1*} → −1*".into(), "Left: 2 > 0".into()],
    });
    e.read_at = Some(ReadAt {
        file: "papers/snort/paper.md".into(),
        line: 88,
        text: r"\{2n + s(n) \mid 1 + s(n)\}".into(),
        standing: "quoted by the audit".into(),
    });
    ClaimVerdicts {
        id: "case-2-slip".into(),
        title: "Proof of Theorem 3.7, case 2".into(),
        says: "Right answers in a leaf of $c$.".into(),
        entries: vec![e],
        ..ClaimVerdicts::default()
    }
}

fn sweep() -> ClaimVerdicts {
    let mut count = entry("snort/counterexamples/count/n=7", Verdict::Match);
    count.key = vec![("n".into(), "7".into())];
    count.printed = Some(shown("2", "2", ""));
    count.recomputed = Some(shown("2", "2", ""));
    count.expression = "g in connected_graphs(n)".into();
    count.tested = Some(Tested {
        cases: 853,
        held: 2,
        domain: "connected graphs with 7 vertices".into(),
        claimed: None,
        listed: Some(Listing {
            caption: "The graphs with t > deg".into(),
            header: vec!["graph".into(), "value".into(), "$t - \\deg$".into()],
            rows: vec![vec![
                Shown::words("F?`vo"),
                shown(
                    "{{5|{2|1}}|{{−1|−2}|−5}}",
                    r"\{\{5 \mid \{2 \mid 1\}\} \mid \{\{-1 \mid -2\} \mid -5\}\}",
                    "",
                ),
                shown("1/4", r"\tfrac{1}{4}", "one quarter"),
            ]],
        }),
    });
    let mut large = entry("snort/counterexamples/count/n=9", Verdict::Undecided);
    large.key = vec![("n".into(), "9".into())];
    large.printed = Some(shown("159", "159", ""));
    large.notes = vec!["The budget of 10,000,000 positions ran out after 101,337 of 261,080 graphs.".into()];
    large.standings = vec!["frozen".into(), "stale".into()];
    let mut weight = entry("snort/counterexamples/weight", Verdict::Undefined);
    weight.expression = "atomic_weight(1)".into();
    weight.recomputed = Some(Shown::words("none"));
    weight.notes = vec!["1 is not all-small.".into()];
    ClaimVerdicts {
        id: "counterexamples".into(),
        title: "Smallest counterexamples to $t \\le \\deg$".into(),
        entries: vec![count, large, weight],
        charts: vec![Chart {
            name: "t-against-degree".into(),
            title: "Temperature against degree".into(),
            description: "All trees with at most 8 vertices; one lies above the line t = deg.".into(),
            x: "degree".into(),
            y: "temperature".into(),
            kind: ChartKind::Scatter,
            series: vec![
                series(
                    "trees",
                    SeriesRole::Recomputed,
                    &[
                        ("1", "1"),
                        ("2", "2"),
                        ("2", "1"),
                        ("2", "1"),
                        ("2", "1"),
                        ("2", "1"),
                        ("3", "3"),
                        ("3", "5/2"),
                        ("4", "4"),
                        ("4", "9/2"),
                    ],
                ),
                series("t = deg", SeriesRole::Reference, &[("1", "1"), ("5", "5")]),
            ],
        }],
        ..ClaimVerdicts::default()
    }
}

fn long() -> ClaimVerdicts {
    let mut entries = Vec::new();
    for n in 0..1_250_u64 {
        for (column, value) in [("form", "{3|↑*}"), ("t", "5/4"), ("mean", "1/2"), ("outcome", "N")] {
            let mut e = entry(&format!("grids/grids/n={n}/{column}"), Verdict::Match);
            e.key = vec![("n".into(), n.to_string())];
            e.column = Some(column.into());
            e.printed = Some(shown(value, "", ""));
            e.recomputed = Some(shown(value, "", ""));
            if n % 307 == 5 && column == "t" {
                e.verdict = Verdict::Mismatch;
                e.printed = Some(shown("3/4", r"\tfrac34", ""));
                e.recomputed = Some(shown("5/4", r"\tfrac54", ""));
            }
            entries.push(e);
        }
    }
    ClaimVerdicts {
        id: "grids".into(),
        title: "Table 7: all grids".into(),
        entries,
        ..ClaimVerdicts::default()
    }
}

/// Two papers.
pub fn papers() -> Vec<PaperVerdicts> {
    let prose = "## The caterpillars\n\nA vertex of *Snort*[^1] is coloured once. [Table 1](#table-1) lists \
                 $\\pm\\{3*, \\{\\{5 \\mid 4\\} \\mid *\\}\\}$ for $n = 1$; see [below](#smallest).\n\n\
                 | graph | $t$ | form |\n|---|--:|---|\n| star | $n$ | $\\{n \\mid -n\\}$ |\n| path | $\\tfrac{3}{2}$ | $\\Uparrow*$ |\n\n\
                 [^1]: Norton's game.\n";
    let prose2 = "## The smallest ones {#smallest}\n\n$$s(m) = \\begin{cases} 0 & m \\text{ even} \\\\ * & m \\text{ odd} \\end{cases}$$\n\nAll of them were computed.\n";
    vec![
        PaperVerdicts {
            key: "snort".into(),
            title: "Degrees are useless in Snort when measuring temperature".into(),
            authors: vec!["S. Huntemann".into(), "T. Maciosowski".into()],
            summary: "Most of it agrees; *one* temperature differs.".into(),
            source: "arXiv:2406.02107v1".into(),
            address: "https://arxiv.org/abs/2406.02107v1".into(),
            source_standing:
                "The e-print has not been fetched; what is quoted elsewhere is transcribed with its origin."
                    .into(),
            notices: vec!["A newer version is known, v2; this page is about arXiv:2406.02107v1.".into()],
            conventions: vec![
                ("n*".into(), "$n + *$".into()),
                ("s(n)".into(), "0 if n is even, else $*$".into()),
            ],
            contract: (4, 48),
            blocks: vec![
                Block::Prose(prose.into()),
                Block::Definitions(
                    "C(n) = snort(caterpillar(n+1, n, n+1))\ns(m) = if even(m) then 0 else *".into(),
                ),
                Block::Claim("table-1".into()),
                Block::Figure("boards".into()),
                Block::Grid("sums".into()),
                Block::Claim("theorem-3-7".into()),
                Block::Claim("case-2-slip".into()),
                Block::Prose(prose2.into()),
                Block::Claim("counterexamples".into()),
            ],
            figures: vec![drawing()],
            grids: vec![grid()],
            claims: vec![table(), theorem(), slip(), sweep()],
            planted: Some(Planted { planted: 312, found: 312, forms: 40, forms_kept: 40, stale: false }),
            places: BTreeMap::from([("table-1".into(), "papers/snort/paper.md:12".into())]),
        },
        PaperVerdicts {
            key: "grids".into(),
            title: "Snort played on triangular grids".into(),
            source: "arXiv:2412.00849".into(),
            blocks: vec![Block::Prose("A long table.\n".into())],
            claims: vec![long()],
            ..PaperVerdicts::default()
        },
    ]
}

/// Sums of two switches, the zeros marked.
pub fn grid() -> Grid {
    let shown = |tex: &str| Shown { tex: tex.into(), ..Shown::words(tex) };
    let cell = |tex| Cell { shown: shown(tex), marked: tex == "0" };
    Grid {
        name: "sums".into(),
        title: "Sums of *switches*".into(),
        description: "Zeros are marked.".into(),
        corner: "+".into(),
        head: ["\\pm 1", "\\pm 2"].map(shown).into(),
        side: ["\\pm 1", "\\pm 2"].map(shown).into(),
        rows: vec![["0", "\\pm 1|\\pm 2"].map(cell).into(), ["\\pm 1|\\pm 2", "0"].map(cell).into()],
        uses: vec!["S".into()],
    }
}

/// A board, a tree and a graph with a cycle.
pub fn drawing() -> Figure {
    let picture =
        |columns, edges: &[(usize, usize)], places: &str, marks: &[&[usize]], label: &str| Picture {
            names: Vec::new(),
            at: Vec::new(),
            columns,
            edges: edges.to_vec(),
            places: places.into(),
            marks: marks.iter().map(|places| places.to_vec()).collect(),
            label: Some(Shown { tex: label.into(), ..Shown::words(label) }),
        };
    Figure {
        name: "boards".into(),
        title: "Three positions of value $*$".into(),
        description: "A ring is a winning move.".into(),
        pictures: vec![
            picture(Some(3), &[], "xo.+-x", &[&[0, 1], &[5]], "*"),
            picture(None, &[(0, 1), (0, 2), (0, 3), (3, 4)], "l.r-.", &[&[1]], "*2"),
            picture(None, &[(0, 1), (1, 2), (2, 3), (0, 3)], "xoxo", &[], "0"),
        ],
        uses: vec!["S".into(), "T".into()],
    }
}
