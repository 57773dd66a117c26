import { toolFactsOf } from 'assay-verify/score/tool-facts'
import type { Status } from 'assay-verify/verdict'
import type { Context } from '../api/context'
import { listReplaceable } from '../api/operations/alternatives'
import { dayStrips } from '../api/page-data/day-strips'
import type { Package } from '../core/catalog/catalog'
import { assess } from '../core/verdict/assessment'
import { breakageLabel } from '../core/verdict/breakage'
import { listOpenOfServers, type OpenBreakageKey } from '../store/breakages/breakages'
import { listCatalogedServers } from '../store/catalog/profiles'
import { type LookedUpServer, listServersById } from '../store/catalog/server-names'
import type { CheckedServer } from './rules/checked-server'

/** States in which one looks for something else to use. */
const NEEDS_OTHER: ReadonlySet<Status> = new Set(['down', 'degraded'])

/** Servers by id in the order given, for the page that checks a setup; undefined where the id names no server. */
export async function checkedServers(
  ids: readonly string[],
  context: Context,
): Promise<Map<string, CheckedServer | undefined>> {
  const {
    reads: { db },
    now,
  } = context
  const [rated, entries, strips] = [
    await listServersById(db, ids),
    await listCatalogedServers(db, ids),
    await dayStrips(ids, context),
  ]
  const open = await listOpenOfServers(
    db,
    entries.map(({ key }) => key),
  )
  const ratedById = new Map(rated.map((server) => [server.id, server]))
  const states = new Map([...ratedById].map(([id, server]) => [id, stateOf(server, now)]))
  const broken = entries.filter(({ id, isDeleted }) => isDeleted || (states.get(id)?.needsOther ?? false))
  const replaceable = await listReplaceable(
    broken.map(({ id }) => id),
    context,
  )
  const known = entries.flatMap((entry) => {
    const [server, found] = [ratedById.get(entry.id), states.get(entry.id)]
    if (server === undefined || found === undefined) return []
    const { needsOther: _needsOther, ...state } = found
    const own = open.filter(({ serverKey }) => serverKey === entry.key)
    const checked: CheckedServer = {
      id: entry.id,
      title: entry.title,
      isRemoved: entry.isDeleted,
      hasAlternatives: replaceable.has(entry.id),
      ...state,
      changes: changesOf(own),
      packages: entry.packages.map((its) => ({
        registry: its.registry,
        name: its.name,
        newest: newestOf(its, server),
      })),
      days: strips.get(entry.id),
    }
    return [[entry.id, checked] as const]
  })
  const byId = new Map(known)
  return new Map(ids.map((id) => [id, byId.get(id)]))
}

function stateOf({ serverState, declaredAccess, facts }: LookedUpServer, now: Date) {
  const tool = toolFactsOf({ kind: 'server', removedAt: null, facts })
  const { status, axes, downSince, reasons, recommendation } = assess(serverState, declaredAccess, tool, now)
  const needsOther = NEEDS_OTHER.has(status) || recommendation === 'avoid'
  const hasStarted = serverState?.targets.some(({ reason }) => reason === 'started') ?? false
  const isRead = hasStarted || (serverState?.lastOkAt ?? null) !== null
  return { status, access: axes.access, downSince: downSince?.toISOString() ?? null, reasons, isRead, needsOther }
}

/** That a server is down or unstable is its state, not a change of what it offers. */
export function changesOf(
  open: readonly Pick<OpenBreakageKey, 'kind' | 'severity' | 'openedAt'>[],
): CheckedServer['changes'] {
  const byLabel = new Map<string, CheckedServer['changes'][number]>()
  for (const { kind, severity, openedAt } of open) {
    if (kind === 'down' || kind === 'degraded') continue
    const since = openedAt.toISOString()
    const label = breakageLabel(kind, severity)
    const before = byLabel.get(label)
    if (before === undefined) byLabel.set(label, { kind, label, tools: 1, since })
    else byLabel.set(label, { ...before, tools: before.tools + 1, since: before.since < since ? before.since : since })
  }
  return [...byLabel.values()]
}

/** What its registry published last, else what its catalog names. */
function newestOf({ registry, name, version }: Package, { serverState }: LookedUpServer): string | null {
  const published = serverState?.targets.find(
    ({ packageFacts }) => packageFacts?.registry === registry && packageFacts.name.toLowerCase() === name.toLowerCase(),
  )
  return published?.packageFacts?.version ?? version ?? null
}
