import type { Reason } from 'assay-verify/reason'
import type { UsageSummary } from 'assay-verify/score/recent-use'
import type { ChangeClass, OpenChange } from 'assay-verify/score/tool-facts'
import { outcomeOf, PROBE_REASONS, type ProbeReason } from 'assay-verify/state/observation'
import type { ObservedAccess } from 'assay-verify/state/observed-access'
import type { ServerState } from 'assay-verify/state/server-state'
import { isUnderMaintenance, type Maintenance } from '../history/maintenance'
import { formatSpan } from '../text/relative-time'

/** Why it is down: the newest failure, since when, and whether it seems to be recovering. */
export function whyDown(serverState: ServerState, now: Date): Reason[] {
  const failure = serverState.lastFailureReason === null ? [] : [probeReason(serverState.lastFailureReason)]
  const sinceAt = serverState.downSinceAt ?? now.getTime()
  const since = {
    code: 'down_since',
    text: `Seen down since ${instant(sinceAt)}, for ${formatSpan((now.getTime() - sinceAt) / 1000)}.`,
  }
  const recovering = {
    code: 'recovering',
    text: 'It has answered again; a second probe has to agree before it counts as up.',
  }
  return [...failure, since, ...(serverState.streak?.state === 'up' ? [recovering] : [])]
}

/** That its operator announced maintenance; empty outside of the window. */
export function whyMaintained(maintenance: Maintenance | null, now: Date): Reason[] {
  if (maintenance === null || !isUnderMaintenance(maintenance, now)) return []
  const until = instant(maintenance.to.getTime())
  return [
    {
      code: 'under_maintenance',
      text: `Its operator announced maintenance until ${until}; nothing counts until then.`,
    },
  ]
}

/** That its server no longer lists a tool; empty while it does. */
export function whyRemoved(removedAt: Date | null): Reason[] {
  if (removedAt === null) return []
  return [
    { code: 'removed_from_listing', text: `Its server no longer lists it since ${instant(removedAt.getTime())}.` },
  ]
}

/** What is open of the subject beyond the state of its server; empty: nothing. */
export function whyChanged(change: OpenChange | null): Reason[] {
  if (change === null) return []
  const at = instant(Date.parse(change.at))
  const seen = `${change.text} Seen on ${at}.`
  if (change.class !== 'unsafe_text' && change.toolsLeft === 0) return [{ code: 'no_tools_left', text: seen }]
  const { code, codeOfTool, opening, ofServer } = CHANGES[change.class]
  if (change.tool !== undefined) return [{ code: codeOfTool, text: seen }]
  if (opening === null) return [{ code, text: seen }]
  return [{ code, text: `${change.declared ? ofServer : opening} ${at}: ${change.text}` }]
}

const CHANGES = {
  unsafe_text: { code: 'unsafe_text', codeOfTool: 'unsafe_text', opening: null, ofServer: null },
  removed: { code: 'removed_from_listing', codeOfTool: 'tool_removed', opening: null, ofServer: null },
  safety: {
    code: 'unsafe_change',
    codeOfTool: 'tool_unsafe_change',
    opening: 'It took back a promise of harmlessness on',
    ofServer: 'What its server declares became unsafe on',
  },
  breaking: {
    code: 'breaking_change',
    codeOfTool: 'tool_breaking_change',
    opening: 'It changed so that calls may fail on',
    ofServer: 'What its server declares changed so that callers may fail on',
  },
} as const satisfies Record<
  ChangeClass,
  { code: string; codeOfTool: string; opening: string | null; ofServer: string | null }
>

/** Codes of the reasons about a fault of the subject itself, beyond the state of its server. */
export const FAULT_CODES: ReadonlySet<string> = new Set([
  'no_tools_left',
  'offers_no_tools',
  'offers_other_than_tools',
  ...Object.values(CHANGES).flatMap(({ code, codeOfTool }) => [code, codeOfTool]),
])

/** That its operator asked not to be probed, while what was known before still counts; else empty. */
export function whyNotProbed({ lastReason }: ServerState): Reason[] {
  return lastReason === 'opted_out' ? [probeReason(lastReason)] : []
}

