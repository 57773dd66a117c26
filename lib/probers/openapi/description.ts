import { type SafeResponse, safeFetch } from '../../safe-fetch'
import { toProbeFailure } from '../failures'
import { isWebPage } from '../http/api-response'
import { waitOf } from '../http/http-response'
import { conditionalHeaders } from '../http/validators'
import { isObject, type JsonObject, parseBoundedJson } from '../mcp/json-rpc'
import { withinMs } from '../mcp/mcp-transport'
import { type ProbeControls, ProbeFailure, type ProbeSettings, type Validators } from '../prober'
import { jsonOfYaml } from './json-of-yaml'

/** An answer to the request for a description; `document` is null where it is unchanged (304). */
export interface Description extends Pick<SafeResponse, 'url' | 'headers' | 'status'> {
  document: JsonObject | null
}

const NOT_MODIFIED = 304
/** Larger descriptions are written in JSON: YAML takes a hundred times as long to parse. */
const MOST_YAML_BYTES = 2_000_000
const ACCEPT = 'application/openapi+json, application/json, application/yaml, text/yaml;q=0.9, */*;q=0.5'

/**
 * Reads a description of the form of OpenAPI 3, in JSON or YAML, within half of the deadline. Throws `ProbeFailure`
 * with `description_unavailable` where there is none that can be read, whatever the reason.
 */
export async function readDescription(
  url: string,
  validators: Validators | null,
  settings: ProbeSettings,
  { signal, answered }: ProbeControls,
): Promise<Description> {
  try {
    return await withinMs(settings.deadlineMs / 2, signal, async (limited) => {
      const answer = await safeFetch(url, {
        headers: { 'user-agent': settings.userAgent, accept: ACCEPT, ...conditionalHeaders(validators) },
        maxBytes: settings.maxAnswerBytes,
        signal: limited,
        rules: settings.dial,
        planFor: ({ status }) => (status === 200 ? 'collect' : 'discard'),
      })
      answered(answer.status)
      if (answer.status === NOT_MODIFIED && validators !== null) return { ...answer, document: null }
      return { ...answer, document: await documentIn(answer, settings.maxAnswerBytes, limited) }
    })
  } catch (error) {
    throw unavailableAfter(error)
  }
}

async function documentIn(answer: SafeResponse, mostChars: number, signal: AbortSignal): Promise<JsonObject> {
  const { status, headers, body } = answer
  if (status !== 200) {
    throw unavailable(`Its API description answers ${status}.`, { httpStatus: status, retryAfterMs: waitOf(headers) })
  }
  const details = { httpStatus: status }
  const text = body.toString('utf8')
  if (isWebPage({ headers, start: text.slice(0, 1_024) })) {
    throw unavailable('A web page answers in place of its API description.', details)
  }
  const document = await parsed(text, mostChars, signal)
  if (!isObject(document)) throw unavailable('Its API description is neither JSON nor YAML that can be read.', details)
  if (document.swagger !== undefined)
    throw unavailable('Its API description is of a version before OpenAPI 3.', details)
  if (typeof document.openapi !== 'string' || !/^3\.\d/.test(document.openapi) || !isObject(document.paths ?? {})) {
    throw unavailable('Its API description is not of the form of OpenAPI 3.', details)
  }
  return document
}

async function parsed(text: string, mostChars: number, signal: AbortSignal): Promise<unknown> {
  const document = parseBoundedJson(text)
  // YAML takes all JSON, but also texts that only begin like it.
  if (document !== undefined || text.length > MOST_YAML_BYTES) return document
  const json = await jsonOfYaml(text, mostChars, signal)
  return json === null ? undefined : parseBoundedJson(json)
}

function unavailable(note: string, details: ConstructorParameters<typeof ProbeFailure>[1] = {}): ProbeFailure {
  return new ProbeFailure('description_unavailable', { ...details, notes: [note] })
}

const NOTE_OF: Partial<Record<ProbeFailure['reason'], string>> = {
  timed_out: 'Its API description did not arrive in time.',
  answer_too_large: 'Its API description is larger than is read.',
}

/** Inconclusive reasons stay: they are about us. An unknown error stays a defect. */
function unavailableAfter(error: unknown): unknown {
  const failure = toProbeFailure(error)
  if (failure === null || KEPT.has(failure.reason)) return error
  const note = NOTE_OF[failure.reason] ?? 'Its API description could not be fetched.'
  return unavailable(note, { httpStatus: failure.httpStatus, cause: error })
}

const KEPT: ReadonlySet<string> = new Set(['description_unavailable', 'address_refused', 'connectivity_lost'])
