//! Pictures as graphs: what is drawn is read, and what was not understood is never a wrong graph without a word.

use proptest::prelude::*;
use referee::diagnostic::Source;
use referee::tex::{self, Board, Document, Picture};

fn read(text: &str) -> Document {
    let document = tex::read(&Source::new("test.tex", text));
    for picture in &document.pictures {
        let mut spans = vec![&picture.span];
        spans.extend(picture.vertices.iter().map(|vertex| &vertex.span));
        spans.extend(picture.edges.iter().map(|edge| &edge.span));
        spans.extend(picture.reasons.iter().map(|reason| &reason.span));
        assert!(
            spans.iter().all(|span| span.start <= span.end && text.get((*span).clone()).is_some()),
            "{picture:?}"
        );
        for edge in &picture.edges {
            assert!(edge.ends.0.max(edge.ends.1) < picture.vertices.len(), "{picture:?}");
        }
    }
    document
}

fn only(text: &str) -> Picture {
    let mut document = read(text);
    assert_eq!(document.pictures.len(), 1, "{text}");
    document.pictures.remove(0)
}

fn tikz(body: &str) -> Picture {
    only(&format!("\\begin{{tikzpicture}}{body}\\end{{tikzpicture}}"))
}

/// `vertices | edges | reasons`: a vertex by its label, its name, or its number; arrows as `>`.
fn shown(picture: &Picture) -> String {
    let name = |index: usize| {
        let vertex = &picture.vertices[index];
        let label = vertex.label.as_ref().map(|label| label.content.clone());
        let mut name = label.or_else(|| vertex.name.clone()).unwrap_or_else(|| index.to_string());
        if let Some(fill) = &vertex.fill {
            name = format!("{name}:{fill}");
        }
        name
    };
    let vertices: Vec<String> = (0..picture.vertices.len()).map(name).collect();
    let edges: Vec<String> = picture
        .edges
        .iter()
        .map(|edge| {
            let tint = edge.tint.as_ref().map(|tint| format!(":{tint}")).unwrap_or_default();
            let label = edge.label.as_ref().map(|label| format!("({})", label.content)).unwrap_or_default();
            format!(
                "{}{}{}{label}{tint}",
                name(edge.ends.0),
                if edge.arrow { ">" } else { "-" },
                name(edge.ends.1)
            )
        })
        .collect();
    let mut shown = format!("{} | {}", vertices.join(" "), edges.join(" "));
    for reason in &picture.reasons {
        shown += &format!(" | {}", reason.message);
    }
    shown
}

#[track_caller]
fn draws(body: &str, expected: &str) {
    assert_eq!(shown(&tikz(body)), expected, "{body}");
}

#[test]
fn nodes_by_name_and_lines_between_them() {
    draws(
        r"\node[circle,draw] (a) at (0,0) {$v_1$}; \node[circle,draw] (b) at (1,0) {$v_2$};
          \node[draw] (c) at (2,1) {}; \draw (a) -- (b) -- (c);",
        "v_1 v_2 c | v_1-v_2 v_2-c",
    );
    draws(
        r"\node (a) at (0,0) {1}; \node (b) at (1,0) {2}; \node (c) at (1,1) {3};
          \path (a) edge (b) edge[->] node {$x$} (c) (c.south) edge [bend left] (b.90);",
        "1 2 3 | 1-2 1>3(x) 3-2",
    );
    draws(
        r"[main/.style={circle,draw,fill=blue!20}] \node[main] (1) {$1$}; \node[main] (2) [right of=1] {$2$};
          \draw[red, thick] (1) -- (2);",
        "1:blue!20 2:blue!20 | 1:blue!20-2:blue!20:red",
    );
    draws(
        r"\node[circle,fill] (a) at (0,0) {}; \node[circle,fill=red] at (1,0) {}; \draw (a)--(1,0);",
        "a:black 1:red | a:black-1:red",
    );
}

