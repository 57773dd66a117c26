import { decide } from 'assay-decide/decide'
import { ACTIONS, type Decision, type RecentEvent, type ToolCall } from 'assay-decide/decision'
import type { Host, HostEvent } from '../hosts/host.ts'
import { messageOf } from '../message-of.ts'
import type { Setup } from '../setup/setup.ts'
import { fileNameOf } from '../state/check-sum.ts'
import { appendEvent, readEvents } from '../state/event-log.ts'
import type { ServiceFiles } from '../state/files.ts'
import type { LineFile } from '../state/line-file.ts'
import { policyOf, toolName, viewOfCall } from './call-view.ts'
import type { Candidate } from './candidates.ts'

/**
 * A line of `recent.jsonl`: an event, the server by its first key, and a word by which every hook of its call finds it
 * again.
 */
export type RecentLine = RecentEvent & { host: string; key: string; by?: string }

/** A line of `decisions.jsonl`. */
export interface DecisionLine {
  at: number
  host: string
  server: string
  tool: string
  action: Decision['action']
  code: Decision['code']
}

/** What a call is decided by, and where what is decided is kept. */
export interface Deciding {
  host: Host
  setup: Setup
  root: string
  files: ServiceFiles
  lines: LineFile | null
  now: number
  warn(line: string): void
}

/**
 * The host's answer by the mildest decision on the servers that a call may be of; null: nothing is to be said, or the
 * host has no place for it.
 */
export function decideCall(event: HostEvent, candidates: readonly Candidate[], deciding: Deciding): object | null {
  const decided = candidates.map((candidate) => ({ candidate, decision: decideOne(event, candidate, deciding) }))
  const [first] = decided.sort((a, b) => ACTIONS.indexOf(a.decision.action) - ACTIONS.indexOf(b.decision.action))
  if (first === undefined || first.decision.action === 'allow') return null
  const { host, files, now, warn } = deciding
  const answer = host.answer(first.decision)
  if (answer === null) return null
  const { server, tool } = first.candidate
  const { action, code } = first.decision
  const line: DecisionLine = { at: now, host: host.name, server: server.name, tool, action, code }
  kept(() => appendEvent(files.decisions, line), warn)
  return answer
}

function decideOne(event: HostEvent, { server, tool }: Candidate, deciding: Deciding): Decision {
  const { host, setup, root, files, lines, now, warn } = deciding
  const view = viewOfCall(lines, server, setup)
  const policy = policyOf(setup, view, root)
  const call: ToolCall = {
    keys: server.keys,
    configuredName: server.name,
    tool: toolName(tool, host.writtenTool, view),
    arguments: event.arguments,
    isLocal: server.isLocal,
  }
  const [key] = server.keys
  const by = event.call === null ? `${process.pid}.${process.hrtime.bigint()}` : fileNameOf(event.call)
  const decision = decide(call, view, policy, key === undefined ? [] : recentBefore(by, files, key, now), now)
  if (key === undefined) return decision
  if (decision.code === 'trial')
    return trialOf({ by, host: host.name, key, now, files, warn }, (recent) => decide(call, view, policy, recent, now))
  if (decision.action !== 'deny') return decision
  const isKept = kept(
    () => appendEvent(files.recent, { at: now, kind: 'denied', host: host.name, key } satisfies RecentLine),
    warn,
  )
  // Where a denial is not remembered, no trial would follow it: they are then given by the clock.
  return isKept ? decision : decide(call, view, policy, null, now)
}

interface Trial {
  by: string
  host: string
  key: string
  now: number
  files: ServiceFiles
  warn(line: string): void
}

/** Of several processes that would try at once, the first in the log does. */
function trialOf(
  { by, host, key, now, files, warn }: Trial,
  decided: (recent: RecentEvent[] | null) => Decision,
): Decision {
  if (!kept(() => appendEvent(files.recent, { at: now, kind: 'trial', host, key, by } satisfies RecentLine), warn))
    return decided(null)
  return decided(recentBefore(by, files, key, now))
}

/** Hooks of one call run at once. */
const ONE_CALL_MS = 5000

/** What was seen of the server before the trial of this call, which another hook of it may have begun. */
function recentBefore(by: string, files: ServiceFiles, key: string, now: number): RecentLine[] {
  // Of calls at once, one that began later may be the first to write: it is no event of the future.
  const recent = readEvents<RecentLine>(files.recent, `"${key}"`).map((line) =>
    line.at > now && line.at - now < ONE_CALL_MS ? { ...line, at: now } : line,
  )
  const own = recent.findIndex((line) => line.by === by && Math.abs(now - line.at) < ONE_CALL_MS)
  return own < 0 ? recent : recent.slice(0, own)
}

/** Whether the disk took it; what it did not is said, and the call goes on. */
export function kept(write: () => void, warn: (line: string) => void): boolean {
  try {
    write()
    return true
  } catch (error) {
    warn(`what it saw is not remembered: ${messageOf(error)}`)
    return false
  }
}
