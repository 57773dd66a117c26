import { HOUR_MS } from 'assay-verify/duration'
import { upProbability } from 'assay-verify/forecast/outlook'
import { describe, expect, it } from 'vitest'
import { ForecastTraining } from './fit-forecast'
import { type SeriesStretches, watchedHours } from './series-stretches'

/** Series of a generated kind of server: each outage lasts `outageHours` and is soon followed by a second one. */
function twins(group: string, seed: number, outageHours: number, count = 12): SeriesStretches[] {
  let random = seed
  const next = () => {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0
    return random / 2 ** 32
  }
  return Array.from({ length: count }, (_, index) => {
    const stretches: ['up' | 'down', number, number][] = []
    let hours = 0
    const add = (state: 'up' | 'down', length: number) => {
      stretches.push([state, hours * HOUR_MS, (hours + length) * HOUR_MS])
      hours += length
    }
    for (let n = 0; n < 10; n++) {
      add('up', 40 + 120 * next())
      add('down', outageHours * (0.5 + next()))
      add('up', 1 + 3 * next())
      add('down', outageHours * (0.5 + next()))
    }
    return { series: `${group}-${index}`, group, stretches }
  })
}

function trainedOn(all: readonly SeriesStretches[], mostRows?: number): ForecastTraining {
  const training = new ForecastTraining(mostRows)
  for (const series of all) training.add(series)
  return training
}

function logLoss(all: readonly SeriesStretches[], weights: ReturnType<ForecastTraining['weights']>): number {
  let [n, sum] = [0, 0]
  for (const { stretches } of all) {
    const hours = [...watchedHours(stretches)]
    for (const [index, { history, state, at }] of hours.entries()) {
      const target = hours[index + 1]
      if (target === undefined) continue
      const up = upProbability(history, state, at, 1, weights)
      n += 1
      sum -= Math.log(Math.max(1e-4, target.state === 'up' ? up : 1 - up))
    }
  }
  return sum / n
}

const data = [...twins('a', 1, 3), ...twins('b', 2, 3), ...twins('c', 3, 3)]
const training = trainedOn(data)

describe('ForecastTraining', () => {
  it('learns a pattern that applies to a host it has not seen', () => {
    const weights = training.weights('', ['c'])
    const seenNothing = { ...weights, horizons: [] }
    const others = data.filter(({ group }) => group === 'c')
    expect(logLoss(others, weights)).toBeLessThan(0.9 * logLoss(others, seenNothing))
  })

  it('ignores the left-out group, whatever it contains', () => {
    const without = trainedOn([...data, ...twins('d', 4, 90)]).weights('x', ['d'])
    const whole = training.weights('x')
    expect(without.horizons).toEqual(whole.horizons)
    expect(training.weights('x', ['nobody'])).toEqual(whole)
  })

  it('is deterministic, and names its form and its data', () => {
    const sha256 = 'ab'.repeat(32)
    const weights = training.weights(sha256)
    expect(trainedOn(data).weights(sha256)).toEqual(weights)
    expect(weights.version).toBe('outages-2.abababab')
    expect(weights.trainedOn).toEqual({ sha256, series: 36 })
  })

  it('stays within its row limit, and learns nearly the same from every second hour', () => {
    const all = training.weights('')
    const some = trainedOn(data, 16_000).weights('')
    const others = twins('e', 5, 3)
    expect(Math.abs(logLoss(others, some) / logLoss(others, all) - 1)).toBeLessThan(0.02)
  })

  it('gives finite weights where there is nothing to learn, or nothing ever failed', () => {
    const calm: SeriesStretches = { series: 'calm', group: 'g', stretches: [['up', 0, 300 * HOUR_MS]] }
    for (const weights of [trainedOn([]).weights(''), trainedOn([calm]).weights('')]) {
      const numbers = weights.horizons.flatMap(({ up, down }) => [...Object.values(up), ...Object.values(down)])
      expect(numbers.every(Number.isFinite)).toBe(true)
      expect(
        upProbability(
          { ...[...watchedHours(calm.stretches)].at(-1) }.history ?? never(),
          'up',
          300 * HOUR_MS,
          24,
          weights,
        ),
      ).toBeGreaterThan(0.9)
    }
  })
})

function never(): never {
  throw new Error('the series has hours')
}
