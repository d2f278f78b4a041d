//! The expression language: an expression, definitions and variables to a value, a second opinion on it, and how it is
//! shown.
//!
//! The types of the language are [`Datum`]; [`Evaluator`] gives values; [`functions`] holds the tables of functions, from
//! which `referee functions` prints the manual.

mod answers;
mod datum;
mod definitions;
mod domains;
mod draw;
mod extract;
mod figures;
mod forms;
mod frozen;
pub mod functions;
mod grids;
mod jobs;
mod judge;
mod language;
mod line;
pub mod plant;
mod printed;
mod properties;
mod questions;
mod rational;
mod same;
mod second;
mod seek;
mod shown;
mod standing;
mod stated;
mod stop;
mod sweep;
mod weave;

pub use datum::{Datum, Kind};
pub use definitions::{CONSTANTS, Defined, Definitions, Formula};
pub use domains::Domain;
pub use language::{Bindings, Budget, Evaluator, LONGEST_LIST};
pub use properties::Properties;
pub use rational::Rational;
pub use second::{Raw, Second};
pub use shown::{Style, Written, thermograph_chart};
pub use stop::{Limit, Stop, Trouble};

pub use extract::{EXTRACT, Extract, Line, Pinned};
pub use frozen::{Frozen, write as write_frozen};
pub use line::{Audited, Effort, Entries, Full, Prepared, Read, Replayed, Texts, audit, prepare, read};
pub use seek::seek;

/// Raised when the same claim can get another verdict than before: results frozen under an older number are stale.
pub const REVISION: u32 = 1;
