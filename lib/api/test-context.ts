import { scoreFactsFrom } from 'assay-verify/score/score'
import type { Observation } from 'assay-verify/state/observation'
import { watch } from 'assay-verify/state/test-observations'
import { eq } from 'drizzle-orm'
import type { CatalogServer } from '../core/catalog/catalog'
import type { SubjectDescription } from '../core/catalog/subject-description'
import { uptimeFrom } from '../core/history/uptime'
import { assess } from '../core/verdict/assessment'
import { NOBODY, OPEN_GATE } from '../http/gate'
import { Metrics } from '../metrics/metrics'
import { openProductDirectory } from '../products/product-directory'
import type { ServiceContext } from '../runtime/service-app'
import type { ComparedCandidate } from '../search/alternatives/find-same'
import type { Near } from '../search/alternatives/nearest'
import { purposeOf } from '../search/alternatives/purpose'
import { replacementBy } from '../search/alternatives/replacement'
import { openAlternativeLists } from '../store/alternatives/held-lists'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { openSubjectFacts } from '../store/catalog/subject-facts'
import { recordServerStates } from '../store/evidence/evidence'
import { openRatingReader } from '../store/ratings/ratings'
import { readsOf } from '../store/reads/reads'
import { uncategorized } from '../store/test-catalog'
import { openTestDatabase } from '../store/test-databases'
import { openMemo } from './cache/memo'
import { NOTHING_REMEMBERED } from './cache/remembered-answers'
import { openDemandCounter } from './demand-counter'
import type { Ranked } from './finder'
import { openKnownIds } from './known-ids'
import { openOutcomeWriter } from './outcomes/outcome-writer'

/** The index of a test: what it finds for a text, and for a described tool. */
interface TestFinder {
  find(text: string): readonly Ranked[]
  /** By the similarity that counts where nothing lessens it. */
  alike(subject: SubjectDescription): readonly Near[]
}

/**
 * A context over a database with these servers, and with an index whose answers the test sets.
 */
export async function openTestContext(catalog: readonly CatalogServer[], now: Date) {
  const { db, driver, close } = await openTestDatabase()
  await recordServers(db, { source: 'file', precedence: 1 }, catalog, now, uncategorized)
  const asked: string[] = []
  const finder: TestFinder = { find: () => [], alike: () => [] }
  const log = (line: string, cause?: unknown) => {
    throw new Error(line, { cause })
  }
  const context = {
    ...{ role: 'all', publishing: () => null },
    ...{ db, reads: readsOf(db), driver },
    now,
    address: null,
    caller: NOBODY,
    gate: OPEN_GATE,
    memo: openMemo(),
    ratings: openRatingReader(db),
    subjectFacts: openSubjectFacts(db),
    remembered: NOTHING_REMEMBERED,
    knownIds: openKnownIds(db),
    products: openProductDirectory(db, () => undefined),
    alternatives: openAlternativeLists(db, () => undefined),
    outcomeWriter: openOutcomeWriter(db),
    demand: openDemandCounter(db, log),
    metrics: new Metrics(),
    keyedPerMinute: 600,
    baseUrl: 'https://assay.example',
    tlog: null,
    files: null,
    tlogCondition: async () => 'off' as const,
    registry: { policies: new Map(), driftDays: 30 },
    secretFor: (purpose: string) => new TextEncoder().encode(purpose.padEnd(32)),
    log,
    finder: {
      find: async (text: string, limit: number) => {
        asked.push(text)
        return finder.find(text).slice(0, limit)
      },
      alike: async (subject: SubjectDescription) => finder.alike(subject).map((one) => ({ ...one, relevance: 0 })),
      same: async (original: SubjectDescription, candidates: readonly ComparedCandidate[]) =>
        candidates.map(({ candidate, compared }) => {
          const replacement = replacementBy(purposeOf(original), purposeOf(compared))
          if (replacement === null) return null
          const { share, inOtherProduct } = replacement
          return { probability: candidate.similarity * share, inOtherProduct }
        }),
    },
  } as unknown as ServiceContext

  /** Writes the state of a server after these probes. */
  const watched = async (serverId: string, probes: readonly Observation[]) => {
    const [row] = await db
      .select({ key: servers.key, declaredAccess: servers.declaredAccess })
      .from(servers)
      .where(eq(servers.id, serverId))
    if (row === undefined) throw new Error(`no server ${serverId}`)
    const { serverState, stored } = watch(probes)
    const { verdict, asOf, staleAfter } = assess(serverState, row.declaredAccess, null, now)
    const state = { serverState, verdict, asOf: asOf ?? now, staleAfter: staleAfter ?? now }
    const facts = { uptime: uptimeFrom([], null, now), scoreFacts: scoreFactsFrom(serverState, stored, now) }
    await recordServerStates(db, [{ serverKey: row.key, ...state, ...facts }])
    return row.key
  }

  const flushAndClose = async () => {
    await context.demand.flush()
    await close()
  }
  return { context, finder, asked, watched, close: flushAndClose }
}

/** Of a category, neither filtered nor folded, in the published order. */
export const WHOLE_LISTING = { view: 'all', sort: 'rank', readOnly: false, official: false } as const
