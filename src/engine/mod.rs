//! Values of short partizan games in normal play, exact.

mod canonical;
mod dyadic;
mod limit;
mod order;
mod player;
mod store;
mod sum;

pub use dyadic::Dyadic;
pub use limit::{Budget, Cost, Limit};
pub use order::Outcome;
pub use player::{Player, Sides};
pub use store::{Store, Value};
