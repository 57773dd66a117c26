import { ByteBlocks } from '../../core/bytes/byte-blocks'
import { ProbeFailure } from '../prober'

export interface SseEvent {
  /** `message` where the server names none. */
  type: string
  data: string
}

/** Events of one stream, at most: far more than the notifications a server sends before its answer. */
const MAX_EVENTS = 1_000
const FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
// Decodes whole lines: the bytes that end a line are never part of another character.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads an event stream piece by piece, in time linear to its length whatever the size of the pieces. Events without
 * data (comments, the empty event that primes a stream) are not reported. Throws `ProbeFailure` where one event is
 * larger than `maxEventBytes`, or there are more than `MAX_EVENTS`.
 */
export class SseReader {
  readonly #maxEventBytes: number
  readonly #line = new ByteBlocks()
  #data: string[] = []
  #type = ''
  #pendingBytes = 0
  #events = 0
  #afterCarriageReturn = false
  #atStart = true

  constructor(maxEventBytes: number) {
    this.#maxEventBytes = maxEventBytes
  }

  /** Passes on the events that this piece completes until `onEvent` returns true; answers whether it did. */
  push(piece: Buffer, onEvent: (event: SseEvent) => boolean): boolean {
    let from = 0
    let feed = piece.indexOf(FEED)
    let carriage = piece.indexOf(CARRIAGE_RETURN)
    while (feed !== -1 || carriage !== -1) {
      const isCarriage = feed === -1 || (carriage !== -1 && carriage < feed)
      const end = isCarriage ? carriage : feed
      // The second half of a CRLF ends no further line, also where it comes with the next piece.
      const isHalf = !isCarriage && this.#afterCarriageReturn && end === from && this.#line.length === 0
      this.#afterCarriageReturn = isCarriage
      if (!isHalf && this.#endLine(piece.subarray(from, end), onEvent)) return true
      from = end + 1
      if (isCarriage) carriage = piece.indexOf(CARRIAGE_RETURN, from)
      else feed = piece.indexOf(FEED, from)
    }
    this.#keep(piece.subarray(from))
    return false
  }

  #keep(rest: Buffer): void {
    if (rest.length === 0) return
    this.#afterCarriageReturn = false
    this.#count(rest.length)
    this.#line.add(rest)
  }

  #count(bytes: number): void {
    this.#pendingBytes += bytes
    if (this.#pendingBytes > this.#maxEventBytes) {
      throw new ProbeFailure('answer_too_large', { notes: ['One event of its stream is too large.'] })
    }
  }

  #endLine(rest: Buffer, onEvent: (event: SseEvent) => boolean): boolean {
    this.#count(rest.length + 1)
    const line = this.#withoutByteOrderMark(this.#wholeLine(rest))
    if (line === '') return this.#endEvent(onEvent)
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') this.#data.push(value)
    else if (field === 'event') this.#type = value
    return false
  }

  /** Most lines come in one piece and need no copy. */
  #wholeLine(rest: Buffer): string {
    if (this.#line.length === 0) return rest.toString('utf8')
    this.#line.add(rest)
    return utf8.decode(this.#line.take())
  }

  #withoutByteOrderMark(text: string): string {
    const isMarked = this.#atStart && text.startsWith('\ufeff')
    this.#atStart = false
    return isMarked ? text.slice(1) : text
  }

  #endEvent(onEvent: (event: SseEvent) => boolean): boolean {
    const event = { type: this.#type === '' ? 'message' : this.#type, data: this.#data.join('\n') }
    this.#data = []
    this.#type = ''
    this.#pendingBytes = 0
    if (event.data === '') return false
    this.#events += 1
    if (this.#events > MAX_EVENTS) {
      throw new ProbeFailure('answer_too_large', { notes: ['Its stream holds too many events.'] })
    }
    return onEvent(event)
  }
}