#[test]
fn lines_between_places() {
    draws(r"\draw (0,0) -- (1,0) -- (1,1) -- cycle;", "0 1 2 | 0-1 1-2 2-0");
    draws(
        r"\draw (0,0) node[left] {a} -- (2/2,0) node[right]{b} -- ++(0,1) node {c}; \draw (1,1) -- (0.0,0);",
        "a b c | a-b b-c c-a",
    );
    draws(
        r"\coordinate (a) at (0,0); \coordinate (b) at (1,1); \draw (a) to (b); \fill (a) circle (2pt) (b) circle (0.1);",
        "a:black b:black | a:black-b:black",
    );
    draws(
        r"\draw (0,0)--(2,0); \foreach \x in {0,1,2} {\filldraw[fill=white] (\x,0) circle (3pt);} \node[above] at (1,0) {$m$};",
        "0:white m:white 2:white | 0:white-m:white m:white-2:white",
    );
    draws(r"\draw (0,0) -- (1,0) (5,5) -- +(1,0) -- +(0,1);", "0 1 2 3 4 | 0-1 2-3 3-4");
    draws(
        r"\draw (90:1) -- (210:1) -- (330:1) -- (450:1); \draw (0,1) -- (0,2);",
        "0 1 2 3 | 0-1 1-2 2-0 0-3",
    );
    draws(r"\draw (0,0) -- ++(60:1) -- ++(-60:1) -- (0,0);", "0 1 2 | 0-1 1-2 2-0");
    draws(
        r"\draw[->] (0,0) node {a} -- (1,1) node[midway, above] {5} node[right] {b}; \draw (1,1) -- node {6} (2,0) node {c};",
        "a b c | a>b(5) b-c(6)",
    );
    draws(
        r"\draw[xshift=1cm] (0,0) -- (1,0) rectangle; \draw (0,0) -- (1,0);",
        "0 1 | 0-1 | `rectangle` on a path is not read",
    );
    draws(r"\draw plot coordinates {(0,0) (1,2) (3,1)};", "0 1 2 | 0-1 1-2");
}

#[test]
fn loops_draw_paths_caterpillars_and_trees() {
    draws(
        r"\foreach \x in {1,...,4} \node[circle,fill] (v\x) at (\x,0) {};
          \foreach \x/\y in {1/2,2/3,3/4} \draw (v\x) -- (v\y);",
        "v1:black v2:black v3:black v4:black | v1:black-v2:black v2:black-v3:black v3:black-v4:black",
    );
    let caterpillar = tikz(
        r"\foreach \x in {0,1,2} { \node[draw] (s\x) at (2*\x,0) {};
            \foreach \y in {1,...,3} { \node[draw] (l\x\y) at (2*\x+\y/4-1/2,-1) {}; \draw (s\x) -- (l\x\y); } }
          \foreach \x [evaluate=\x as \n using int(\x+1)] in {0,1} { \pgfmathtruncatemacro{\k}{\x+1} \draw (s\x) -- (s\k); }",
    );
    assert!(caterpillar.complete(), "{:?}", caterpillar.reasons);
    assert_eq!((caterpillar.vertices.len(), caterpillar.edges.len()), (12, 11));
    let tree = tikz(
        r"\node[circle,draw] {r} child { node[circle,draw] {a} child {node {b}} child {node[red] {c} edge from parent[red] node[left] {$L$}} }
          child[missing] {} child { node {d} };",
    );
    assert_eq!(shown(&tree), "r a b c d | a-b a-c(L):red r-a r-d");
    draws(
        r"\node {$G$} child {node {$0$}} child {node {$\ast$} child {node {$1$}}};",
        r"G 0 \ast 1 | G-0 \ast-1 G-\ast",
    );
    let cycle =
        tikz(r"\foreach \i in {0,72,...,288} { \fill (\i:2) circle (2pt); \draw (\i:2) -- (\i+72:2); }");
    assert_eq!(
        shown(&cycle).split('|').nth(1),
        Some(" 0:black-1:black 1:black-2:black 2:black-3:black 3:black-4:black 4:black-0:black")
    );
    draws(
        r"\foreach \a/\b in {a/b, b/c} { \draw (\a) -- (\b); }",
        " |  | the place `(a)` is not known | the place `(b)` is not known | the place `(b)` is not known | the place `(c)` is not known",
    );
    draws(r"\draw (0,0) \foreach \x in {1,2,3} { -- (\x,0) };", "0 1 2 3 | 0-1 1-2 2-3");
    draws(
        r"\foreach \x [count=\i from 0] in {a,...,c} \node[draw] (\x) at (\i,0) {$\x$}; \draw (a)--(b)--(c);",
        "a b c | a-b b-c",
    );
}

