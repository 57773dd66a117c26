export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}

/** Adds so large a share of `what` to a vector. */
export function add(to: Float64Array, what: Float64Array, share: number): void {
  for (let at = 0; at < to.length; at++) to[at] = (to[at] as number) + share * (what[at] as number)
}

export function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((one, at) => one - (b[at] as number))
}
