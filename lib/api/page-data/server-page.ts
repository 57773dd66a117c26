import { attestedAt } from 'assay-verify/attestation-claims'
import { type OpenChange, toolFactsOf } from 'assay-verify/score/tool-facts'
import { LEAST_LATENCY_SAMPLES, latencyQuantile } from 'assay-verify/state/latency-summary'
import type { ServerState } from 'assay-verify/state/server-state'
import { schemeOf } from '../../core/access/access-conflicts'
import { leadingSignIn } from '../../core/access/sign-in'
import { clientSetups, connectionOf, denyRule } from '../../core/catalog/client-setups'
import { waysIn } from '../../core/catalog/ways-in'
import type { Rating } from '../../store/ratings/ratings'
import { readTogether } from '../../store/read-together'
import type { Context } from '../context'
import { getRating } from '../get-rating'
import { score } from '../operations/score'
import { catalogFacts, listingsRead } from './catalog-facts'
import { checkNow } from './first-checks'
import type { Profile } from './profile'
import { changesReads, serverEvents } from './server-events'
import { historyOf, historyReads } from './server-history'
import { serverToolsRead, shownTools, TOOLS_SHOWN } from './server-tools'
import { settledHealth } from './settled-health'
import { shownAlternatives } from './shown-alternatives'
import { unsafeFacts } from './unsafe-facts'

const ALTERNATIVES_SHOWN = 3

/** All that the page of a server shows. */
export async function serverPage(entry: Profile, context: Context) {
  const { serverKey, serverId } = entry
  const rating = await getRating(serverId, context)
  const [verdict, signed, read, alternatives] = await Promise.all([
    settledHealth(serverId, context),
    score({ toolId: serverId, explain: false }, context),
    readTogether(context.reads.db, {
      ...historyReads(serverKey, context.now),
      ...changesReads(serverKey),
      tools: serverToolsRead(serverKey),
      listings: listingsRead(serverKey),
    }),
    shownAlternatives(serverId, ALTERNATIVES_SHOWN, context),
  ])
  const history = historyOf(read, context.now)
  const tools = shownTools(read.tools, rating, context.now)
  const { serverState } = rating
  // A list that was read may be empty.
  const isListed = tools.length > 0 || serverState?.lastOkAt != null
  const change = toolFactsOf(rating)?.openChange ?? null
  const { transport, setups, api } = howToConnect(entry, rating, verdict.axes.access)
  return {
    entry,
    catalog: await catalogFacts(entry, verdict.evidence, read.listings, context),
    transport,
    setups,
    api,
    deny: setups === null ? null : toLeaveOut(serverId, change),
    change,
    unsafe: change?.class === 'unsafe_text' ? await unsafeFacts(entry, context) : null,
    health: verdict,
    rating: signed,
    signedAt: attestedAt(signed.attestation)?.toISOString() ?? context.now.toISOString(),
    history,
    latency: { ...latencyOf(serverState), lastMs: history.lastMs },
    listedSince: isListed ? verdict.uptime.since : null,
    checks: serverState?.probes ?? 0,
    checkNow: serverState === null ? await checkNow(serverId, context) : null,
    events: serverEvents(serverId, history, read),
    tools,
    toolsAreCut: tools.length === TOOLS_SHOWN,
    alternatives,
  }
}

/** How clients add a server, or how its API is called. */
export function howToConnect(
  entry: Profile,
  { serverState, signIns, declaredAuth }: Rating,
  access: 'open' | 'auth' | 'paid' | 'unknown',
) {
  const ways = waysIn(entry, serverState?.targets)
  const scheme = schemeOf(leadingSignIn(signIns, serverState?.targets), declaredAuth ?? null)
  const connection = connectionOf(ways, access, scheme !== 'oauth')
  return {
    transport: ways.endpoint?.transport ?? (ways.package === null ? (ways.template?.transport ?? null) : 'stdio'),
    setups: connection === null ? null : clientSetups(entry.serverId, connection),
    api: ways.callable === 'documentation' ? apiCall(ways, access === 'auth' && scheme !== 'oauth') : null,
  }
}

function apiCall({ endpoint, baseUrl, documentation }: ReturnType<typeof waysIn>, asksForKey: boolean) {
  const address = endpoint?.url ?? baseUrl
  return { address, hasVariables: address !== null && !URL.canParse(address), documentation, asksForKey }
}

/** Of a server, the tool that took back a promise: callers may leave it out. */
function toLeaveOut(serverId: string, change: OpenChange | null) {
  if (change?.class !== 'safety' || change.tool === undefined) return null
  return { tool: change.tool, text: denyRule(serverId, change.tool) }
}

/** Of its answers lately, whole ms; null: too few were measured. */
export function latencyOf(serverState: ServerState | null) {
  const isMeasured = serverState !== null && serverState.latency.samples >= LEAST_LATENCY_SAMPLES
  const quantile = (share: number) => {
    const latencyMs = isMeasured ? latencyQuantile(serverState.latency, share) : null
    return latencyMs === null ? null : Math.round(latencyMs)
  }
  return { medianMs: quantile(0.5), p95Ms: quantile(0.95) }
}
