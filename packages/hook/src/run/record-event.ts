import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { HostEvent } from '../hosts/host.ts'
import { appendEvent } from '../state/event-log.ts'
import { serversOfKeys } from '../state/view-lines.ts'
import { toolName, viewOfCall } from './call-view.ts'
import type { Candidate } from './candidates.ts'
import { type Deciding, kept, type RecentLine } from './decided-call.ts'
import { type FailureClass, failureClass, isUnanswered } from './failure.ts'

/** A line of `outcomes.jsonl`: what is sent of a call, once that was turned on. */
export interface OutcomeLine {
  at: number
  toolId: string
  success: boolean
  latencyMs?: number
  errorClass?: FailureClass
}

/** The file that says that outcomes are sent. */
export function reportsFile(root: string): string {
  return join(root, 'reports-on')
}

/** Remembers how a call went, for later calls of the server; and for reports where they are turned on. */
export function recordEvent(event: HostEvent, candidates: readonly Candidate[], deciding: Deciding): void {
  const { host, files, now, warn, root } = deciding
  if (event.isInterrupted) return
  const kind = event.phase === 'failed' && isUnanswered(event.error) ? 'failed' : 'completed'
  for (const { server } of candidates) {
    const [key] = server.keys
    if (key !== undefined)
      kept(() => appendEvent(files.recent, { at: now, kind, host: host.name, key } satisfies RecentLine), warn)
  }
  // A call whose server is not certain is nobody's.
  const [only, second] = candidates
  if (only === undefined || second !== undefined || !existsSync(reportsFile(root))) return
  const outcome = outcomeOf(event, only, deciding)
  if (outcome !== null) kept(() => appendEvent(files.outcomes, outcome), warn)
}

function outcomeOf(
  event: HostEvent,
  { server, tool }: Candidate,
  { lines, host, setup, now }: Deciding,
): OutcomeLine | null {
  const [one, another] = serversOfKeys(lines, server.keys) ?? []
  if (one === undefined || another !== undefined) return null
  const name = toolName(tool, host.writtenTool, viewOfCall(lines, server, setup))
  const errorClass = event.phase === 'failed' ? failureClass(event.error) : null
  return {
    at: now,
    toolId: `${one.facts.id}/${name}`,
    success: event.phase === 'after',
    ...(event.durationMs === null ? {} : { latencyMs: Math.round(event.durationMs) }),
    ...(errorClass === null ? {} : { errorClass }),
  }
}
