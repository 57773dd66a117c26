/** What is sent. `maxBytes`: an answer with a longer body is refused; `signal`: ends it. */
export interface BoundedRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: Uint8Array | string
  maxBytes: number
  signal: AbortSignal
}

export interface BoundedResponse {
  status: number
  /** By their names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  /** Whether the answer is a redirect, or of another address than that which was asked. */
  redirected: boolean
}

/**
 * Sends one request and reads the answer whole. A caller passes its own, which may check the address and follow no
 * redirects; `boundedFetch` uses that of the platform.
 */
export type BoundedFetch = (address: string, request: BoundedRequest) => Promise<BoundedResponse>

/** Each takes time and memory whatever its size. */
const MOST_PARTS = 100_000

/** An answer was larger, or in more parts, than the caller takes. */
export class ResponseTooLarge extends Error {
  constructor(address: string, maxBytes: number) {
    super(`${address} answered with more than ${maxBytes} bytes`)
    this.name = 'ResponseTooLarge'
  }
}

/** Asks with the `fetch` of the platform. A redirect is an answer like any other: it is not followed. */
export const boundedFetch: BoundedFetch = async (address, { maxBytes, body, ...init }) => {
  const sent = typeof body === 'string' || body === undefined ? body : new Uint8Array(body)
  const response = await fetch(address, { ...init, ...(sent === undefined ? {} : { body: sent }), redirect: 'manual' })
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes || parts.length === MOST_PARTS) throw new ResponseTooLarge(address, maxBytes)
    parts.push(part)
  }
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.concat(parts),
    redirected: response.status >= 300 && response.status < 400,
  }
}
