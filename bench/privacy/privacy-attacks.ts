import { BenchCannotRun, readJsonLines } from '../bench'

/**
 * A text of the attacks file. `mustBeRefused` (`expect: reject`): no place may accept it; the others only must not
 * cause a failure.
 */
export interface AttackText {
  kind: string
  text: string
  /** Parts of the text that are personal data by themselves. */
  entities: string[]
  mustBeRefused: boolean
}

/** One POST to ingest. */
export interface IngestRequest {
  body: string
  idempotencyKey: string | null
}

/** A server and a tool of the imported catalog, so that only the text can be the reason of a refusal. */
export interface KnownTool {
  serverId: string
  toolId: string
}

export function readAttacks(file: string): AttackText[] {
  return readJsonLines<Record<string, unknown>>(file).map(({ kind, text, textB64, entities, expect }) => ({
    kind: String(kind),
    text: typeof text === 'string' ? text : Buffer.from(String(textB64 ?? ''), 'base64').toString(),
    entities: (Array.isArray(entities) ? entities : []).flatMap(({ value }) =>
      typeof value === 'string' ? [value] : [],
    ),
    mustBeRefused: expect === 'reject',
  }))
}

export function readBenign(file: string): string[] {
  return readJsonLines<Record<string, unknown>>(file).map(({ toolId }) => String(toolId))
}

/**
 * Every place of an event a text can be put into, with the request that does so. A numeric text goes into `latencyMs`
 * as a number.
 */
const PLACES: Readonly<Record<string, (text: string, known: KnownTool) => IngestRequest>> = {
  extraKey: (text, { toolId }) => eventOf({ toolId, success: true, note: text }),
  keyName: (text, { toolId }) => rawEvent(`{"toolId":${json(toolId)},"success":true,${json(text)}:1}`),
  toolId: (text) => eventOf({ toolId: text, success: true }),
  lastSegment: (text, { serverId }) => eventOf({ toolId: `${serverId}/${text}`, success: true }),
  latency: (text, { toolId }) =>
    rawEvent(`{"toolId":${json(toolId)},"success":true,"latencyMs":${JSON_NUMBER.test(text) ? text : json(text)}}`),
  idempotencyKey: (text, { toolId }) => ({
    ...eventOf({ toolId, success: true }),
    idempotencyKey: headerOf(text),
  }),
  errorClass: (text, { toolId }) => eventOf({ toolId, success: false, errorClass: text }),
  nested: (text, { toolId }) => eventOf({ toolId, success: true, detail: { of: [{ value: text }] } }),
  duplicateKey: (text, { toolId }) => rawEvent(`{"toolId":${json(text)},"success":true,"toolId":${json(toolId)}}`),
}
export const PLACE_NAMES = Object.keys(PLACES)

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const json = (value: unknown) => JSON.stringify(value)

/** The request that puts `text` into a place of an event. */
export function placed(text: string, place: string, known: KnownTool): IngestRequest {
  const make = PLACES[place]
  if (make === undefined) throw new BenchCannotRun(`unknown place ${place}`)
  return make(text, known)
}

export function eventOf(event: unknown): IngestRequest {
  return rawEvent(json(event))
}

function rawEvent(event: string): IngestRequest {
  return { body: `{"events":[${event}]}`, idempotencyKey: null }
}

/** The UTF-8 bytes of the text where a header can hold them, otherwise percent-encoded. */
function headerOf(text: string): string {
  const bytes = Buffer.from(text).toString('latin1')
  return /^[\t\x20-\x7e\x80-\xff]+$/.test(bytes) ? bytes : encodeURIComponent(text.toWellFormed())
}
