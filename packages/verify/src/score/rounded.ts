/** Rounded to so many decimals. */
export function rounded(value: number, decimals: number): number {
  // Plus 0: JSON has no -0.
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0
}
