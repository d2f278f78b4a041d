//! Values of short partizan games in normal play, exact.

mod atomic_weight;
mod cache;
mod canonical;
mod dyadic;
mod form;
mod heat;
mod impartial;
mod infinitesimal;
mod limit;
mod memo;
pub mod misere;
mod order;
mod player;
mod product;
mod properties;
mod reduced;
mod stops;
mod store;
mod sum;
mod thermograph;
mod touchstones;

pub use dyadic::Dyadic;
pub use impartial::{mex, nim_product, nim_sum};
pub use limit::{Budget, Cost, Limit};
pub use order::Outcome;
pub use player::{Player, Sides};
pub use stops::Interval;
pub use store::{Store, Value};
pub use thermograph::{Point, Thermograph, Wall};

/// Raised when the room gives another answer than before: results frozen under an older number are stale.
pub const REVISION: u32 = 1;
