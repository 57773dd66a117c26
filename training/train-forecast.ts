import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ForecastTraining } from '../lib/core/forecast/fit-forecast'
import { firstStretches, LONGEST_SERIES_MS, stretchesBetween } from '../lib/core/forecast/series-stretches'

const USAGE = 'npm run train-forecast -- --series FILE [--series FILE ...] [--out FILE]'

/**
 * Learns the weights of the forecast from files of series, a JSON line each: `{series, source, samples: [[epochSeconds, up, ...]]}`. Each
 * source counts the same. The same files in the same order give the same weights.
 */
function train(): void {
  const { values } = parseArgs({
    options: {
      series: { type: 'string', multiple: true },
      out: { type: 'string', default: 'lib/core/forecast/forecast-weights.json' },
    },
  })
  if (values.series === undefined) throw new Error(USAGE)
  const lines = values.series.flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
  const training = new ForecastTraining()
  const hash = createHash('sha256')
  for (const line of lines) {
    const { series, source, samples } = JSON.parse(line)
    const stretches = firstStretches(stretchesBetween(samples), LONGEST_SERIES_MS)
    training.add({ series, group: source, stretches })
    hash.update(`${line}\n`)
  }
  const weights = training.weights(hash.digest('hex'))
  writeFileSync(values.out, `${JSON.stringify(weights, null, 2)}\n`)
  process.stdout.write(`${values.out}: ${weights.version}, from ${weights.trainedOn.series} series\n`)
}

try {
  train()
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exitCode = 1
}
