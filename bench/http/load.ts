import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CATEGORIES } from '../../lib/core/catalog/taxonomy'
import { type Bench, neededFlags, numberFlag } from '../bench'
import { createDatabase } from '../database'
import { withFolder } from '../folder'
import { residentOfTree } from '../guard/resident'
import { startScript, untilAnswered } from '../processes'
import { importCatalog, startKeyedService } from '../service'
import { listToolIds, readQueries } from './asked'
import type { Called, CalledKind, Calls } from './load-callers'

/** What is done once after the start, such as reading the catalog into memory, has ended by then. */
const SETTLES_MS = 20_000
const SAMPLED_EVERY_MS = 500

/**
 * A service at the whole catalog, without limits, as users call it: so many callers in a process of their own, each of
 * which sends its next request when the last is answered. Latencies by kind of request, answers by status, and the
 * memory of all processes of the service before, at its peak and after. `--queries`: files of requests, as `query` or
 * `q`; searches, routes and search pages are drawn from them. `--database`: one that has the catalog already, and keeps
 * it.
 */
export const bench: Bench = {
  flags: { catalog: '', queries: '', callers: '200', seconds: '60', database: '' },
  async run(flags, print) {
    const { queries } = neededFlags(flags, 'queries')
    const [callers, seconds] = [numberFlag(flags, 'callers'), numberFlag(flags, 'seconds')]
    const texts = readQueries(queries)
    const database = flags.database ? { url: flags.database, drop: async () => undefined } : await createDatabase()
    try {
      if (!flags.database)
        await importCatalog({ DATABASE_URL: database.url }, neededFlags(flags, 'catalog').catalog, print)
      const kinds = kindsOf(await listToolIds(database.url), texts)
      const service = await startKeyedService(database.url, { LIMITS: 'off' })
      try {
        for (const path of ['/v1/search?q=read+a+file', '/docs']) await untilAnswered(service.url + path)
        await delay(SETTLES_MS)
        const memory = () => residentOfTree(service.pid).pss
        const [before, peak] = [memory(), openPeak(memory)]
        const calls = await callFrom({ url: service.url, callers, seconds, kinds })
        const atPeak = peak.end()
        await delay(SETTLES_MS)
        const result = { ...calls, pssMB: { before, peak: atPeak, after: memory() } }
        for (const [kind, { answers, p50Ms, p99Ms, byStatus }] of Object.entries(calls.kinds))
          print(
            `${kind.padEnd(16)} ${answers} answers   p50 ${p50Ms} ms   p99 ${p99Ms} ms   ${JSON.stringify(byStatus)}`,
          )
        print(`${calls.rps} answers a second; PSS ${before}, at most ${atPeak}, then ${result.pssMB.after} MB`)
        return result
      } finally {
        await service.stop()
      }
    } finally {
      await database.drop()
    }
  },
}

/** What is called, and how often of a hundred times. */
function kindsOf(ids: readonly string[], texts: readonly string[]): CalledKind[] {
  const about = (path: string, end = '') =>
    ids.map((id) => path + id.split('/').map(encodeURIComponent).join('/') + end)
  const asking = (path: string) => texts.map((text) => path + encodeURIComponent(text))
  const serverOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
  const lookups = ids.map((id) => JSON.stringify({ ids: [id, serverOf(id)], packages: [id.split('/').at(-2)] }))
  return [
    { kind: 'health', share: 60, paths: about('/v1/health/') },
    { kind: 'search', share: 15, paths: asking('/v1/search?q=') },
    { kind: 'route', share: 10, paths: asking('/v1/route?task=') },
    { kind: 'home page', share: 1, paths: ['/'] },
    { kind: 'search page', share: 3, paths: asking('/search?q=') },
    { kind: 'category page', share: 2, paths: CATEGORIES.map(({ slug }) => `/category/${slug}`) },
    { kind: 'server page', share: 2, paths: about('/server/').map(serverOf) },
    { kind: 'tool page', share: 2, paths: about('/tool/') },
    { kind: 'score', share: 1, paths: about('/v1/score/') },
    { kind: 'alternatives', share: 1, paths: about('/v1/alternatives/') },
    { kind: 'lookup', share: 1, paths: ['/v1/reliability/lookup'], bodies: lookups },
    { kind: 'feed', share: 1, paths: ['/v1/reliability/feed?limit=100'] },
    { kind: 'badge', share: 1, paths: about('/badge/', '.svg') },
  ]
}

function callFrom(calls: Calls): Promise<Called> {
  return withFolder(async (folder) => {
    const file = join(folder, 'calls.json')
    writeFileSync(file, JSON.stringify(calls))
    const process = startScript('bench/http/load-callers.ts', file)
    try {
      return JSON.parse(await process.line)
    } finally {
      await process.stop()
    }
  })
}

/** The largest value seen until `end`. */
function openPeak(read: () => number): { end(): number } {
  let most = read()
  const timer = setInterval(() => {
    most = Math.max(most, read())
  }, SAMPLED_EVERY_MS)
  return {
    end: () => {
      clearInterval(timer)
      return most
    },
  }
}
