import { isWellFormedId } from 'assay-verify/subject-id'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IngestAnswer, OutcomeEvent } from '../../../lib/contract/operations/reporting-operations'
import { ERROR_CLASSES, type OutcomeEvent as Event, MOST_BATCH_BYTES, MOST_EVENTS } from './answer-forms.ts'
import { soundEvent, takeBatch } from './batch.ts'
import { retryAfterMs } from './timing.ts'
import { uuidV7 } from './uuid-v7.ts'

const NOW = Date.UTC(2026, 10, 22)

describe('an event', () => {
  it('has at most four members whatever is given, and the contract accepts it', () => {
    const given = {
      toolId: fc.oneof(fc.string({ minLength: 1, unit: 'binary' }), fc.constant('a/b')),
      success: fc.boolean(),
      latencyMs: fc.oneof(fc.double(), fc.integer(), fc.constant(undefined)),
      errorClass: fc.oneof(fc.constantFrom(...ERROR_CLASSES), fc.string(), fc.constant(undefined)),
      arguments: fc.string(),
    }
    fc.assert(
      fc.property(fc.record(given), (event) => {
        const sound = soundEvent(event as Event)
        expect(sound !== undefined).toBe(isWellFormedId(event.toolId))
        if (sound === undefined) return
        expect(OutcomeEvent.parse(sound)).toEqual(sound)
        expect(sound.success).toBe(event.success)
        if (sound.latencyMs !== undefined) expect(Number.isInteger(sound.latencyMs)).toBe(true)
      }),
    )
  })

  it('has a latency within bounds, or none', () => {
    const latency = (latencyMs: unknown) => soundEvent({ toolId: 'a', success: true, latencyMs } as Event)?.latencyMs
    expect([12.6, -1, 700_000, Number.NaN, Number.POSITIVE_INFINITY, '5'].map(latency)).toEqual([
      13,
      0,
      600_000,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('of a success has no error class; without a boolean success there is none', () => {
    expect(soundEvent({ toolId: 'a', success: true, errorClass: 'auth' })).toEqual({ toolId: 'a', success: true })
    expect(soundEvent({ toolId: 'a', success: 'yes' } as never)).toBeUndefined()
  })
})

describe('a batch', () => {
  const eventsOf = (count: number, toolId: string): Event[] =>
    Array.from({ length: count }, () => ({ toolId, success: true }))

  it('takes as many events as fit from the front, and leaves the rest', () => {
    const queue = eventsOf(2_500, 'a/b')
    const sizes = []
    for (let batch = takeBatch(queue, MOST_EVENTS, MOST_BATCH_BYTES, NOW); batch; ) {
      sizes.push([batch.events, JSON.parse(batch.body).events.length])
      batch = takeBatch(queue, MOST_EVENTS, MOST_BATCH_BYTES, NOW)
    }
    expect(sizes).toEqual([
      [1000, 1000],
      [1000, 1000],
      [500, 500],
    ])
  })

  it('stays within its bytes, also with multi-byte characters', () => {
    const queue = eventsOf(1_000, '図'.repeat(512))
    let events = 0
    for (let batch = takeBatch(queue, MOST_EVENTS, 20_000, NOW); batch; ) {
      expect(Buffer.byteLength(batch.body)).toBeLessThanOrEqual(20_000)
      events += batch.events
      batch = takeBatch(queue, MOST_EVENTS, 20_000, NOW)
    }
    expect(events).toBe(1_000)
  })

  it('has one event at least', () => {
    expect(takeBatch(eventsOf(2, 'a/b'), 10, 1, NOW)?.events).toBe(1)
  })
})

describe('a key', () => {
  it('is a unique UUIDv7 with its time', () => {
    const keys = Array.from({ length: 1_000 }, () => uuidV7(NOW))
    for (const key of keys) {
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(key.replace('-', '').slice(0, 12), 16)).toBe(NOW)
    }
    expect(new Set(keys).size).toBe(1_000)
    expect(new Set(keys.map((key) => key[19]))).toEqual(new Set('89ab'))
  })
})

describe('a Retry-After', () => {
  it.each([
    [null, 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['99999', 3_600_000],
    ['-7', 0],
    ['soon', 0],
    ['1.5e3', 0],
    [new Date(NOW + 5_000).toUTCString(), 5_000],
    [new Date(NOW - 5_000).toUTCString(), 0],
    [new Date(NOW + 1e10).toUTCString(), 3_600_000],
  ])('of %s', (header, milliseconds) => {
    expect(retryAfterMs(header, NOW)).toBe(milliseconds)
  })
})

it('an ingest answer of the service is one for the client', async () => {
  const { isIngestAnswer } = await import('./answer-forms.ts')
  expect(isIngestAnswer(IngestAnswer.parse({ accepted: 2, ignored: 0, credits: 2 }))).toBe(true)
  for (const value of [null, {}, { accepted: '2', ignored: 0 }, { accepted: 2 }])
    expect(isIngestAnswer(value)).toBe(false)
})
