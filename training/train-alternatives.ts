import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, WrongUse } from '../commands/command.mjs'
import { encodeAlternativesWeights } from '../lib/search/alternatives/alternatives-weights'
import { buildSegment } from '../lib/search/index/build-segment'
import { documentsOf } from '../lib/search/index/search-document'
import { Ranker } from '../lib/search/rank/rank'
import { decodeWeights } from '../lib/search/rank/weights'
import { measureCandidates, readGradedTools, subjectsOf } from './alternatives/graded-pairs'
import { listFigures, listsBy } from './alternatives/list-figures'
import { crossValidated, sumsLeftOut, trainPairs, WOULD_DO_FROM } from './alternatives/train-pairs'
import { readCatalog } from './training-files'

const OUT = 'lib/search/weights/alternatives-weights.bin'
const SEARCH_WEIGHTS = 'lib/search/weights/search-weights.bin'
const GRADED = [
  'training/alternatives/graded.jsonl',
  'training/alternatives/graded-100.jsonl',
  'training/alternatives/graded-300.jsonl',
  'training/alternatives/graded-272.jsonl',
]
const USAGE = `npm run train-alternatives -- --catalog DIR [options]   makes the weights of alternatives
  --out FILE   ${OUT} unless given`

const FLOORS = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.68, 0.7, 0.75, 0.8]

/** Trains on the graded tools, prints what cross-validated lists are worth at each floor, and writes the weights. */
async function train(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { catalog: { type: 'string' }, out: { type: 'string', default: OUT } },
  })
  if (values.catalog === undefined) throw new WrongUse('--catalog is needed.')
  const servers = await readCatalog(values.catalog)
  const weights = decodeWeights(readFileSync(SEARCH_WEIGHTS))
  const ranker = new Ranker(weights, [{ segment: buildSegment(weights, servers.flatMap(documentsOf)), hidden: null }])
  const subjects = subjectsOf(servers)
  const sets = GRADED.map((path) => ({
    path,
    tools: readGradedTools(path).map((tool) => ({
      toolId: tool.toolId,
      pairs: measureCandidates(ranker, subjects, tool),
      hasOne: Object.values(tool.grades).some((grade) => grade >= WOULD_DO_FROM),
    })),
  }))
  const tools = sets.flatMap((set) => set.tools)
  const leftOut = sumsLeftOut(tools)
  const probabilities = crossValidated(leftOut)
  for (const { path, tools: own } of sets)
    for (const floor of FLOORS)
      say(
        `${basename(path)} from ${floor}: ${JSON.stringify(listFigures(listsBy(own, (pair) => probabilities.get(pair) ?? 0, floor)))}`,
      )
  const inputs = [...GRADED, SEARCH_WEIGHTS].map((path) => ({ name: basename(path), sha256: sha256Of(path) }))
  writeFileSync(values.out, encodeAlternativesWeights({ inputs, ...trainPairs(tools, leftOut) }))
}

function sha256Of(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

await runCommand(import.meta.url, { usage: USAGE }, train)
