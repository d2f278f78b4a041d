//! Arithmetic of nimbers by their indices: `*m` is the index m.

/// The least natural number that is not among `values`.
///
/// Domain: any finite collection. Cost: a sort. Source: \[winningways\], chapter 4.
///
/// ```
/// use referee::engine::mex;
/// assert_eq!(mex([0, 1, 3, 1]), 2);
/// assert_eq!(mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.into_iter().collect();
    values.sort_unstable();
    values.dedup();
    // The first place where the sorted values leave the natural numbers; at most as many as there are values.
    (0..).zip(&values).find(|&(index, &value)| index != value).map_or(values.len() as u32, |(index, _)| index)
}

/// The index of `*a + *b`: the sum without carries of the binary digits.
///
/// Domain: all indices. Cost: one instruction. Source: \[winningways\], chapter 3.
pub fn nim_sum(a: u32, b: u32) -> u32 {
    a ^ b
}

/// The index of the nim product of `*a` and `*b`: the least number that is not a′b + ab′ + a′b′ with a′ < a, b′ < b.
///
/// Domain: all indices; the numbers below 2³² are a field, so nothing overflows. Cost: at most 3⁵ small steps.
/// Source: \[conway1976\], chapter 6.
///
/// ```
/// use referee::engine::nim_product;
/// assert_eq!(nim_product(4, 4), 6);
/// assert_eq!(nim_product(19, 23), 86);
/// ```
pub fn nim_product(a: u32, b: u32) -> u32 {
    product_below(32, a, b)
}

/// The nim product of two numbers with at most `bits` binary digits, `bits` a power of two.
///
/// With F = 2^(bits/2), F·F = F + F/2 and F·x is the ordinary product for x < F.
fn product_below(bits: u32, a: u32, b: u32) -> u32 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let digits = |x: u32| (x >> half, x & ((1 << half) - 1));
    let ((a1, a0), (b1, b0)) = (digits(a), digits(b));
    let times = |x, y| product_below(half, x, y);
    let low = times(a0, b0);
    let high = times(a1 ^ a0, b1 ^ b0) ^ low;
    (high << half) | (low ^ times(times(a1, b1), 1 << (half - 1)))
}
