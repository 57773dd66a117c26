import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runCommand, WrongUse } from '../commands/command.mjs'
import { ForecastTraining } from '../lib/core/forecast/fit-forecast'
import { firstStretches, LONGEST_SERIES_MS, stretchesBetween } from '../lib/core/forecast/series-stretches'

const OUT = 'packages/verify/src/forecast/forecast-weights.json'
const USAGE = `npm run train-forecast -- --series FILE [--series FILE …] [--out FILE]   learns the weights of the forecast
  --out FILE   ${OUT} unless given`

/**
 * Learns the weights of the forecast from files of series, a JSON line each:
 * `{series, source, samples: [[epochSeconds, up, ...]]}`. Each source counts the same. The same files in the same order
 * give the same weights.
 */
function train(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      series: { type: 'string', multiple: true },
      out: { type: 'string', default: OUT },
    },
  })
  if (values.series === undefined) throw new WrongUse('--series is needed.')
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

await runCommand(import.meta.url, { usage: USAGE }, train)
