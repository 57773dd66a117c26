import { type SQL, sql } from 'drizzle-orm'
import { type ListingSort, RANKING, type RankingKey } from '../../core/verdict/ranking'
import { servers, subjects } from '../catalog/catalog-schema'
import { serverStates } from '../evidence/evidence-schema'

/** Whether a server listed tools and has none left (`noToolsLeft`), over `subjects`. */
export const HAS_NONE_LEFT = sql`coalesce(${subjects.facts} -> 'openChange' ->> 'toolsLeft' = '0', false)`

/**
 * Whether a listed subject answers and has nothing to call: only servers without tools are listed themselves. The
 * servers that offer nothing are few, and read once for a query.
 */
const IS_EMPTY = sql`(${subjects.kind} = 'server' AND (${HAS_NONE_LEFT} OR ${subjects.serverKey} IN
  (SELECT ${serverStates.serverKey} FROM ${serverStates} WHERE ${serverStates.offersNothing})))`

/** Whether a subject counts as working, over `subjects` and `servers`: it is healthy, and neither unsafe nor empty. */
export const IS_WORKING = sql`(${subjects.verdict} = 'healthy' AND NOT ${servers.unsafe} AND NOT ${IS_EMPTY})`

/** How each criterion of the ranking orders `subjects` joined with `servers`. */
const ORDER_BY: Readonly<Record<RankingKey, SQL>> = {
  safe: sql`${servers.unsafe}`,
  empty: IS_EMPTY,
  verdict: sql`${subjects.verdict}`,
  score: sql`${subjects.score} DESC`,
  evidence: sql`${servers.observedDays} DESC`,
  repository: sql`${servers.repository} IS NULL`,
  callable: sql`NOT ${servers.callable}`,
  id: sql`${subjects.id}`,
}

/** The published order, for an ORDER BY over `subjects` and `servers`. */
export function publishedOrder(): SQL {
  return sql.join(
    RANKING.map(({ key }) => ORDER_BY[key]),
    sql`, `,
  )
}

/** Equal for all subjects of a server. */
const OF_SERVER: ReadonlySet<RankingKey> = new Set(['safe', 'empty', 'evidence', 'repository', 'callable'])

/** The published order among the subjects of one server, for an ORDER BY over `subjects` alone. */
export function orderWithinServer(): SQL {
  return sql.join(
    RANKING.filter(({ key }) => !OF_SERVER.has(key)).map(({ key }) => ORDER_BY[key]),
    sql`, `,
  )
}

/**
 * The order that a reader asks for; what is unsafe comes last in each of them, as it has no rank. `latency` needs
 * `server_states` too.
 */
export function sortedOrder(sort: ListingSort): SQL {
  switch (sort) {
    case 'latency':
      return sql`${ORDER_BY.safe}, (${serverStates.scoreFacts} ->> 'latencyP95Ms')::float8 ASC NULLS LAST, ${publishedOrder()}`
    case 'name':
      return sql`${ORDER_BY.safe}, lower(${subjects.name}), ${publishedOrder()}`
    case 'rank':
      return publishedOrder()
  }
}
