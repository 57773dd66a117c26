import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodeWeights } from '../lib/search/rank/weights'
import { Pools } from './search/ask'
import { trainOnQuestions } from './search/train'
import { trainMeaning } from './search/train-meaning'
import { readTrainingFiles, readWholeThesaurus } from './training-files'

const USAGE =
  'npm run train -- --catalog DIR --queries FILE [--pools FILE] [--nomatch FILE] [--fold 0-4] [--seed N] [--out FILE]'

/** Trains the weights of search from a folder of catalogs and a file of labelled questions, and writes them. */
async function train(): Promise<void> {
  const { values } = parseArgs({
    options: {
      catalog: { type: 'string' },
      queries: { type: 'string' },
      pools: { type: 'string' },
      nomatch: { type: 'string' },
      fold: { type: 'string' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: 'lib/search/weights/search-weights.bin' },
    },
  })
  const { catalog, queries } = values
  if (catalog === undefined || queries === undefined) throw new Error(USAGE)
  const fold = values.fold === undefined ? null : Number(values.fold)
  if (fold !== null && ![0, 1, 2, 3, 4].includes(fold)) throw new Error(`--fold must be 0 to 4\n${USAGE}`)
  const beside = (name: string) => join(dirname(queries), name)
  const files = await readTrainingFiles(catalog, {
    queries,
    pools: values.pools ?? beside('route-pools.json'),
    nomatch: values.nomatch ?? beside('route-nomatch-dev.jsonl'),
  })
  const training = { seed: Number(values.seed), fold, inputs: files.inputs }
  const meaning = trainMeaning(files.documents, readWholeThesaurus(), training, say)
  const weights = trainOnQuestions(files.questions, new Pools(files.documents, files.pools), meaning, fold)
  const bytes = encodeWeights(weights)
  writeFileSync(values.out, bytes)
  say(`${values.out}: ${weights.termIds.size} terms, ${(bytes.length / 2 ** 20).toFixed(1)} MiB`)
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

await train().catch((cause: unknown) => {
  say(cause instanceof Error ? cause.message : String(cause))
  process.exitCode = 1
})
