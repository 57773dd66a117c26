/** In characters. Shorter texts are found by accident. */
const SHORTEST = 6
/** In characters. Of a long text both ends are searched for too, as it may have been cut. */
const END_LENGTH = 32

/**
 * Every form in which a text may have been stored: as it is, in lower case, as JSON, in base64, percent-encoded, in
 * hex; its ends alike. Empty for a text that is too short.
 */
export function tracesOf(text: string): Buffer[] {
  const wellFormed = text.toWellFormed().trim()
  if (wellFormed.length < SHORTEST) return []
  const ends =
    wellFormed.length > 2 * END_LENGTH ? [wellFormed.slice(0, END_LENGTH), wellFormed.slice(-END_LENGTH)] : []
  const forms = [wellFormed, ...ends.map((end) => end.toWellFormed())].flatMap((part) => {
    const bytes = Buffer.from(part)
    return [
      part,
      part.toLowerCase(),
      JSON.stringify(part).slice(1, -1),
      encodeURIComponent(part),
      bytes.toString('hex'),
      ...base64Cores(bytes),
    ]
  })
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST).map((form) => Buffer.from(form))
}

/**
 * The base64 of the bytes at each of the three alignments in a longer text, without the groups that neighbouring bytes
 * change; in both alphabets.
 */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes])
    const whole = shifted.subarray(0, shifted.length - (shifted.length % 3))
    const core = whole.toString('base64').slice(shift === 0 ? 0 : 4)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Finds which of many byte strings occur in a buffer, in one pass over it. */
export class TraceFinder {
  /** By their first four bytes. */
  readonly #byStart = new Map<number, Buffer[]>()
  /** 1 where any trace begins with these two bytes. */
  readonly #begins = new Uint8Array(65_536)

  constructor(traces: Iterable<Buffer>) {
    for (const trace of traces) {
      const start = trace.readInt32BE(0)
      const others = this.#byStart.get(start)
      if (others === undefined) this.#byStart.set(start, [trace])
      else if (!others.some((other) => other.equals(trace))) others.push(trace)
      this.#begins[trace.readUInt16BE(0)] = 1
    }
  }

  /** The traces that occur, each once, as latin1 text so that they can be kept in a set. */
  find(bytes: Buffer): Set<string> {
    const found = new Set<string>()
    for (let at = 0; at + SHORTEST <= bytes.length; at += 1) {
      if (this.#begins[((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)] !== 1) continue
      for (const trace of this.#byStart.get(bytes.readInt32BE(at)) ?? []) {
        if (bytes.length - at >= trace.length && bytes.compare(trace, 0, trace.length, at, at + trace.length) === 0) {
          found.add(trace.toString('latin1'))
        }
      }
    }
    return found
  }
}
