import { runMain } from '../commands/run-main'
import { SourceUnavailable } from '../lib/sources/source'
import { type Bench, BenchCannotRun } from './bench'

/** `npm run -s bench -- <name> [--flag value]`: a table for people on stderr, one JSON object as the last line of stdout. */
const BENCHES: Record<string, () => Promise<{ bench: Bench }>> = {
  alternatives: () => import('./search/alternatives'),
  'answer-sizes': () => import('./http/answer-sizes'),
  assess: () => import('./evidence/assess'),
  categories: () => import('./search/categories'),
  crawl: () => import('./pages/crawl'),
  crowd: () => import('./crowd/crowd'),
  faults: () => import('./faults/faults'),
  feed: () => import('./http/feed'),
  forecast: () => import('./evidence/forecast'),
  hostile: () => import('./hostile/hostile'),
  fuzz: () => import('../fuzz/fuzz'),
  pages: () => import('./pages/pages'),
  privacy: () => import('./privacy/privacy'),
  questions: () => import('./pages/questions'),
  reach: () => import('./evidence/reach'),
  schedule: () => import('./evidence/schedule'),
  probe: () => import('./probe/probe'),
  properties: () => import('./properties/properties'),
  judged: () => import('./search/judged'),
  launch: () => import('./launch/launch'),
  log: () => import('./log/log'),
  'log-reader': () => import('./log/go-reader'),
  'log-reads': () => import('./log/reads-beside'),
  lookup: () => import('./lookup/lookup'),
  ingest: () => import('./http/ingest'),
  read: () => import('./http/read'),
  registry: () => import('./registry/registry'),
  relevance: () => import('./search/relevance'),
  'route-states': () => import('./search/route-states'),
  search: () => import('./search/search'),
  'side-by-side': () => import('./search/side-by-side'),
  storage: () => import('./evidence/storage'),
  tour: () => import('./pages/tour'),
  verdict: () => import('./evidence/verdict'),
  wire: () => import('./wire/wire'),
}

function parseFlags(words: readonly string[], known: Readonly<Record<string, string>>): Record<string, string> {
  const flags: Record<string, string> = { ...known }
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i]?.replace(/^--/, '') ?? ''
    const value = words[i + 1]
    if (!words[i]?.startsWith('--') || !Object.hasOwn(known, name))
      throw new BenchCannotRun(
        `unknown flag ${words[i]}; known: ${Object.keys(known)
          .map((flag) => `--${flag}`)
          .join(' ')}`,
      )
    if (value === undefined) throw new BenchCannotRun(`--${name} needs a value`)
    flags[name] = value
  }
  return flags
}

async function runBench([name = '', ...words]: readonly string[]): Promise<void> {
  const load = BENCHES[name]
  if (load === undefined) throw new BenchCannotRun(`name a bench: ${Object.keys(BENCHES).join(', ')}`)
  const { bench } = await load()
  const result = await bench.run(parseFlags(words, bench.flags), (line) => process.stderr.write(`${line}\n`))
  process.stdout.write(`${JSON.stringify(result)}\n`)
  if (bench.hasFailed?.(result)) process.exitCode = 1
}

await runMain(() => runBench(process.argv.slice(2)), BenchCannotRun, SourceUnavailable)
