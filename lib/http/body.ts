import { type JsonFault, parseStrictJson } from 'assay-verify/text/strict-json'
import type { z } from 'zod'
import { ApiError, isApiError } from '../contract/errors'
import { bodyFaults, inOrder, invalidInput, itemIndexOf, placeOf } from '../contract/faults/input-faults'
import type { BodyContract, OperationContract } from '../contract/operation'
import { ByteBlocks } from '../core/bytes/byte-blocks'

/** Time a whole body may take to arrive: a slow phone sends the largest one in a second. */
const BODY_WITHIN_MS = 10_000

const FAULTS: Record<JsonFault, string> = {
  not_json: 'The body is not JSON.',
  byte_order_mark: 'The body begins with a byte order mark, which JSON in transit must not have.',
  duplicate_member: 'An object in the body has two members of one name.',
  forbidden_member: 'An object in the body has a member whose name is not allowed.',
  too_deep: 'The body is nested too deeply.',
}

/**
 * The body of a request, read strictly and parsed by the contract. Throws `ApiError`, which names the place of a fault
 * and never repeats the content.
 */
export async function readBody(
  request: Request,
  contract: OperationContract,
  withinMs = BODY_WITHIN_MS,
): Promise<unknown> {
  if (contract.body === undefined) return undefined
  const bytes = await bytesOf(request, contract.body.maxBytes, withinMs)
  if (bytes.length === 0 && contract.body.isOptional === true) return contract.body.schema.parse({})
  requireJsonType(request.headers)
  const body = jsonOf(bytes)
  const parsed = contract.body.schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw bodyError(parsed.error.issues, contract.body, body)
}

async function bytesOf(request: Request, maxBytes: number, withinMs: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > maxBytes) throw tooLarge(maxBytes)
  // With a length, which the HTTP parser enforces, the body can be read whole, at a fraction of the cost of its pieces.
  const reader = announced > 0 ? undefined : request.body?.getReader()
  if (reader === undefined && !(announced > 0)) return new Uint8Array()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const refuse = () =>
      reject(new ApiError('body_too_slow', `The body did not arrive within ${withinMs / 1000} seconds.`))
    timer = setTimeout(refuse, withinMs)
  })
  const reading = reader === undefined ? wholeOf(request, maxBytes) : piecesOf(reader, maxBytes)
  try {
    return await Promise.race([reading, late])
  } catch (cause) {
    reader?.cancel().catch(() => undefined)
    // A caller that disconnects halfway is no failure of the service and must not fill the log.
    throw isApiError(cause) ? cause : brokenOff()
  } finally {
    clearTimeout(timer)
    // After the timeout the read may still fail, which nobody waits for.
    reading.catch(() => undefined)
  }
}

async function wholeOf(request: Request, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.length > maxBytes) throw tooLarge(maxBytes)
  return bytes
}

async function piecesOf(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const body = new ByteBlocks()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return body.take()
    if (body.length + value.length > maxBytes) throw tooLarge(maxBytes)
    body.add(value)
  }
}

function brokenOff(): ApiError {
  return new ApiError('body_too_slow', 'The body broke off before its end.')
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('body_too_large', `The body may have ${maxBytes} bytes at most.`)
}

function requireJsonType(headers: Headers): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const isUtf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  )
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (type === 'application/json' && isUtf8 && encoding === 'identity') return
  throw new ApiError(
    'unsupported_media_type',
    'Send the body as UTF-8 with Content-Type: application/json, and without Content-Encoding.',
  )
}

function jsonOf(bytes: Uint8Array): unknown {
  const text = textOf(bytes)
  if (text === undefined) throw malformed('The body is not UTF-8.')
  const parsed = parseStrictJson(text)
  if (parsed.ok) return parsed.value
  throw malformed(FAULTS[parsed.fault])
}

function malformed(detail: string): ApiError {
  return new ApiError('malformed_json', detail)
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // It throws for bytes that are not UTF-8 and for nothing else.
    return undefined
  }
}

/**
 * The error for what is wrong with a body, the code being that of the first fault. Its places are names of the contract
 * and numbers.
 */
function bodyError(issues: readonly z.core.$ZodIssue[], { schema, tooMany }: BodyContract, body: unknown): ApiError {
  const [first] = issues
  if (first?.code === 'too_big' && first.origin === 'array') {
    const most = first.maximum.toLocaleString('en-US')
    return new ApiError(
      'too_many_entries',
      `${placeOf(first.path)} may have ${most} entries at most. ${tooMany ?? ''}`.trim(),
    )
  }
  const ordered = inOrder(issues)
  const code = ordered[0]?.code === 'unrecognized_keys' ? 'unknown_member' : 'invalid_body'
  const event = itemIndexOf(ordered[0])
  return invalidInput(code, bodyFaults(ordered, schema, body), event === undefined ? {} : { event })
}
