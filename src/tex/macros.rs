//! The author's own definitions: macros, environments, column types.
//!
//! Read: `\newcommand` and its kin, `\def` and its kin with delimited parameters, `\let`, `\NewDocumentCommand` with
//! the usual letters, `\DeclareMathOperator`, `\DeclarePairedDelimiter`, `\newenvironment`, `\newcolumntype`,
//! `\newif`. A definition is local to its group, as in TeX. One of what gives a document its structure (`\begin`,
//! `\multicolumn`, `\caption`, the environment `tabular`, ...) is passed over.

use std::rc::Rc;

use super::expand::Expander;
pub use super::expand::Trouble;
use super::tokens::{Kind, Token, text};

/// What a command of the author's stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Macro<'s> {
    /// What must stand between the name and the first argument.
    pub prefix: Vec<Token<'s>>,
    pub parameters: Vec<Parameter<'s>>,
    pub body: Body<'s>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Body<'s> {
    Tokens(Vec<Token<'s>>),
    /// What this token meant before any other definition.
    Same(Token<'s>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Parameter<'s> {
    /// A group or a single token.
    Argument,
    /// What stands between these marks; these tokens if nothing does.
    Optional(&'static str, &'static str, Vec<Token<'s>>),
    /// Whether this character stands there.
    Flag(&'s str),
    /// Everything up to these tokens.
    Until(Vec<Token<'s>>),
}

/// An environment of the author's.
pub struct Environment<'s> {
    pub begin: Macro<'s>,
    pub end: Vec<Token<'s>>,
}

/// What stands for an argument that is not there, and for a star that is or is not.
pub const NO_VALUE: &str = "\\NoValue";
pub const TRUE: &str = "\\BooleanTrue";
pub const FALSE: &str = "\\BooleanFalse";

impl<'s> Macro<'s> {
    pub fn plain(body: Vec<Token<'s>>) -> Macro<'s> {
        Macro { prefix: Vec::new(), parameters: Vec::new(), body: Body::Tokens(body) }
    }

    fn with(parameters: Vec<Parameter<'s>>, body: Vec<Token<'s>>) -> Macro<'s> {
        Macro { parameters, ..Macro::plain(body) }
    }

    /// Whether anything must stand between or behind its arguments.
    pub fn delimited(&self) -> bool {
        !self.prefix.is_empty()
            || self.parameters.iter().any(|parameter| matches!(parameter, Parameter::Until(_)))
    }
}

/// Commands whose meaning is what this reader goes by.
const KEPT: [&str; 46] = [
    "\\begin",
    "\\end",
    "\\\\",
    "\\tabularnewline",
    "\\multicolumn",
    "\\multirow",
    "\\hline",
    "\\cline",
    "\\toprule",
    "\\midrule",
    "\\bottomrule",
    "\\cmidrule",
    "\\caption",
    "\\label",
    "\\input",
    "\\include",
    "\\documentclass",
    "\\usepackage",
    "\\def",
    "\\newcommand",
    "\\let",
    "\\title",
    "\\relax",
    "\\frac",
    "\\text",
    "\\mbox",
    "\\left",
    "\\right",
    "\\item",
    "\\par",
    "\\section",
    "\\footnote",
    "\\ref",
    "\\cite",
    "\\node",
    "\\draw",
    "\\path",
    "\\hskip",
    "\\cr",
    "\\fi",
    "\\else",
    "\\vrule",
    "\\noalign",
    "\\halign",
    "\\[",
    "\\]",
];
/// Environments that are known by name.
const KEPT_ENVIRONMENTS: [&str; 30] = [
    "document",
    "abstract",
    "table",
    "table*",
    "figure",
    "figure*",
    "tabular",
    "tabular*",
    "tabularx",
    "tabulary",
    "longtable",
    "array",
    "matrix",
    "pmatrix",
    "bmatrix",
    "vmatrix",
    "Bmatrix",
    "Vmatrix",
    "smallmatrix",
    "cases",
    "equation",
    "equation*",
    "align",
    "align*",
    "gather",
    "gather*",
    "tikzpicture",
    "deluxetable",
    "math",
    "displaymath",
];

impl<'s> Expander<'s> {
    /// Whether the token begins a definition; if so it is read and remembered.
    pub fn definition(&mut self, token: &Token<'s>) -> bool {
        let mark = self.mark();
        let known = match token.text {
            "\\long" | "\\outer" => return true,
            "\\global" => {
                self.global = true;
                return true;
            }
            "\\newcommand"
            | "\\renewcommand"
            | "\\providecommand"
            | "\\DeclareRobustCommand"
            | "\\newrobustcmd"
            | "\\renewrobustcmd"
            | "\\providerobustcmd" => self.new_command(token),
            "\\def" | "\\gdef" | "\\edef" | "\\xdef" => self.def(token),
            "\\let" | "\\NewCommandCopy" | "\\RenewCommandCopy" => self.let_(token),
            "\\NewDocumentCommand"
            | "\\RenewDocumentCommand"
            | "\\ProvideDocumentCommand"
            | "\\DeclareDocumentCommand"
            | "\\NewExpandableDocumentCommand" => self.document_command(token),
            "\\DeclareMathOperator" => self.operator(token),
            "\\DeclarePairedDelimiter" | "\\DeclarePairedDelimiterX" | "\\DeclarePairedDelimiterXPP" => {
                self.paired(token)
            }
            "\\newenvironment" | "\\renewenvironment" | "\\provideenvironment" => self.new_environment(),
            "\\NewDocumentEnvironment" | "\\RenewDocumentEnvironment" | "\\DeclareDocumentEnvironment" => {
                self.document_environment(token)
            }
            "\\newcolumntype" => self.column_type(),
            "\\newif" => self.switch(),
            "\\@namedef" | "\\csdef" => self.named_definition(token),
            "\\@nameuse" | "\\csuse" => self.named_use(token),
            "\\lstnewenvironment" | "\\DefineVerbatimEnvironment" | "\\newminted" => {
                self.verbatim_environment(token)
            }
            "\\excludecomment" => self
                .word()
                .filter(|name| !name.is_empty())
                .map(|name| self.categories.verbatim.push((name, true))),
            _ => return false,
        };
        if known.is_none() {
            self.global = false;
            self.back(mark);
            self.trouble("the definition could not be read", token.at.clone());
        }
        known.is_some()
    }

    /// The arguments of a call; none if they are not there.
    pub fn arguments(&mut self, found: &Macro<'s>, name: &Token<'s>) -> Option<Vec<Vec<Token<'s>>>> {
        if found.delimited() && name.text.ends_with(|c: char| c.is_ascii_alphabetic()) {
            let mark = self.mark();
            if self.note().is_none_or(|token| token.kind != Kind::Space) {
                self.back(mark);
            }
        }
        for wanted in &found.prefix {
            let token = self.note()?;
            if !alike(&token, wanted) {
                return None;
            }
        }
        let word = |text| vec![Token { kind: Kind::Command, text, at: name.at.clone() }];
        let mut arguments = Vec::with_capacity(found.parameters.len());
        for parameter in &found.parameters {
            arguments.push(match parameter {
                Parameter::Argument => self.argument()?,
                Parameter::Optional(opens, closes, default) => {
                    self.between(opens, closes).unwrap_or_else(|| {
                        default.iter().map(|token| Token { at: name.at.clone(), ..token.clone() }).collect()
                    })
                }
                Parameter::Flag(character) => word(if self.follows(character) { TRUE } else { FALSE }),
                Parameter::Until(delimiter) => self.delimited(delimiter)?,
            });
        }
        Some(arguments)
    }

    /// An argument that ends where certain tokens stand outside of braces.
    fn delimited(&mut self, delimiter: &[Token<'s>]) -> Option<Vec<Token<'s>>> {
        let mut found: Vec<Token<'s>> = Vec::new();
        let mut depth = 0;
        while found.len() < super::expand::TOKENS_PER_CALL {
            let token = self.note()?;
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => return None,
                Kind::Close => depth -= 1,
                Kind::Paragraph => return None,
                Kind::Comment => continue,
                _ => {}
            }
            found.push(token);
            let begins = found.len().wrapping_sub(delimiter.len());
            let ended = depth == 0
                && found.get(begins..).is_some_and(|end| end.iter().zip(delimiter).all(|(a, b)| alike(a, b)));
            if ended {
                found.truncate(begins);
                return Some(without_braces(found));
            }
        }
        None
    }

    /// Remembers a macro.
    fn define(&mut self, name: &'s str, meaning: Macro<'s>) {
        if KEPT.contains(&name) {
            self.global = false;
        } else {
            self.assign(name, Some(meaning));
        }
    }

    /// The command that is to be defined, in braces or not.
    fn name(&mut self) -> Option<&'s str> {
        match &self.argument()?[..] {
            [name] if matches!(name.kind, Kind::Command | Kind::Active) => Some(name.text),
            _ => None,
        }
    }

    /// `[2][default]`
    fn bracketed(&mut self) -> Vec<Parameter<'s>> {
        let Some(number) = self.optional() else { return Vec::new() };
        let number = text(&number).trim().parse().unwrap_or(0).min(9);
        let default = self.optional();
        let mut parameters = vec![Parameter::Argument; number];
        if let (Some(first), Some(default)) = (parameters.first_mut(), default) {
            *first = Parameter::Optional("[", "]", default);
        }
        parameters
    }

    fn new_command(&mut self, token: &Token<'s>) -> Option<()> {
        self.follows("*");
        let name = self.name()?;
        let parameters = self.bracketed();
        let body = self.argument()?;
        let provides = matches!(token.text, "\\providecommand" | "\\providerobustcmd");
        if !provides || !self.known.contains_key(name) {
            self.define(name, Macro::with(parameters, body));
        }
        Some(())
    }

    fn def(&mut self, token: &Token<'s>) -> Option<()> {
        let name = self.name()?;
        let mut prefix: Vec<Token<'s>> = Vec::new();
        let mut parameters: Vec<Parameter<'s>> = Vec::new();
        loop {
            let next = self.note()?;
            match next.kind {
                Kind::Open => break,
                Kind::Parameter => parameters.push(Parameter::Argument),
                Kind::Comment => {}
                Kind::Space if parameters.is_empty() && prefix.is_empty() => {}
                Kind::Paragraph | Kind::Close => return None,
                _ => match parameters.last_mut() {
                    None => prefix.push(next),
                    Some(Parameter::Until(delimiter)) => delimiter.push(next),
                    Some(last) => *last = Parameter::Until(vec![next]),
                },
            }
            if parameters.len() > 9 || prefix.len() > 40 {
                return None;
            }
        }
        let mut body = self.until(true, |token| token.kind == Kind::Close)?;
        if matches!(token.text, "\\edef" | "\\xdef") {
            body = self.expanded(body);
        }
        self.global |= matches!(token.text, "\\gdef" | "\\xdef");
        self.define(name, Macro { prefix, parameters, body: Body::Tokens(body) });
        Some(())
    }

    fn let_(&mut self, token: &Token<'s>) -> Option<()> {
        let name = self.name()?;
        let mut meaning = self.solid()?;
        if meaning.text == "=" && token.is("\\let") {
            meaning = self.solid()?;
        } else if meaning.kind == Kind::Open && !token.is("\\let") {
            meaning = self.solid()?;
            self.follows("}");
        }
        if meaning.text == name || KEPT.contains(&name) {
            return Some(());
        }
        let meaning = match self.known.get(meaning.text) {
            Some(known) => Some((**known).clone()),
            None if matches!(meaning.text, "\\undefined" | "\\@undefined") => None,
            None if matches!(meaning.text, "\\relax" | "\\@empty" | "\\empty") => {
                Some(Macro::plain(Vec::new()))
            }
            None if matches!(meaning.text, "\\iftrue" | "\\iffalse") && name.starts_with("\\if") => {
                self.switches.insert(name, meaning.is("\\iftrue"));
                return Some(());
            }
            None => Some(Macro { body: Body::Same(meaning), ..Macro::plain(Vec::new()) }),
        };
        self.assign(name, meaning);
        Some(())
    }

    fn operator(&mut self, token: &Token<'s>) -> Option<()> {
        self.follows("*");
        let (name, words) = (self.name()?, self.argument()?);
        let mark = |kind, text| Token { kind, text, at: token.at.clone() };
        let mut body = vec![mark(Kind::Command, "\\operatorname"), mark(Kind::Open, "{")];
        body.extend(words);
        body.push(mark(Kind::Close, "}"));
        self.define(name, Macro::plain(body));
        Some(())
    }

    /// `\DeclarePairedDelimiter{\set}{\{}{\}}`; its size is no matter.
    fn paired(&mut self, token: &Token<'s>) -> Option<()> {
        let name = self.name()?;
        let mut parameters = vec![Parameter::Flag("*"), Parameter::Optional("[", "]", Vec::new())];
        let mut count = 1;
        if token.text != "\\DeclarePairedDelimiter" {
            let number = self.optional()?;
            count = text(&number).trim().parse().ok().filter(|count| *count <= 7)?;
        }
        parameters.extend(vec![Parameter::Argument; count]);
        let mut body = Vec::new();
        if token.text.ends_with("XPP") {
            body.extend(self.argument()?);
        }
        body.extend(self.argument()?);
        let right = self.argument()?;
        let after = if token.text.ends_with("XPP") { self.argument()? } else { Vec::new() };
        let inner = match token.text {
            "\\DeclarePairedDelimiter" => {
                vec![Token { kind: Kind::Parameter, text: "#3", at: token.at.clone() }]
            }
            _ => self.argument()?,
        };
        let own = token.text == "\\DeclarePairedDelimiter";
        body.extend(inner.into_iter().filter(|token| !token.is("\\delimsize")).map(|token| {
            // Its first argument is the third, behind star and size.
            match token.text.strip_prefix('#').and_then(|number| number.parse::<usize>().ok()) {
                Some(number) if token.kind == Kind::Parameter && !own => {
                    Token { text: self.names.alloc_str(&format!("#{}", number + 2)), ..token }
                }
                _ => token,
            }
        }));
        body.extend(right);
        body.extend(after);
        self.define(name, Macro::with(parameters, body));
        Some(())
    }

    /// The parameters that the letters of `\NewDocumentCommand` ask for; none if one is not known.
    fn letters(&mut self, letters: &[Token<'s>], token: &Token<'s>) -> Option<Vec<Parameter<'s>>> {
        let missing = vec![Token { kind: Kind::Command, text: NO_VALUE, at: token.at.clone() }];
        let mut parameters = Vec::new();
        let mut rest = letters;
        while let Some((letter, after)) = rest.split_first() {
            rest = after;
            let mut group = || {
                let (inner, after) = super::tables::group(rest)?;
                rest = after;
                Some(inner.to_vec())
            };
            parameters.push(match letter.text {
                "+" | "!" => continue,
                ">" => {
                    group()?;
                    continue;
                }
                _ if letter.is_blank() => continue,
                "m" => Parameter::Argument,
                "o" => Parameter::Optional("[", "]", missing.clone()),
                "O" => Parameter::Optional("[", "]", group()?),
                "s" => Parameter::Flag("*"),
                "t" => Parameter::Flag(group()?.first()?.text),
                "d" | "D" | "r" => {
                    let (opens, closes) = (group()?, group()?);
                    let (opens, closes) = match (text(&opens).as_str(), text(&closes).as_str()) {
                        ("(", ")") => ("(", ")"),
                        ("<", ">") => ("<", ">"),
                        ("|", "|") => ("|", "|"),
                        ("[", "]") => ("[", "]"),
                        _ => return None,
                    };
                    let default = if letter.text == "D" { group()? } else { missing.clone() };
                    Parameter::Optional(opens, closes, default)
                }
                _ => return None,
            });
        }
        Some(parameters)
    }

    fn document_command(&mut self, token: &Token<'s>) -> Option<()> {
        let (name, letters, body) = (self.name()?, self.argument()?, self.argument()?);
        match self.letters(&letters, token) {
            Some(parameters) => {
                if token.text != "\\ProvideDocumentCommand" || !self.known.contains_key(name) {
                    self.define(name, Macro::with(parameters, body));
                }
            }
            None => {
                self.trouble(format!("`{name}` has arguments of a kind that is not read"), token.at.clone())
            }
        }
        Some(())
    }

    fn new_environment(&mut self) -> Option<()> {
        self.follows("*");
        let name = self.word()?;
        let parameters = self.bracketed();
        let (begin, end) = (self.argument()?, self.argument()?);
        self.environment(name, parameters, begin, end);
        Some(())
    }

    fn document_environment(&mut self, token: &Token<'s>) -> Option<()> {
        let (name, letters) = (self.word()?, self.argument()?);
        let (begin, end) = (self.argument()?, self.argument()?);
        match self.letters(&letters, token) {
            Some(parameters) => self.environment(name, parameters, begin, end),
            None => {
                self.trouble(format!("`{name}` has arguments of a kind that is not read"), token.at.clone())
            }
        }
        Some(())
    }

    fn environment(
        &mut self,
        name: String,
        parameters: Vec<Parameter<'s>>,
        begin: Vec<Token<'s>>,
        end: Vec<Token<'s>>,
    ) {
        let opens = begin.last().filter(|last| last.kind == Kind::Command).map_or("", |last| last.text);
        if matches!(opens, "\\comment" | "\\verbatim" | "\\lstlisting") {
            self.categories.verbatim.push((name, opens == "\\comment"));
        } else if !KEPT_ENVIRONMENTS.contains(&name.as_str()) {
            let own = Environment { begin: Macro::with(parameters, begin), end };
            self.environments.insert(self.names.alloc_str(&name), Rc::new(own));
        }
    }

    fn column_type(&mut self) -> Option<()> {
        let letter = self.argument()?;
        let parameters = self.bracketed();
        let meaning = self.argument()?;
        if let [letter] = &letter[..] {
            self.columns.insert(letter.text, Rc::new(Macro::with(parameters, meaning)));
        }
        Some(())
    }

    /// `\newif\iffoo`
    fn switch(&mut self) -> Option<()> {
        let name = self.name()?;
        let stem = name.strip_prefix("\\if")?;
        self.switches.insert(name, false);
        for state in [true, false] {
            let setter = self.names.alloc_str(&format!("\\{stem}{state}"));
            self.setters.insert(setter, (name, state));
        }
        Some(())
    }

    fn named_definition(&mut self, token: &Token<'s>) -> Option<()> {
        let name = self.argument()?;
        let name = self.named(&name)?;
        self.pending.push(Token { kind: Kind::Command, text: name, at: token.at.clone() });
        let def = Token { text: "\\def", ..token.clone() };
        self.def(&def)
    }

    fn named_use(&mut self, token: &Token<'s>) -> Option<()> {
        let name = self.argument()?;
        let name = self.named(&name)?;
        self.pending.push(Token { kind: Kind::Command, text: name, at: token.at.clone() });
        Some(())
    }

    fn verbatim_environment(&mut self, token: &Token<'s>) -> Option<()> {
        let options = self.optional();
        let mut name = self.word()?;
        if token.is("\\newminted") {
            name = options.map_or(format!("{name}code"), |own| text(&own));
        }
        self.categories.verbatim.push((name, false));
        Some(())
    }
}

fn alike(a: &Token<'_>, b: &Token<'_>) -> bool {
    a.kind == b.kind && (a.kind == Kind::Space || a.text == b.text)
}

/// Without the braces around the whole, as TeX takes them off a delimited argument.
fn without_braces(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && index + 1 < tokens.len() {
            return tokens;
        }
    }
    if tokens.len() >= 2 {
        tokens.pop();
        tokens.remove(0);
    }
    tokens
}