#[test]
fn scopes_move_what_they_hold() {
    draws(
        r"\draw (0,0) -- (1,0); \begin{scope}[shift={(1,0)}] \draw (0,0) -- (0,1); \end{scope}
          \begin{scope}[xshift=1cm,yshift=10mm,rotate=90,scale=2] \draw (0,0) -- (1,0); \end{scope}",
        "0 1 2 3 | 0-1 1-2 2-3",
    );
    draws(
        r"[scale=.5, every node/.style={circle, draw}] \node at (0,0) {}; \node (b) at (1,0) {x}; \draw (0,0) -- (b);",
        "0 x | 0-x",
    );
    draws(
        r"\coordinate (a) at (0,0); \coordinate (b) at (2,2); \draw (a) -- ($(a)!0.5!(b)$) -- (a -| b); \draw (1,1) -- (2,0);",
        "a 1 2 | a-1 1-2",
    );
}

#[test]
fn graphs_and_forests() {
    draws(r"\graph { a -- b -- {c, d}; d -> a };", "a b c d | a-b b-c b-d d>a");
    let forest = only(r"\begin{forest} for tree={circle,draw} [$G$ [$0$] [{a,b}, red [c]]] \end{forest}");
    assert_eq!(shown(&forest), "G 0 a,b c | G-0 G-a,b a,b-c");
    draws(r"\graph { subgraph K_n [n=5] };", " |  | this part of a `\\graph` is not read");
}

#[test]
fn what_was_not_understood_is_said() {
    let dot = r"\fill (0,0) circle (2pt) (1,0) circle (2pt) (2,0) circle (2pt);";
    for (body, reason) in [
        (r"\draw (0,0) rectangle (1,1);", "`rectangle` on a path is not read"),
        (r"\draw (0,0) grid (3,3);", "`grid` on a path is not read"),
        (r"\draw (0,0) -- (5,5);", "a line ends where no vertex is drawn"),
        (r"\draw[dotted] (0,0) -- (1,0);", "a dashed line may be an edge, or stand for something left out"),
        (r"\node at (1.5,0) {$\cdots$};", "dots stand for something that is left out"),
        (r"\node (x) at (3,3) {words};", "this may be a vertex, or words beside the graph"),
        (
            r"\coordinate (a) at (0,0); \coordinate (b) at (2,0); \draw (a) -- (b);",
            "a line passes through a vertex",
        ),
        (r"\draw (0,0) to[bend left] (1,0) to[bend left] (0,0);", "two vertices are joined twice"),
        (r"\draw (0,0) circle (2);", "a large circle may be a vertex, or go around some"),
        (r"\draw (0,0) edge[loop above] (0,0);", "a loop is no edge of a simple graph"),
        (r"\Vertex{x}", "`\\Vertex` in a picture is not read"),
        (r"\begin{axis} \addplot {x}; \end{axis}", "`axis` in a picture is not read"),
        (r"\fill (0.01,0) circle (2pt);", "two vertices lie so close that they may be one"),
        (r"\foreach \x in {1,...,n} \fill (\x,0) circle (1pt);", "a loop is not followed"),
        (r"\ifthenelse{\equal{\x}{1}}{\draw (0,0)--(1,0);}{}", "a condition in a picture is not followed"),
        (
            r"\foreach \x in {0,1} { \ifnum\x<1 \draw (0,0) -- (1,0); \fi }",
            "`\\ifnum` is not known here; its first branch is read",
        ),
        (r"\draw (0,0) -- (x,0);", "the place `(x,0)` is not known"),
        (r"\draw (0,0) -- (1,0)", "`\\draw` has no end"),
        (r"\draw (0,0) parabola (1,0);", "`parabola` on a path is not read"),
    ] {
        let picture = tikz(&format!("{dot}{body}"));
        let messages: Vec<&str> = picture.reasons.iter().map(|reason| reason.message.as_str()).collect();
        assert!(messages.contains(&reason), "{body}: {messages:?}");
        assert!(!picture.complete());
    }
    draws(
        r"\draw (0,0) -- (2,2); \draw (0,2) -- (2,0);",
        "0 1 2 3 | 0-1 2-3 | lines cross where no vertex is drawn",
    );
    draws(r"\draw (0,0) -- (2,0); \draw (1,0) -- (1,2);", "0 1 2 3 | 0-2 2-1 2-3");
}