/** What the newest probe left undecided: nothing, a first failure, a first sign of another access. */
export function openQuestions(serverState: ServerState): Reason[] {
  const failed = serverState.liveness === 'up' && serverState.streak?.state === 'down'
  const undecided: Reason[] = failed ? [failing(serverState.streak?.probes ?? 1)] : []
  if (serverState.unconfirmedAccess === null) return undecided
  const letIn = serverState.unconfirmedAccess.access === 'open'
  return [
    ...undecided,
    letIn
      ? { code: 'let_in_once', text: 'It admitted an anonymous caller once; probing again.' }
      : { code: 'refused_once', text: 'It refused an anonymous caller once; probing again.' },
  ]
}

function failing(inARow: number): Reason {
  const seen = inARow === 1 ? 'One failure seen' : `${inARow} failures in a row seen, not yet enough to call it down`
  return { code: 'failed_once', text: `${seen}; looking again.` }
}

/** That its leading endpoint answered: of an MCP server the handshake, of another API a request. */
export function answered({ lastOkAt, lastInformativeReason, targets }: ServerState): Reason[] {
  const when = lastOkAt === null ? '' : `, last on ${instant(lastOkAt)}`
  const text = isPlainApi(targets) ? 'Its API answered' : 'It answered the protocol handshake'
  const answer = { code: 'answered', text: `${text}${when}.` }
  const slowedDown = lastInformativeReason !== null && outcomeOf(lastInformativeReason) === 'throttled'
  return slowedDown ? [answer, { code: 'throttled', text: probeReason(lastInformativeReason).text }] : [answer]
}

/** Whether the leading target is an API that is not MCP. */
function isPlainApi([leading]: ServerState['targets']): boolean {
  return leading?.kind === 'http-api' || leading?.kind === 'openapi'
}

/** What trusted reporters observed, without naming them. */
export function verifiedByUsage(usage: UsageSummary | null): Reason {
  const { networks = 0, trusted = 0, share = null } = usage?.succeeding ?? {}
  const most = share === null ? '' : `, most of them in ${Math.round(share * 100)} % of their calls or more`
  return {
    code: 'verified_by_usage',
    text: `Reporters of ${networks} networks, ${trusted} of them trusted, called it within a day and saw it work${most}.`,
  }
}

export function failingInUse({ failing }: UsageSummary): Reason {
  const share = Math.round((failing.share ?? 0) * 100)
  return {
    code: 'failing_in_use',
    text: `Reporters of ${failing.networks} networks, ${failing.trusted} of them trusted, called it lately, and most of them saw ${share} % of their calls or more go unanswered.`,
  }
}

export function authRequired(access: Exclude<ObservedAccess, 'open'>): Reason {
  const asks = access === 'paid' ? 'payment (402)' : 'credentials'
  return { code: 'auth_required', text: `It is alive and asks for ${asks}, so a probe cannot see whether it works.` }
}

/** `sinceAt` null: not known, in states stored by older versions. */
export function throttledOnly(sinceAt: number | null, now: Date): Reason {
  const since =
    sinceAt === null ? '' : ` since ${instant(sinceAt)}, for ${formatSpan((now.getTime() - sinceAt) / 1000)}`
  return { code: 'throttled', text: `It is alive, but has only asked for fewer requests${since}.` }
}

export function slow(lastMs: readonly number[], usualMs: number): Reason {
  const last = lastMs.map((latencyMs) => `${Math.round(latencyMs)} ms`).join(' and ')
  return { code: 'slow', text: `Its last two answers took ${last}; usual is about ${Math.round(usualMs)} ms.` }
}

export function failingOften(share: number): Reason {
  return {
    code: 'failing_often',
    text: `${Math.round(share * 100)} % of the recent probes failed, though never for long.`,
  }
}

export function flapping(downs: number): Reason {
  return { code: 'flapping', text: `It went down ${downs} times within 24 hours.` }
}

export function probeReason(reason: ProbeReason): Reason {
  return { code: reason, text: PROBE_REASONS[reason].text }
}

/** To the second, UTC: probes are no more precise. */
export function instant(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
