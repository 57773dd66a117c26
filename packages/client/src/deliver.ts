import { type IngestAnswer, isIngestAnswer } from './answer-forms.ts'
import type { Batch } from './batch.ts'
import type { Settings } from './options.ts'
import { mayClose, requestInit, textOf } from './platform.ts'
import { retryAfterMs, within } from './timing.ts'

/** The result of one attempt. `again`: the batch may be sent again, after `waitMs` milliseconds at least. */
export type Delivery =
  | { is: 'taken'; answer: IngestAnswer }
  | { is: 'refused'; problem: string }
  | { is: 'again'; waitMs: number; problem: string }

const ANSWER_WITHIN_MS = 10_000

/** Sends a batch once. Never rejects. */
export async function deliver(settings: Pick<Settings, 'baseUrl' | 'key' | 'fetch'>, batch: Batch): Promise<Delivery> {
  const init: RequestInit = {
    ...requestInit(),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': batch.key,
      ...(settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` }),
    },
    body: batch.body,
    ...(mayClose() ? { keepalive: true } : {}),
  }
  try {
    return await within(ANSWER_WITHIN_MS, async (signal) => {
      const response = await settings.fetch(`${settings.baseUrl}/v1/ingest`, { ...init, signal })
      // Reads every body to its end, as an unread one keeps its connection busy.
      return deliveryOf(response, await textOf(response))
    })
  } catch {
    return { is: 'again', waitMs: 0, problem: 'no_answer' }
  }
}

function deliveryOf({ status, headers }: Response, text: string): Delivery {
  const problem = `http_${status}`
  if (status === 408 || status === 429 || status >= 500) {
    return { is: 'again', waitMs: retryAfterMs(headers.get('retry-after'), Date.now()), problem }
  }
  if (status >= 400) return { is: 'refused', problem }
  const answer = answerIn(text)
  // A 200 of another form is not the service's. Sending again is safe, as a key counts once.
  return answer === undefined ? { is: 'again', waitMs: 0, problem: 'not_understood' } : { is: 'taken', answer }
}

function answerIn(text: string): IngestAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isIngestAnswer(value) ? value : undefined
  } catch {
    return undefined
  }
}
