import { callOfFetch } from './pending-call.ts'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const HAS_NO_BODY = new Set([204, 205, 304])

/**
 * A fetch whose answers are signs of life of the request that they are for, byte by byte, and that breaks off an answer
 * with a message over the limit. Only what a stream has between two blank lines counts as one message.
 */
export function watchedFetch(largestMessageBytes: number, fetchIt: Fetch = fetch): Fetch {
  return async (url, init) => {
    const call = callOfFetch.getStore()
    const response = await fetchIt(url, init)
    call?.sign()
    const { body, status, statusText, headers } = response
    if (body === null || HAS_NO_BODY.has(status)) return response
    const isStream = headers.get('content-type')?.includes('text/event-stream') ?? false
    const size = messageSize(isStream)
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        call?.sign()
        if (size(chunk) > largestMessageBytes)
          controller.error(new Error(`an answer of more than ${largestMessageBytes} bytes`))
        else controller.enqueue(chunk)
      },
    })
    return new Response(body.pipeThrough(watched), { status, statusText, headers })
  }
}

const LINE_FEED = 10
const RETURN = 13

/** Counts the bytes of the message that a chunk ends. */
function messageSize(isStream: boolean): (chunk: Uint8Array) => number {
  let size = 0
  return (chunk) => {
    const counted = size + chunk.length
    const end = isStream ? blankLine(chunk) : -1
    size = end < 0 ? counted : chunk.length - end
    return counted
  }
}

/** Behind the last blank line of a chunk; -1: it has none. One that is split between two chunks is not seen. */
function blankLine(chunk: Uint8Array): number {
  for (let at = chunk.length - 1; at > 0; at -= 1) {
    if (chunk[at] !== LINE_FEED) continue
    if (chunk[at - 1] === LINE_FEED) return at + 1
    if (chunk[at - 1] === RETURN && chunk[at - 2] === LINE_FEED) return at + 1
  }
  return -1
}
