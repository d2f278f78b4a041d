//! Formulas as chains: where they are split, what they mean to hold for, and that every place is exact.

use proptest::prelude::*;
use referee::diagnostic::Source;
use referee::tex::{self, Document, Equation, Piece, Relation};

fn read(text: &str) -> Document {
    let document = tex::read(&Source::new("test.tex", text));
    for equation in &document.equations {
        assert_eq!(equation.sides.len(), equation.relations.len() + 1, "{equation:?}");
        for piece in equation.sides.iter().chain(&equation.condition) {
            assert_eq!(piece.source, text[piece.span.clone()], "a piece's place holds its source");
        }
    }
    document
}

fn sign(relation: &Relation) -> String {
    let sign = match relation {
        Relation::Equal => "=",
        Relation::Unequal => "!=",
        Relation::Less => "<",
        Relation::AtMost => "<=",
        Relation::Greater => ">",
        Relation::AtLeast => ">=",
        Relation::Confused => "||",
        Relation::LessOrConfused => "<|",
        Relation::GreaterOrConfused => "|>",
        Relation::Isomorphic => "iso",
        Relation::Equivalent => "==",
        Relation::Defined => ":=",
        Relation::Approximate => "~~",
        Relation::Similar => "~",
        Relation::Connective(words) => return format!("({words})"),
        Relation::Other(sign) => sign,
    };
    sign.to_string()
}

/// `[a] = [b] if [c]`
fn shown(equation: &Equation) -> String {
    let piece = |piece: &Piece| format!("[{}]", piece.content);
    let mut shown = piece(&equation.sides[0]);
    for (relation, side) in equation.relations.iter().zip(&equation.sides[1..]) {
        shown += &format!(" {} {}", sign(relation), piece(side));
    }
    if let Some(condition) = &equation.condition {
        shown += &format!(" if {}", piece(condition));
    }
    shown
}

fn all(text: &str) -> Vec<String> {
    let document = read(text);
    assert_eq!(document.problems, [], "no warning");
    document.equations.iter().map(shown).collect()
}

#[track_caller]
fn reads(text: &str, expected: &[&str]) {
    assert_eq!(all(text), expected, "{text}");
}

#[test]
fn every_way_to_write_a_formula() {
    for (begin, end) in [
        ("$", "$"),
        ("\\(", "\\)"),
        ("$$", "$$"),
        ("\\[", "\\]"),
        ("\\begin{equation}", "\\end{equation}"),
        ("\\begin{equation*}", "\\end{equation*}"),
        ("\\begin{align}", "\\end{align}"),
        ("\\begin{align*}", "\\end{align*}"),
        ("\\begin{alignat}{2}", "\\end{alignat}"),
        ("\\begin{gather}", "\\end{gather}"),
        ("\\begin{gather*}", "\\end{gather*}"),
        ("\\begin{multline}", "\\end{multline}"),
        ("\\begin{eqnarray}", "\\end{eqnarray}"),
        ("\\begin{eqnarray*}", "\\end{eqnarray*}"),
        ("\\begin{flalign}", "\\end{flalign}"),
        ("\\begin{displaymath}", "\\end{displaymath}"),
        ("\\begin{math}", "\\end{math}"),
        ("\\[\\begin{aligned}[t]", "\\end{aligned}.\\]"),
        ("\\begin{equation}\\begin{split}", "\\end{split}\\end{equation}"),
        ("\\ensuremath{", "}"),
    ] {
        reads(&format!("Then {begin} G = \\{{0 \\mid 1\\}} {end} and so on."), &["[G] = [\\{0 \\mid 1\\}]"]);
    }
}

#[test]
fn a_chain_is_split_outside_brackets() {
    reads(
        r"$\pm\{2|1\} = f(n=3) = \left\{ a \le b \middle| c \right\} = {x=y} < [0,=1)$",
        &[r"[\pm\{2|1\}] = [f(n=3)] = [\left\{ a \le b \middle| c \right\}] = [x=y] < [[0,=1)]"],
    );
    reads(r"$G=(a=b$", &["[G] = [(a] = [b]"]);
    reads(r"$\{a | b = c$", &[r"[\{a | b] = [c]"]);
    reads(
        r"\[ f(n) = \begin{cases} 0 & \text{if } n = 0, \\ * & \text{else} \end{cases} \]",
        &[r"[f(n)] = [\begin{cases} 0 & if  n = 0, \\ * & else \end{cases}]"],
    );
}

