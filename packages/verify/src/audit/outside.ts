/** That a number as it is shown is not what it may be, as a sentence; none: it is. */
export function outside(
  name: string,
  value: number,
  [least, most]: readonly [least: number, most: number],
  slack = 0,
): string[] {
  if (value >= least - slack && value <= most + slack) return []
  return [`${name} is ${value}; the log allows ${rounded(least)} to ${rounded(most)}.`]
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6
