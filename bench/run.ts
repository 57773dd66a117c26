import { runCommand, WrongUse } from '../commands/command.mjs'
import type { Bench } from './bench'

/**
 * `npm run -s bench -- <name> [--flag value]`: a table for people on stderr, one JSON object as the last line of
 * stdout.
 */
const BENCHES: Record<string, () => Promise<{ bench: Bench }>> = {
  alternatives: () => import('./search/alternatives'),
  products: () => import('./products/products'),
  'answer-sizes': () => import('./http/answer-sizes'),
  bundle: () => import('./bundle/bundle'),
  attacks: () => import('./attacks/attacks'),
  assess: () => import('./evidence/assess'),
  categories: () => import('./search/categories'),
  cluster: () => import('./cluster/cluster'),
  crawl: () => import('./pages/crawl'),
  crowd: () => import('./crowd/crowd'),
  decide: () => import('./decide/decide'),
  denials: () => import('./decide/denials'),
  faults: () => import('./faults/faults'),
  feed: () => import('./http/feed'),
  forecast: () => import('./evidence/forecast'),
  'guard-call': () => import('./guard/call'),
  'guard-conformance': () => import('./guard/conformance/conformance'),
  'guard-fleet': () => import('./guard/fleet/fleet-bench'),
  'guard-hostile': () => import('./guard/hostile/hostile'),
  'guard-memory': () => import('./guard/memory'),
  hook: () => import('./hook/hook'),
  'hook-live': () => import('./hook/live'),
  hostile: () => import('./hostile/hostile'),
  embedded: () => import('./moving/embedded'),
  fuzz: () => import('../fuzz/fuzz'),
  pages: () => import('./pages/pages'),
  privacy: () => import('./privacy/privacy'),
  questions: () => import('./pages/questions'),
  'held-ratings': () => import('./http/held-ratings'),
  'replica-reads': () => import('./faults/replica-reads'),
  reach: () => import('./evidence/reach'),
  scale: () => import('./scale/scale'),
  schedule: () => import('./evidence/schedule'),
  probe: () => import('./probe/probe'),
  properties: () => import('./properties/properties'),
  judged: () => import('./search/judged'),
  launch: () => import('./launch/launch'),
  log: () => import('./log/log'),
  load: () => import('./http/load'),
  'log-reader': () => import('./log/go-reader'),
  'log-reads': () => import('./log/reads-beside'),
  lookup: () => import('./lookup/lookup'),
  http: () => import('./http/http'),
  ingest: () => import('./http/ingest'),
  read: () => import('./http/read'),
  registry: () => import('./registry/registry'),
  render: () => import('./pages/render'),
  relevance: () => import('./search/relevance'),
  'route-states': () => import('./search/route-states'),
  search: () => import('./search/search'),
  'side-by-side': () => import('./search/side-by-side'),
  'start-files': () => import('./start/files'),
  start: () => import('./start/start'),
  spread: () => import('./evidence/spread'),
  storage: () => import('./evidence/storage'),
  stream: () => import('./stream/stream'),
  tour: () => import('./pages/tour'),
  verdict: () => import('./evidence/verdict'),
  wire: () => import('./wire/wire'),
}

const USAGE = `npm run -s bench -- NAME [--flag value …]   measures, and prints a table for people and then one line of JSON
npm run -s bench -- NAME --flags            prints the flags of a measurement with their defaults
NAME: ${Object.keys(BENCHES).join(', ')}
bench/README.md says what each measures. It ends with 1 where the result is a failure.`

function parseFlags(words: readonly string[], known: Readonly<Record<string, string>>): Record<string, string> {
  const flags: Record<string, string> = { ...known }
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i]?.replace(/^--/, '') ?? ''
    const value = words[i + 1]
    if (!words[i]?.startsWith('--') || !Object.hasOwn(known, name))
      throw new WrongUse(`Unknown flag ${words[i]}. Known: ${namesOf(known).join(' ')}`)
    if (value === undefined) throw new WrongUse(`--${name} needs a value.`)
    flags[name] = value
  }
  return flags
}

function namesOf(flags: Readonly<Record<string, string>>): string[] {
  return Object.keys(flags).map((flag) => `--${flag}`)
}

async function runBench([name = '', ...words]: readonly string[]): Promise<number> {
  const load = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
  if (load === undefined) throw new WrongUse('The name of a measurement is needed.')
  const { bench } = await load()
  if (words.join() === '--flags') {
    for (const [flag, value] of Object.entries(bench.flags)) console.log(`--${flag} ${value}`.trimEnd())
    return 0
  }
  const result = await bench.run(parseFlags(words, bench.flags), console.error)
  console.log(JSON.stringify(result))
  return bench.hasFailed?.(result) ? 1 : 0
}

await runCommand(import.meta.url, { usage: USAGE }, runBench)
