//! How long TeX takes to be read: generated papers of a megabyte, with macros and 500 tables, and with prose alone.

use std::hint::black_box;
use std::time::Instant;

use referee::diagnostic::Source;
use referee::tex;

fn tables() -> String {
    let mut text = String::from(
        "\\documentclass{article}\n\\newcommand{\\game}[2]{\\{#1\\mid #2\\}}\n\\def\\row#1;#2;#3.{#1 & $#2$ & #3 \\\\}\n\\newcommand{\\half}{\\frac12}\n\\begin{document}\n",
    );
    for table in 0..500 {
        text.push_str(&format!(
            "Some words between tables, with $x_{{{table}}} \\le 3$ and 5\\% more. % a remark\n\n\\begin{{table}}\\caption{{Values {table}}}\\label{{tab:{table}}}\n\\begin{{tabular}}{{|c|*{{2}}{{c|}}}}\n\\hline\n$n$ & value & $t$ \\\\ \\hline\n"
        ));
        for n in 0..20 {
            text.push_str(&format!("{n} & $\\pm\\{{3*, \\{{\\{{5 \\mid 4\\}} \\mid *\\}}\\}}$ & 7/2 \\\\\n\\row {n};\\game{{{n}}}{{\\game{{\\half}}{{3}}}};\\multicolumn{{1}}{{c|}}{{$\\half$}}.\n"));
        }
        text.push_str("\\hline\n\\end{tabular}\n\\end{table}\n");
    }
    text.push_str("\\end{document}\n");
    text
}

fn prose() -> String {
    let mut text = String::from("\\documentclass{article}\n\\begin{document}\n");
    while text.len() < 1_000_000 {
        text.push_str(
            "We show that $G = \\{0 \\mid *\\}$ is \\emph{infinitesimal}, see \\cite{ONAG}, and so on.\n\n",
        );
    }
    text.push_str("\\end{document}\n");
    text
}

fn main() {
    for (name, text) in [("tables", tables()), ("prose", prose())] {
        let source = Source::new("bench.tex", text);
        let megabytes = source.text.len() * 100 / (1 << 20);
        let mut times: Vec<_> = (0..9)
            .map(|_| {
                let start = Instant::now();
                let document = black_box(tex::read(black_box(&source)));
                let spent = start.elapsed();
                assert!(document.problems.is_empty(), "{:?}", document.problems.first());
                (spent, document.tables.len())
            })
            .collect();
        times.sort();
        let (spent, tables) = times[times.len() / 2];
        println!("{name}: {}.{:02} MB, {tables} tables, {spent:.0?}", megabytes / 100, megabytes % 100);
    }
}