#[test]
fn pictures_of_other_kinds_are_listed() {
    let document = read(
        r"\begin{figure}\centering\includegraphics[width=3cm]{figures/tree.pdf}\caption{A tree.}\label{fig:tree}\end{figure}
\[\xymatrix{a \ar[r] & b}\] \begin{pspicture}(0,0)(1,1)\psline(0,0)(1,1)\end{pspicture}
\begin{figure}\begin{subfigure}{3cm}\tikz{\draw (0,0)--(1,0);}\caption{one}\end{subfigure}\tikz \draw (0,0)--(1,1);\caption{both}\label{fig:both}\end{figure}
\begin{tikzpicture} open",
    );
    let kinds: Vec<&str> = document.pictures.iter().map(|picture| picture.environment.as_str()).collect();
    assert_eq!(kinds, ["\\includegraphics", "\\xymatrix", "pspicture", "\\tikz", "\\tikz", "tikzpicture"]);
    assert_eq!(document.pictures[0].file.as_deref(), Some("figures/tree.pdf"));
    let words = |index: usize| {
        let picture = &document.pictures[index];
        let source = |passage: &Option<tex::Passage>| passage.as_ref().map(|passage| passage.source.clone());
        (source(&picture.caption).unwrap_or_default(), source(&picture.label).unwrap_or_default())
    };
    assert_eq!(words(0), ("A tree.".into(), "fig:tree".into()));
    assert_eq!(words(3), ("one".into(), "fig:both".into()));
    assert_eq!(words(4), ("both".into(), "fig:both".into()));
    assert_eq!(document.pictures[5].reasons[0].message, "the picture is not ended");
}

#[test]
fn macros_and_styles_of_the_author_are_followed() {
    let picture = only(
        "\\newcommand{\\vertex}[2]{\\node[v] (#1) at (#2) {$#1$};}\\tikzset{v/.style={w}, w/.style={circle,fill=gray}}\n\
         \\tikzstyle{e}=[blue]\n\\begin{tikzpicture}\\vertex{a}{0,0}\\vertex{b}{1,0}\\draw[e] (a)--(b);\\end{tikzpicture}",
    );
    assert_eq!(shown(&picture), "a:gray b:gray | a:gray-b:gray:blue");
}

fn boards(text: &str) -> Vec<Board> {
    read(text).boards
}

#[test]
fn tables_and_rows_of_stones_are_boards() {
    let found = boards(
        r"\begin{tabular}{|c|c|c|} $\bullet$ & & $\circ$ \\ & $\bullet$ & \end{tabular}
then $\bullet\circ\bullet$ and $\begin{array}{cc} x & o \\ . & x \end{array}$, $f\circ g$, $90^\circ$, $a\times b$, $\circ$.",
    );
    let rows: Vec<Vec<String>> = found.iter().map(|board| board.rows.clone()).collect();
    assert_eq!(
        rows,
        [vec!["x.o".to_string(), ".x.".into()], vec!["xox".into()], vec!["xo".into(), ".x".into()]]
    );
    assert_eq!(found[1].signs, [("\\bullet".to_string(), 'x'), ("\\circ".to_string(), 'o')]);
}