#[test]
fn relations_are_told_apart() {
    reads(
        r"$a \le b \leq c \leqslant d \ge e \geq f > g < h \cong i \equiv j := k \neq l \approx m \sim n$",
        &["[a] <= [b] <= [c] <= [d] >= [e] >= [f] > [g] < [h] iso [i] == [j] := [k] != [l] ~~ [m] ~ [n]"],
    );
    reads(
        r"$a \parallel b$, $a \| b$, $a || b$, $\|x\| = 3$, $\{a\|b\|c\} = d$, $|v| = 2$",
        &["[a] || [b]", "[a] || [b]", "[a] || [b]", r"[\|x\|] = [3]", r"[\{a\|b\|c\}] = [d]", "[|v|] = [2]"],
    );
    reads(
        r"$a \lhd b$, $a \lhd\!\!| b$, $a \mathrel{|\rhd} b$, $a \not\ge b$, $a \ngeq b$, $a \not= b$, $a\mathrel{\lhd\kern-2pt|} b$",
        &[
            "[a] \\lhd [b]",
            "[a] <| [b]",
            "[a] |> [b]",
            "[a] <| [b]",
            "[a] <| [b]",
            "[a] != [b]",
            "[a] <| [b]",
        ],
    );
    reads(
        r"$a \stackrel{\text{def}}{=} b$, $a \overset{(1)}{=} b$, $a {=} b$, $a \stackrel{?}{=} b$, $x \in S$, $f\colon A \to B$",
        &[
            "[a] := [b]",
            "[a] = [b]",
            "[a] = [b]",
            r"[a] \stackrel{?}{=} [b]",
            r"[x] \in [S]",
            r"[f\colon A] \to [B]",
        ],
    );
    reads(r"$a = b \implies c = d$", &[r"[a] = [b] (\implies) [c] = [d]"]);
    reads(r"$a = b \text{ or } c = d$", &["[a] = [b] (or) [c] = [d]"]);
    reads(r"$x^= = y_> $", &["[x^=] = [y_>]"]);
    reads(r"$\frac1n \|X - b\|_2^2 + c \|b\|_1 \le d$", &[r"[\frac1n \|X - b\|_2^2 + c \|b\|_1] <= [d]"]);
}

#[test]
fn a_value_in_prose_has_one_side() {
    reads(r"The value $\pm\{2|1\}$, and $-$, is $\le 3$.", &[r"[\pm\{2|1\}]", "[-]", "[] <= [3]"]);
    reads(r"A lone $=$ or $$ $$ says nothing.", &[]);
}

/// The dollars in front of a table are in pairs by cells, not by formulas.
#[test]
fn a_column_specification_begins_no_formula() {
    for begin in [
        r"{tblr}{Q[c,$]c}",
        r"{NiceTabular}{>{$}c<{$}c}",
        r"{supertabular}{>{$}c<{$}c}",
        r"{xltabular}{5cm}{>{$}c<{$}c}",
    ] {
        let name = &begin[1..begin.find('}').unwrap()];
        let text = format!("\\begin{begin} 1 & 2 \\\\ \\end{{{name}}} and $a = b$.");
        let document = read(&text);
        assert_eq!(document.problems, [], "{begin}");
        assert_eq!(document.equations.len(), 1, "{begin}");
    }
}

