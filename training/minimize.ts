import { add, difference, dot } from './vectors'

/** A function to minimise: returns its value at `point` and writes its gradient into `slope`. */
type Slope = (point: Float64Array, slope: Float64Array) => number

interface Step {
  moved: Float64Array
  turned: Float64Array
  scale: number
}

const STEPS_KEPT = 7
const LEAST_GAIN = 1e-4
const MOST_HALVINGS = 20

/**
 * The minimum of a smooth convex function, from zeros, by L-BFGS (Nocedal, 1980) with a halving line search. Stops
 * after `rounds`, or when no step helps. Deterministic.
 */
export function minimize(size: number, rounds: number, value: Slope): Float64Array {
  let point = new Float64Array(size)
  let slope = new Float64Array(size)
  let here = value(point, slope)
  const steps: Step[] = []
  for (let round = 0; round < rounds; round++) {
    const direction = descent(slope, steps)
    const fall = dot(direction, slope)
    let stride = round === 0 ? 1 / Math.max(1, Math.sqrt(dot(slope, slope))) : 1
    const next = new Float64Array(size)
    const nextSlope = new Float64Array(size)
    let there = Number.POSITIVE_INFINITY
    for (let halvings = 0; halvings < MOST_HALVINGS; halvings++) {
      for (let at = 0; at < size; at++) next[at] = (point[at] ?? 0) + stride * (direction[at] ?? 0)
      there = value(next, nextSlope)
      if (there <= here + LEAST_GAIN * stride * fall) break
      stride /= 2
    }
    if (!(there < here)) break
    remember(steps, difference(next, point), difference(nextSlope, slope))
    point = next
    slope = nextSlope
    here = there
  }
  return point
}

function descent(slope: Float64Array, steps: readonly Step[]): Float64Array {
  const direction = slope.map((one) => -one)
  const shares: number[] = []
  for (const { moved, turned, scale } of [...steps].reverse()) {
    const share = scale * dot(moved, direction)
    shares.push(share)
    add(direction, turned, -share)
  }
  const last = steps.at(-1)
  if (last !== undefined) {
    const factor = 1 / (last.scale * dot(last.turned, last.turned))
    for (let at = 0; at < direction.length; at++) direction[at] = (direction[at] ?? 0) * factor
  }
  for (const { moved, turned, scale } of steps) {
    add(direction, moved, (shares.pop() ?? 0) - scale * dot(turned, direction))
  }
  return direction
}

function remember(steps: Step[], moved: Float64Array, turned: Float64Array): void {
  const curvature = dot(moved, turned)
  if (curvature <= 0) return
  steps.push({ moved, turned, scale: 1 / curvature })
  if (steps.length > STEPS_KEPT) steps.shift()
}
