//! The syntax tree of notation and expressions, and of the definitions made with them.

use super::Span;

/// A piece of syntax and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub kind: ExprKind,
    /// The bytes of the text, with the brackets that were written around it.
    pub span: Span,
}

/// What a piece of syntax is. Brackets leave no node of their own; TeX and plain text give the same tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `0`, `17`: a nonnegative integer; its sign is a [`ExprKind::Negative`] around it.
    Integer(i128),
    /// `"A_"`: a string, without its quotes.
    Text(String),
    /// `n`, `Left`, `true`, `none`, `N`: a variable or a constant of the language.
    Name(String),

    /// `*` is the nimber of 1, `*3`, `*n`, `*2n` (a star takes the product that touches it).
    Nimber(Box<Expr>),
    /// `↑`, `⇑`, `v3`, `↑n`: a multiple of up, or of down if `down`; the count is 1 for a single arrow.
    Ups { down: bool, count: Box<Expr> },
    /// `↑²`, `^<2>`, `↓₂`: the Conway power of up, or its negative if `down`.
    UpPower { down: bool, order: Box<Expr> },
    /// `↑^[2]`, `^[2]`: ↑ + ↑² + … + ↑^n, or its negative if `down`.
    UpPowerTo { down: bool, order: Box<Expr> },
    /// `⧾(x)`, `Tiny(x)`, `+_x` in TeX.
    Tiny(Box<Expr>),
    /// `⧿(x)`, `Miny(x)`, `-_x` in TeX.
    Miny(Box<Expr>),
    /// `±1`, `±{3|1}` (one game) and `±{a, b}` (its Left options; Right's are their negatives).
    PlusMinus(Vec<Expr>),
    /// `{a, b | c}`: the lists as written; bars of any number have been resolved into nesting.
    Braces { left: Vec<Expr>, right: Vec<Expr> },
    /// Terms that touch, and are added: `7*`, `8↓*`, `2Tiny(2)`, `1↑3*`, `3±1`. At least two.
    Touching(Vec<Expr>),

    /// `-x`. In `-1↑` the sign belongs to the 1 alone, as CGSuite prints it: −1 + ↑.
    Negative(Box<Expr>),
    /// `not x`.
    Not(Box<Expr>),
    /// `a + b`, `2n` (touching: a product), `a <= b`, `a and b`, `g : h`, …
    Binary { operator: Operator, left: Box<Expr>, right: Box<Expr> },
    /// `f(a, b)`.
    Call { function: Name, arguments: Arguments },
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `1..20`, both ends included; `1..` (or a binding `n >= 1`) has no end.
    Range { from: Box<Expr>, to: Option<Box<Expr>> },
    /// `if a then b else c`.
    If { condition: Box<Expr>, then: Box<Expr>, otherwise: Box<Expr> },
    /// `count g in trees(n), v in vertices(g) such that odd(v) : degree(g, v) > 2`.
    /// Without `: body` only for `count`: the number of cases that satisfy the condition.
    Quantified {
        quantifier: Quantifier,
        bindings: Vec<Binding>,
        condition: Option<Box<Expr>>,
        body: Option<Box<Expr>>,
    },
}

/// The arguments of a call, in order.
pub type Arguments = Vec<Expr>;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// `n in 1..20`: a variable and the finite (or open, see [`ExprKind::Range`]) domain that it runs through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    pub name: Name,
    pub domain: Expr,
}

/// The operators between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    /// `g : h`
    OrdinalSum,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// `g || h`: neither `<=` nor `>=`.
    Confused,
    And,
    Or,
}

impl Operator {
    /// The operator as plain text writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Power => "^",
            Operator::OrdinalSum => ":",
            Operator::Equal => "=",
            Operator::Unequal => "!=",
            Operator::Less => "<",
            Operator::LessOrEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterOrEqual => ">=",
            Operator::Confused => "||",
            Operator::And => "and",
            Operator::Or => "or",
        }
    }
}

/// What is made of the body over all cases of the bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// The list of the bodies.
    For,
    Count,
    All,
    Any,
    Max,
    Min,
    /// The case (the variable, or the list of the variables) where the body is greatest; the first one of equals.
    ArgMax,
    ArgMin,
    Sum,
}

impl Quantifier {
    /// All quantifiers with their words.
    pub const WORDS: [(&'static str, Quantifier); 9] = [
        ("for", Quantifier::For),
        ("count", Quantifier::Count),
        ("all", Quantifier::All),
        ("any", Quantifier::Any),
        ("max", Quantifier::Max),
        ("min", Quantifier::Min),
        ("argmax", Quantifier::ArgMax),
        ("argmin", Quantifier::ArgMin),
        ("sum", Quantifier::Sum),
    ];

    /// The word that stands for it.
    pub fn word(self) -> &'static str {
        Quantifier::WORDS.iter().find(|(_, quantifier)| *quantifier == self).map_or("", |(word, _)| word)
    }
}

/// `C(n) = snort(caterpillar(n+1, n, n+1))`, or `G = {1|0}` without parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub name: Name,
    pub parameters: Vec<Name>,
    pub body: Expr,
    pub span: Span,
}

impl Expr {
    /// A node and its place.
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    /// Whether the node itself is written as a game and not as a number: with a star, an arrow, braces with a bar, a ±,
    /// tiny or miny.
    pub fn is_written_as_game(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Nimber(_)
                | ExprKind::Ups { .. }
                | ExprKind::UpPower { .. }
                | ExprKind::UpPowerTo { .. }
                | ExprKind::Tiny(_)
                | ExprKind::Miny(_)
                | ExprKind::PlusMinus(_)
                | ExprKind::Braces { .. }
        )
    }
}