#[test]
fn what_only_looks_like_a_board_is_none() {
    for text in [
        r"\begin{tabular}{cc} game & x \\ other & x \end{tabular}",
        r"\begin{tabular}{cc} 1 & 2 \\ 2 & 1 \end{tabular}",
        r"\begin{tabular}{cc} - & . \\ & - \end{tabular}",
        r"\begin{tabular}{cc} $\bullet$ & $\blacksquare$ \\ $\circ$ & \end{tabular}",
        r"$x\times o$ $\cdot\cdot$ $xo$ $\square$",
    ] {
        assert_eq!(boards(text), [], "{text}");
    }
}

#[test]
fn hostile_pictures_end() {
    for body in [
        r"\foreach \x in {1,...,100000} { \foreach \y in {1,...,100000} { \draw (\x,\y) -- (1,1); } }"
            .to_string(),
        r"\foreach \x in {1,...,2000} { \draw (0,\x) -- (1,\x); }".into(),
        r"\foreach \x in {1,...,9} {".repeat(2_000),
        "\\draw (".repeat(5_000),
        "\\node {".repeat(5_000),
        "child {".repeat(5_000),
        r"\node {} ".to_string() + &"child { node {} ".repeat(5_000),
        "\\tikzset{a/.style={b},b/.style={a}}\\node[a] {};".into(),
        "(".repeat(20_000),
        "\\begin{scope}".repeat(5_000),
        "\\begin{x}".repeat(5_000),
        "\\x ".repeat(20_000),
        "\\draw ".repeat(20_000),
        "\\tiny{".repeat(5_000),
        r"\foreach \x in {1} a".repeat(5_000),
        r"\foreach \x in {1,1.000001,...,9} \fill (\x,0) circle (1pt);".into(),
        r"\draw (999999999999999999999999,1) -- (1e9,0) -- (1/0,0);".into(),
    ] {
        tikz(&body);
    }
    read(&"\\begin{tikzpicture}".repeat(5_000));
    read(&"\\begin{forest}[".repeat(2_000));
    only(&format!("\\begin{{forest}}{}\\end{{forest}}", "[".repeat(20_000)));
}

const PARTS: [&str; 54] = [
    "\\draw ",
    "\\node ",
    "\\path ",
    "\\fill ",
    "\\coordinate ",
    "(0,0)",
    "(1,0)",
    "(a)",
    "(a.north)",
    "(30:1)",
    " -- ",
    " edge ",
    " to ",
    "node",
    " at ",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ";",
    ",",
    "circle",
    "(2pt)",
    "child",
    "cycle",
    "++",
    "+",
    "[draw]",
    "[bend left]",
    "{x}",
    "\\foreach ",
    "\\x",
    " in ",
    "{1,...,3}",
    "/",
    "..",
    "controls",
    "and",
    "$",
    "\\begin{scope}",
    "\\end{scope}",
    "[shift={(1,1)}]",
    "plot coordinates",
    "\\graph",
    "|-",
    "!0.5!",
    "\\ifnum",
    "\\fi",
    "\\pgfmathsetmacro",
    "{\\y}",
    "\\bullet",
    "\\circ",
];

proptest! {
    #[test]
    fn nothing_makes_it_fail(parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..50)) {
        tikz(&parts.concat());
        read(&format!("${}$ \\begin{{forest}}{}\\end{{forest}}", parts.concat(), parts.concat()));
    }

    #[test]
    fn a_graph_drawn_is_the_graph_read(pairs in prop::collection::btree_set((0_usize..7, 0_usize..7), 0..12), exact in any::<bool>()) {
        let pairs: Vec<(usize, usize)> = pairs.into_iter().filter(|(a, b)| a < b).collect();
        let place = |index: usize| if exact { format!("{}:2", 360 * index / 8) } else { format!("v{index}") };
        let mut body = String::new();
        for index in 0..7 {
            body += &format!("\\node[draw] (v{index}) at ({}:2) {{}};", 360 * index / 8);
        }
        for (a, b) in &pairs {
            body += &format!("\\draw ({}) -- ({});", place(*a), place(*b));
        }
        let picture = tikz(&body);
        prop_assert_eq!(picture.vertices.len(), 7);
        prop_assert!(picture.complete(), "{:?}", picture.reasons);
        prop_assert_eq!(picture.pairs(), pairs);
    }
}
