import { isWellFormedId } from 'assay-verify/subject-id'
import { ERROR_CLASSES, MOST_LATENCY_MS, type OutcomeEvent } from './answer-forms.ts'
import { uuidV7 } from './uuid-v7.ts'

/** Events sent in one request, and sent again under the same key where it is unknown whether they arrived. */
export interface Batch {
  key: string
  body: string
  events: number
  /** Milliseconds since 1970. The service remembers the key for a day from then. */
  madeAt: number
}

const utf8 = new TextEncoder()

/** The event with its four members only, all valid; undefined where the service would refuse it. */
export function soundEvent(given: OutcomeEvent): OutcomeEvent | undefined {
  const { toolId, success, latencyMs, errorClass } = given
  if (!isWellFormedId(toolId) || typeof success !== 'boolean') return undefined
  const event: OutcomeEvent = { toolId, success }
  if (typeof latencyMs === 'number' && Number.isFinite(latencyMs)) {
    event.latencyMs = Math.min(Math.max(Math.round(latencyMs), 0), MOST_LATENCY_MS)
  }
  const known = success ? undefined : ERROR_CLASSES.find((name) => name === errorClass)
  if (known !== undefined) event.errorClass = known
  return event
}

/**
 * Removes from the front of the queue as many events as fit into one batch, at least one; undefined where the queue is
 * empty.
 */
export function takeBatch(
  queue: OutcomeEvent[],
  mostEvents: number,
  mostBytes: number,
  now: number,
): Batch | undefined {
  const parts: string[] = []
  let bytes = '{"events":[]}'.length
  for (const event of queue) {
    const part = JSON.stringify(event)
    bytes += utf8.encode(part).length + 1
    if (parts.length === mostEvents || (parts.length > 0 && bytes > mostBytes)) break
    parts.push(part)
  }
  if (parts.length === 0) return undefined
  queue.splice(0, parts.length)
  return { key: uuidV7(now), body: `{"events":[${parts.join(',')}]}`, events: parts.length, madeAt: now }
}
