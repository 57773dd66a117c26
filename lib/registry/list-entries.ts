import type { InputOf } from '../contract/operations'
import type { RegistryContext } from './context'
import type { RegistryList } from './contract/registry'
import { cursorOf, positionAt } from './cursor'
import { driftSince, type RatedServer, rate, registryEntriesOf } from './registry-entry'
import { asksAnything, type RegistryPolicy } from './rules/policy'
import { listedVersion } from './rules/server-json'
import {
  isByChange,
  listRegistryServers,
  type RegistryFilter,
  type RegistryPosition,
  type RegistryServer,
} from './sql/registry-servers'

/**
 * Rows read at once where not every row is shown, and rows of one page at most: a page is then short, and its cursor
 * goes on behind them.
 */
const READ_AT_ONCE = 200
const MOST_READ = 1000

type Query = InputOf<'registryServers'>

/** One page of the registry, under a policy or none. */
export async function listRegistryEntries(
  query: Query,
  policy: RegistryPolicy,
  context: RegistryContext,
): Promise<RegistryList> {
  const filter: RegistryFilter = {
    search: query.search,
    updatedSince: query.updated_since,
    includesDeleted: query.include_deleted || query.updated_since !== undefined,
    policy: asksAnything(policy) ? policy : null,
    driftSince: driftSince(context),
  }
  const byChange = isByChange(filter)
  const from = query.cursor === undefined ? null : positionAt(query.cursor, byChange, context)
  const { shown, next } = await readPage(query, filter, from, context)
  const place = next === null ? null : { key: next.key, updatedAt: byChange ? next.updatedAt : null }
  return {
    servers: await registryEntriesOf(shown, context),
    metadata: { count: shown.length, ...(place === null ? {} : { nextCursor: cursorOf(place, context) }) },
  }
}

/** What a page shows, and the last row that was read for it; null: there are no further rows. */
async function readPage(
  { limit, version }: Query,
  filter: RegistryFilter,
  from: RegistryPosition | null,
  context: RegistryContext,
): Promise<{ shown: RatedServer[]; next: RegistryServer | null }> {
  const isChosen = ({ server, isPresent }: RatedServer) =>
    (isPresent || filter.includesDeleted) &&
    (version === undefined || version === 'latest' || version === listedVersion(server))
  const showsAll = filter.policy === null && (version ?? 'latest') === 'latest'
  const atOnce = showsAll ? limit + 1 : READ_AT_ONCE
  const shown: RatedServer[] = []
  let last: RegistryPosition | null = from
  for (let read = 0; read < MOST_READ; read += atOnce) {
    const rows: RegistryServer[] = await listRegistryServers(context.db, filter, last, atOnce, context.now)
    for (const [index, row] of rows.entries()) {
      const rated = rate(row, filter.policy, context)
      if (isChosen(rated)) shown.push(rated)
      const isEnd = rows.length < atOnce && index === rows.length - 1
      if (shown.length === limit) return { shown, next: isEnd ? null : row }
    }
    if (rows.length < atOnce) return { shown, next: null }
    last = rows.at(-1) ?? null
  }
  return { shown, next: last as RegistryServer | null }
}
