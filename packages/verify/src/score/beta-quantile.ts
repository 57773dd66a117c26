/** Enough halvings of 0..1 that the rest (1e-15) is below the rounding of a double. */
const HALVINGS = 50

/** Far more terms than the fraction needs: it converges in about the root of the larger parameter. */
const MOST_TERMS = 10_000

/** Keeps a denominator of Lentz's method off zero. */
const TINY = 1e-300

/** Coefficients of Lanczos' approximation, g = 7, n = 9 (Godfrey 2001): right to 15 digits for every x over 0. */
const LANCZOS_G = 7
const LANCZOS_FIRST = 0.99999999999980993
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/**
 * The value that a Beta(a, b) variable stays below with the given probability: 0-1, for a and b over 0. A credible
 * bound where Beta(a, b) is a posterior of a share. Bisection on the distribution function: slower than Newton and
 * always convergent.
 */
export function betaQuantile(probability: number, a: number, b: number): number {
  const logBetaOfBoth = logBeta(a, b)
  let low = 0
  let high = 1
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2
    if (regularizedBeta(middle, a, b, logBetaOfBoth) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * The distribution function of Beta(a, b) at x, 0-1: the regularised incomplete beta function I_x(a, b), by its
 * continued fraction (DLMF 8.17.22) with the modified method of Lentz, on the side of the mean where that converges
 * fast (DLMF 8.17.4). Repeated calls for the same a and b may pass `logBeta(a, b)`.
 */
export function regularizedBeta(x: number, a: number, b: number, logBetaOfBoth = logBeta(a, b)): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBetaOfBoth)
  if (x < (a + 1) / (a + b + 2)) return (front * continuedFraction(x, a, b)) / a
  return 1 - (front * continuedFraction(1 - x, b, a)) / b
}

/** The natural logarithm of the beta function, for a and b over 0 (DLMF 5.12.1). */
function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b)
}

/** The natural logarithm of the gamma function, for x over 0 (Lanczos 1964). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const shifted = x - 1
  const series = LANCZOS.reduce((sum, coefficient, index) => sum + coefficient / (shifted + index + 1), LANCZOS_FIRST)
  const base = shifted + LANCZOS_G + 0.5
  return Math.log(Math.sqrt(2 * Math.PI) * series) + (shifted + 0.5) * Math.log(base) - base
}

function continuedFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= MOST_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / awayFromZero(1 + even * d)
    c = awayFromZero(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / awayFromZero(1 + odd * d)
    c = awayFromZero(1 + odd / c)
    const step = d * c
    fraction *= step
    if (Math.abs(step - 1) < Number.EPSILON) break
  }
  return fraction
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}
