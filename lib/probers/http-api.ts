import { toProbeFailure } from './failures'
import { type ApiResponse, apiFindings, apiReason, askApi, isWebPage } from './http/api-response'
import { isLivingRefusal, mediaType } from './http/http-response'
import { withinMs } from './mcp/mcp-transport'
import type { Probe, ProbeControls, ProbeSettings } from './prober'

/** Some servers never answer HEAD: it gets half of the deadline, and at most this. */
const HEAD_MS = 5_000
const NO_CONTENT = 204

/**
 * Probes an HTTP API at its base address: by HEAD, then by GET where HEAD was refused or shows no API. Nothing else is
 * sent. Any answer that an API would give shows that it is there, also one that it serves nothing at this very address;
 * a web page does not.
 */
export const probeHttpApi: Probe = async ({ url }, settings, controls) => {
  controls.attempting()
  const head = await askByHead(url, settings, controls)
  if (head !== undefined && isDecided(head)) {
    return apiFindings(head, apiReason(head, { mayLackAddress: false }), controls)
  }
  controls.attempting()
  const answer = await askApi('GET', url, settings, controls.signal)
  return apiFindings(answer, apiReason(answer, { mayLackAddress: true }), controls)
}

/** undefined: HEAD failed, which many servers do that answer GET. */
async function askByHead(
  url: string,
  settings: ProbeSettings,
  { signal }: ProbeControls,
): Promise<ApiResponse | undefined> {
  try {
    const ms = Math.min(settings.deadlineMs / 2, HEAD_MS)
    return await withinMs(ms, signal, (limited) => askApi('HEAD', url, settings, limited))
  } catch (error) {
    const reason = toProbeFailure(error)?.reason
    if (!signal.aborted && reason !== undefined && RETRIED.has(reason)) return undefined
    throw error
  }
}

/**
 * Failures of HEAD after which GET is tried: a name that does not resolve or an invalid certificate would be the same.
 */
const RETRIED: ReadonlySet<string> = new Set(['timed_out', 'connect_failed', 'not_the_protocol', 'answer_too_large'])

/** Whether an answer to HEAD, which has no body, shows a living API. */
function isDecided(answer: ApiResponse): boolean {
  if (isLivingRefusal(answer)) return true
  const { status, headers } = answer
  if (status < 200 || status >= 300 || isWebPage(answer)) return false
  return status === NO_CONTENT || mediaType(headers) !== ''
}
