import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import type { MarkedRequest, RequestRefusal } from '../core/access/probing-policy'
import { toProbeFailure } from './failures'
import { apiFindings, apiReason } from './http/api-response'
import { validatorsOf, validForMs } from './http/validators'
import type { JsonObject } from './mcp/json-rpc'
import { ListedTools } from './mcp/listed-tools'
import { type Description, readDescription } from './openapi/description'
import { knownRequest, rememberRequest } from './openapi/known-requests'
import { askMarked, markedRequest } from './openapi/marked-request'
import { type Operation, operationsIn } from './openapi/operations'
import { References } from './openapi/references'
import { safeRequest } from './openapi/safe-request'
import { ToolNames } from './openapi/tool-names'
import { toolOfOperation } from './openapi/tool-of-operation'
import { type Findings, NOTHING_FOUND, type Probe, type ProbeControls, type ProbeSettings } from './prober'

/** Operations, and nodes of their schemas, that are read before other work is done. */
const OPERATIONS_IN_A_TURN = 20
const NODES_IN_A_TURN = 1_000

/**
 * Probes an API by its OpenAPI 3 description: its operations become tools, and the one request that the description
 * marks as safe (`safeRequest`) is made where its host agrees (`askMarked`). Without such a request nothing is known of
 * the API but its tools. The description is requested conditionally where this process knows what it marked.
 */
export const probeOpenApi: Probe = async ({ url, validators }, settings, controls) => {
  const known = knownRequest(url, validators)
  controls.attempting()
  const description = await readDescription(url, known?.validators ?? null, settings, controls)
  const listing =
    description.document === null ? undefined : await readListing(description.document, url, description.url, settings)
  const found = { ...findingsOf(description, listing), validators: validatorsOf(description.headers) }
  if (listing === undefined) found.validators ??= validators ?? null
  else rememberRequest(url, listing.request, found.validators)
  const request = listing === undefined ? known?.request : listing.request
  if (request === null || request === undefined) return { ...found, reason: 'no_safe_request' }
  return withAnswer(found, request, settings, controls)
}

function findingsOf({ status, headers }: Description, listing: Listing | undefined): Omit<Findings, 'reason'> {
  const known = { ...NOTHING_FOUND, httpStatus: status, validForMs: validForMs(headers) }
  if (listing === undefined) return known
  const { tools, isCut } = listing.listed
  return { ...known, tools, toolsCut: isCut, notes: listing.notes }
}

interface Listing {
  listed: ListedTools
  notes: string[]
  /** The request that is safe to make; null: there is none. */
  request: MarkedRequest | null
}

async function readListing(
  document: JsonObject,
  address: string,
  readAt: string,
  { maxTools }: ProbeSettings,
): Promise<Listing> {
  const references = new References(document)
  const listed = new ListedTools(maxTools)
  const names = new ToolNames()
  const operations: Operation[] = []
  const turn = { operations: 0, nodes: 0 }
  for (const operation of operationsIn(document, references)) {
    // One more than are kept shows that the listing was cut.
    if (operations.length > maxTools) break
    if (
      operations.length - turn.operations >= OPERATIONS_IN_A_TURN ||
      references.nodesRead - turn.nodes >= NODES_IN_A_TURN
    ) {
      await nextEventLoopTurn()
      Object.assign(turn, { operations: operations.length, nodes: references.nodesRead })
    }
    operations.push(operation)
    listed.add(toolOfOperation(operation, names.nameFor(operation), references))
  }
  const safe = safeRequest(document, readAt, operations, references)
  const request = safe === null ? null : markedRequest(safe, address, readAt)
  return { listed, request, notes: [...listed.notes(), ...references.notes()] }
}

/** What the safe request shows of the API. The tools are kept, however it ends. */
async function withAnswer(
  found: Omit<Findings, 'reason'>,
  request: MarkedRequest,
  settings: ProbeSettings,
  controls: ProbeControls,
): Promise<Findings> {
  try {
    const answer = await askMarked(request, settings, controls)
    if (typeof answer === 'string') return { ...found, ...notAsked(REFUSED[answer], found) }
    if (answer.left) return { ...found, ...notAsked(REDIRECTED, found) }
    const { reason, httpStatus, retryAfterMs, notes } = apiFindings(
      answer,
      apiReason(answer, { mayLackAddress: false }),
      controls,
    )
    return { ...found, reason, httpStatus, retryAfterMs, notes: [...found.notes, ...notes] }
  } catch (error) {
    const failure = toProbeFailure(error)
    if (failure === null) throw error
    const { reason, httpStatus, notes } = failure
    return { ...found, reason, httpStatus, notes: [...found.notes, ...notes] }
  }
}

const REFUSED: Record<RequestRefusal, string> = {
  not_agreed: 'The request it marks goes to another host, which does not agree to this description.',
  refuses_probes: 'The request it marks goes to another host, whose operator asked for no checks, or for fewer.',
  over_budget: 'The request it marks goes to another host, which has had its checks of this minute.',
}
const REDIRECTED = 'The request it marks is redirected to an address that is not asked.'

function notAsked(note: string, { notes }: Pick<Findings, 'notes'>): Pick<Findings, 'reason' | 'notes'> {
  return { reason: 'no_safe_request', notes: [...notes, note] }
}
