import { StringDecoder } from 'node:string_decoder'
import { LookFailure } from './prober'

export interface SseEvent {
  /** `message` where the server names none. */
  type: string
  data: string
}

/** A server may send notifications before its answer; nobody sends this many. */
const MAX_EVENTS = 1_000

/**
 * Reads an event stream piece by piece, in time linear to its length whatever the pieces' size. Events without data
 * (comments, the empty event that primes a stream) are not reported. Throws `LookFailure` where one event is larger
 * than `maxEventChars`, or where there is no end of them.
 */
export class SseReader {
  readonly #maxEventChars: number
  readonly #decoder = new StringDecoder('utf8')
  #line = ''
  #data: string[] = []
  #type = ''
  #pendingChars = 0
  #events = 0
  #afterCarriageReturn = false
  #atStart = true

  constructor(maxEventChars: number) {
    this.#maxEventChars = maxEventChars
  }

  /** Hands over the events this piece completes until `onEvent` returns true, which is then the answer. */
  push(piece: Buffer, onEvent: (event: SseEvent) => boolean): boolean {
    const text = this.#decoded(piece)
    let from = 0
    let feed = text.indexOf('\n')
    let carriage = text.indexOf('\r')
    while (feed !== -1 || carriage !== -1) {
      const isCarriage = feed === -1 || (carriage !== -1 && carriage < feed)
      const end = isCarriage ? carriage : feed
      // The second half of CRLF ends no line of its own, also where it comes with the next piece.
      const isHalf = !isCarriage && this.#afterCarriageReturn && end === from && this.#line === ''
      this.#afterCarriageReturn = isCarriage
      if (!isHalf && this.#endLine(this.#line + text.slice(from, end), onEvent)) return true
      from = end + 1
      if (isCarriage) carriage = text.indexOf('\r', from)
      else feed = text.indexOf('\n', from)
    }
    this.#keep(text.slice(from))
    return false
  }

  #decoded(piece: Buffer): string {
    const text = this.#decoder.write(piece)
    if (!this.#atStart || text === '') return text
    this.#atStart = false
    return text.startsWith('\ufeff') ? text.slice(1) : text
  }

  #keep(rest: string): void {
    if (rest === '') return
    this.#afterCarriageReturn = false
    this.#line += rest
    this.#count(rest.length)
  }

  #count(chars: number): void {
    this.#pendingChars += chars
    if (this.#pendingChars > this.#maxEventChars) {
      throw new LookFailure('answer_too_large', { notes: ['One event of its stream is too large.'] })
    }
  }

  #endLine(line: string, onEvent: (event: SseEvent) => boolean): boolean {
    this.#count(line.length - this.#line.length + 1)
    this.#line = ''
    if (line === '') return this.#endEvent(onEvent)
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') this.#data.push(value)
    else if (field === 'event') this.#type = value
    return false
  }

  #endEvent(onEvent: (event: SseEvent) => boolean): boolean {
    const event = { type: this.#type === '' ? 'message' : this.#type, data: this.#data.join('\n') }
    this.#data = []
    this.#type = ''
    this.#pendingChars = 0
    if (event.data === '') return false
    this.#events += 1
    if (this.#events > MAX_EVENTS) {
      throw new LookFailure('answer_too_large', { notes: ['Its stream holds too many events.'] })
    }
    return onEvent(event)
  }
}