#[test]
fn lines_that_begin_with_a_relation_go_on() {
    reads(
        "\\begin{align*}\n G &= \\{0 | 1\\} \\\\[2pt]\n &= \\tfrac12 \\\\*\n &\\le 1, \\nonumber\\\\\n H &= 3.\n\\end{align*}",
        &[r"[G] = [\{0 | 1\}] = [\tfrac12] <= [1]", "[H] = [3]"],
    );
    reads(
        "\\begin{eqnarray}\n G &=& a + b \\\\\n & & +\\; c \\\\\n &=& d\n\\end{eqnarray}",
        &[r"[G] = [a + b +\; c] = [d]"],
    );
    reads(
        "\\begin{align} a &= b & c &= d \\\\ &= e & &= f \\end{align}",
        &["[a] = [b] = [e]", "[c] = [d] = [f]"],
    );
    reads(
        "\\begin{align} a &= \\{ b, \\\\ &\\qquad c | d \\} \\\\ &= e \\end{align}",
        &[r"[a] = [\{ b,  \qquad c | d \}] = [e]"],
    );
    reads("\\begin{gather} a = b \\\\ c = d \\\\ = e \\end{gather}", &["[a] = [b]", "[c] = [d] = [e]"]);
    reads("\\begin{multline} a = b \\\\ + c \\\\ + d \\end{multline}", &["[a] = [b + c + d]"]);
    reads(
        "\\begin{align*} a &= \\\\ &= b \\\\ &\\hskip.5em\\vdots\\\\ c &= d \\end{align*}",
        &["[a] = [b]", "[c] = [d]"],
    );
    reads(
        "\\[\\begin{array}{rcl} a & = & b \\\\ & = & c \\\\ d & \\le & e \\end{array}\\]",
        &["[a] = [b] = [c]", "[d] <= [e]"],
    );
    reads(
        "$$\\begin{array}{cc} a & b \\\\ c & d \\end{array}$$",
        &["[\\begin{array}{cc} a & b \\\\ c & d \\end{array}]"],
    );
}

#[test]
fn when_a_chain_holds_is_kept_apart() {
    reads(r"\[ G_n = * \quad\text{if } n \ge 1. \]", &[r"[G_n] = [*] if [if  n \ge 1]"]);
    reads(r"\[ G_n = *, \qquad n \ge 1. \]", &[r"[G_n] = [*] if [n \ge 1]"]);
    reads(r"$G_n = 0, n = 1, 2, \ldots, 9$", &[r"[G_n] = [0] if [n = 1, 2, \ldots, 9]"]);
    reads(r"\[ s(n) = 0 \text{ for all even $n \geq 2$} \]", &[r"[s(n)] = [0] if [for all even n \geq 2]"]);
    reads(r"\[ s(n) = 0 \quad (n \geq 2) \]", &[r"[s(n)] = [0] if [(n \geq 2)]"]);
    reads(r"\[ s(n) = 0 \quad \forall n \geq 2 \]", &[r"[s(n)] = [0] if [\forall n \geq 2]"]);
    reads(r"\[ \text{If } n \ge 2, \text{ then } s(n) = 0 \]", &[r"[s(n)] = [0] if [If  n \ge 2]"]);
    reads(
        "\\begin{align} a_n &= b && \\text{if } n > 1 \\\\ &= c && (n > 2) \\\\ d &= e && \\text{by (1)} \\end{align}",
        &["[a_n] = [b] = [c] if [if  n > 1 (n > 2)]", "[d] = [e]"],
    );
    reads(
        r"$v_1, v_2 \in V$, $c_1, \dots, c_m \in Z$, $f(n), n \ge 1$",
        &[r"[v_1, v_2] \in [V]", r"[c_1, \dots, c_m] \in [Z]", r"[f(n)] if [n \ge 1]"],
    );
    reads(r"\[ G = 0 \text{ and } H = 1 \]", &["[G] = [0]", "[H] = [1]"]);
    reads(r"\[ G = 0, \quad H = 1, \quad K = \{0|1\}. \]", &["[G] = [0]", "[H] = [1]", r"[K] = [\{0|1\}]"]);
    reads(r"$x = 1, 2, 3$ and $x, y \in S$", &["[x] = [1, 2, 3]", r"[x, y] \in [S]"]);
}

#[test]
fn what_real_papers_do() {
    reads(r"\begin{align} a &= b, \\ \text{where } s(m) &= 0 \end{align}", &["[a] = [b]", "[s(m)] = [0]"]);
    reads(r"$a >_2 b =_n c \le_{\text{m}} d$", &[r"[a] >_2 [b] =_n [c] \le_{\text{m}} [d]"]);
    reads("\\begin{align} a &= b - \\\\ &- c \\end{align}", &["[a] = [b - c]"]);
}

