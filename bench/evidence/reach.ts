import { EVIDENCE, type EvidenceKind } from 'assay-verify/evidence-kind'
import { sql } from 'drizzle-orm'
import { parseEnvironment } from '../../lib/config'
import { importSource } from '../../lib/jobs/sync/import-source'
import { openApp } from '../../lib/runtime/app'
import { NO_OWN_SERVERS, openJobs } from '../../lib/runtime/jobs'
import { openFiles } from '../../lib/sources/file'
import { type Database, rowsOf } from '../../lib/store/database'
import { catalogPaths } from '../../training/training-files'
import { type Bench, neededFlags, type Print, round } from '../bench'
import { openSearchedStore } from '../privacy/privacy-store'

/** Nothing listens there: targets are only scheduled, none is probed. */
const CONFIGURED = {
  PYPI_URL: 'http://127.0.0.1:9',
  npm_config_registry: 'http://127.0.0.1:9/',
  PROBE_LAUNCH: 'bwrap',
}

interface Reach {
  servers: number
  /** Servers with any target, and with one that can make them healthy. */
  any: number
  alive: number
  byProber: Record<string, number>
}

/**
 * Imports a catalog into an empty database (of DATABASE_URL, else an embedded one) and counts the servers with a
 * scheduled probe target, as the product schedules them: with package indexes and the launcher configured, and by
 * default. `alive`: with a target whose evidence can make the server healthy.
 */
export const bench: Bench = {
  flags: { catalog: '' },
  async run(flags, print) {
    const { catalog } = neededFlags(flags, 'catalog')
    const place = await openPlace()
    try {
      const configured = await reachWith({ ...place.environment, ...CONFIGURED }, catalog, print)
      print('by default:')
      const byDefault = await reachWith(place.environment, null, print)
      const share = (part: number) => round(part / configured.servers, 4)
      return {
        servers: configured.servers,
        share: share(configured.any),
        aliveShare: share(configured.alive),
        defaultShare: share(byDefault.any),
        defaultAliveShare: share(byDefault.alive),
        byProber: configured.byProber,
        defaultByProber: byDefault.byProber,
      }
    } finally {
      await place.drop()
    }
  },
}

async function openPlace() {
  const given = Object.entries(process.env).filter(([name]) => !name.startsWith('PROBE_') && name !== 'PYPI_URL')
  const quiet = { ...Object.fromEntries(given), CANARY_URLS: 'off', REGISTRY_URL: 'off' }
  const { environment, drop } = await openSearchedStore()
  return { environment: { ...quiet, ...environment }, drop }
}

/** `catalog`: what is imported first; null: it is there already, and is scheduled anew. */
async function reachWith(
  environment: Readonly<Record<string, string | undefined>>,
  catalog: string | null,
  print: Print,
): Promise<Reach> {
  const settings = parseEnvironment(environment)
  const app = await openApp(settings)
  try {
    if (catalog !== null) {
      const owner = { source: 'file', precedence: 1, own: false }
      await importSource(app.db, owner, openFiles(catalogPaths(catalog)), () => new Date())
    }
    await app.db.execute(sql`DELETE FROM probe_targets`)
    await app.db.execute(sql`UPDATE servers SET targets_by = NULL`)
    // Without a budget of time a run schedules everything and claims nothing.
    await openJobs(app, settings, NO_OWN_SERVERS, new AbortController().signal, { budgetSeconds: 0 }).probe()
    const reach = await readReach(app.db)
    for (const [prober, n] of Object.entries(reach.byProber)) print(`  ${prober.padEnd(16)}${n} servers`)
    print(`  ${reach.any} of ${reach.servers} have a target, ${reach.alive} one that can make them healthy`)
    return reach
  } finally {
    await app.close()
  }
}

async function readReach(db: Database): Promise<Reach> {
  const proving = (Object.keys(EVIDENCE) as EvidenceKind[]).filter((kind) => EVIDENCE[kind].canProveHealth)
  const [counts] = await rowsOf<{ servers: number; any: number; alive: number }>(
    db,
    sql`SELECT (SELECT count(*)::int FROM servers WHERE lifecycle <> 'deleted') AS servers, count(DISTINCT server_key)::int AS "any",
      (count(DISTINCT server_key) FILTER (WHERE evidence::text IN ${proving}))::int AS alive FROM probe_targets`,
  )
  const rows = await rowsOf<{ prober: string; n: number }>(
    db,
    sql`SELECT prober, count(DISTINCT server_key)::int AS n FROM probe_targets GROUP BY prober ORDER BY n DESC, prober`,
  )
  const byProber = Object.fromEntries(rows.map(({ prober, n }) => [prober, n]))
  return { servers: 0, any: 0, alive: 0, ...counts, byProber }
}