#[test]
fn labels_tags_and_surroundings() {
    let document = read(
        "\\begin{align} a &= b \\label{eq:one} \\\\ c &= d \\tag{7} \\end{align}\n\
         \\begin{equation}\\label{eq:two}\\begin{split} e &= f \\\\ g &= h \\end{split}\\end{equation}\n\
         \\begin{tabular}{c} $x=y$ \\end{tabular} $z$",
    );
    let label = |equation: &Equation| equation.label.as_ref().map(|label| label.source.clone());
    let labels: Vec<Option<String>> = document.equations.iter().map(label).collect();
    let wanted = |label: &str| Some(label.to_string());
    assert_eq!(labels, [wanted("eq:one"), None, wanted("eq:two"), wanted("eq:two"), None, None]);
    assert_eq!(document.equations[1].tag.as_ref().map(|tag| tag.source.as_str()), Some("7"));
    assert_eq!(document.equations[3].environment, "equation");
    assert_eq!(document.equations[4].within.as_deref(), Some("tabular"));
    assert_eq!(document.equations[5].within, None);
}

#[test]
fn what_a_macro_made_has_the_place_of_its_call() {
    let text = "\\newcommand{\\cf}[2]{\\{#1 \\mid #2\\}}\n$G = \\cf{0}{1}$";
    let document = read(text);
    let [equation] = &document.equations[..] else { panic!("{:?}", document.equations) };
    let side = &equation.sides[1];
    assert_eq!((side.source.as_str(), side.content.as_str()), ("\\cf{0}{1}", "\\{0 \\mid 1\\}"));
    let one = side.content.find('1').expect("it is there");
    assert_eq!(&text[side.place(one..one + 1)], "1");
    assert_eq!(&text[side.place(0..2)], "\\cf{0}{1}");
}

#[test]
fn an_open_formula_is_a_warning_and_the_rest_is_read() {
    let document = read("A price of $5.\n\nThen $a = b$.\n\\[ x = y\n\\begin{align} c = d \\end{align}");
    assert_eq!(document.equations.iter().map(shown).collect::<Vec<_>>(), ["[a] = [b]", "[c] = [d]"]);
    assert_eq!(document.problems.len(), 2);
}

#[test]
fn hostile_formulas_end() {
    for part in [
        "\\not",
        "\\mathrel{",
        "\\stackrel{=}",
        "{",
        "$",
        "\\[",
        "\\{",
        "(",
        "&",
        "\\\\",
        "=",
        ",",
        "\\text{",
        "\\begin{align}",
    ] {
        read(&format!("${}", part.repeat(20_000)));
        read(&format!("\\begin{{align}}{}\\end{{align}}", part.repeat(10_000)));
        read(&format!("\\begin{{align}}{}\\end{{align}}", format!("{part} a").repeat(5_000)));
    }
}

const PARTS: [&str; 44] = [
    "$",
    "$$",
    "\\[",
    "\\]",
    "\\(",
    "\\)",
    "{",
    "}",
    "\\{",
    "\\}",
    "\\left",
    "\\right",
    "(",
    ")",
    "[",
    "]",
    "&",
    "\\\\",
    "=",
    "<",
    "\\le ",
    "|",
    "\\|",
    ":",
    ",",
    ".",
    "\\quad",
    "\\text{ if }",
    "\\text{and}",
    "\\not",
    "\\mathrel",
    "^",
    "_",
    "n",
    "G",
    "\\begin{align}",
    "\\end{align}",
    "\\begin{array}{rcl}",
    "\\end{array}",
    "\\stackrel",
    "\\label{x}",
    "\n\n",
    "\\forall",
    "\\ensuremath",
];

proptest! {
    #[test]
    fn nothing_makes_it_fail(parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..60)) {
        read(&parts.concat());
    }

    #[test]
    fn sides_and_relations_joined_are_the_formula(
        sides in prop::collection::vec(
            prop::sample::select(&["G", "\\{0|1\\}", "f(n=1)", "{3}+1", "\\frac{1}{2}", "a+b", "\\pm\\{2|1\\}"][..]), 1..6
        ),
        signs in prop::collection::vec(prop::sample::select(&["=", "<", "\\le ", "\\cong "][..]), 5),
    ) {
        let joined: String = sides.iter().zip(&signs).enumerate().map(|(index, (side, sign))| {
            if index == 0 { side.to_string() } else { format!("{sign}{side}") }
        }).collect();
        let text = format!("${joined}$");
        let document = read(&text);
        prop_assert_eq!(document.equations.len(), 1);
        let equation = &document.equations[0];
        prop_assert_eq!(equation.sides.len(), sides.len());
        prop_assert_eq!(&text[equation.span.clone()], &joined);
        for (piece, side) in equation.sides.iter().zip(&sides) {
            prop_assert_eq!(&piece.source, side);
        }
    }
}
