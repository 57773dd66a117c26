/** Encodings an answer may be prepared in, the best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** An answer that its operation has already written as JSON. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** One JSON object with the members of two, neither of which is empty. */
export function joinObjects(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`
}

/** An answer whose bytes were made in advance: sent as it is, in the best encoding the caller accepts. */
export class Prepared {
  constructor(
    /** The strong ETag of its plain bytes, quotes included. */
    readonly etag: string,
    readonly bodies: Readonly<{ identity: Uint8Array } & Partial<Record<Encoding, Uint8Array>>>,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** Each encoding has other bytes and so a strong ETag of its own (RFC 9110, 8.8.3). */
  etagOf(encoding: Encoding): string {
    return encoding === 'identity' ? this.etag : this.etag.replace(/"$/, `-${encoding}"`)
  }

  /** The best of its encodings that a request accepts (RFC 9110, 12.5.3); plain where it names none of them. */
  encodingFor(accepted: string | null): Encoding {
    const weights = weightsOf(accepted ?? '')
    const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
    const taken = ENCODINGS.filter((encoding) => encoding !== 'identity' && this.bodies[encoding] !== undefined)
    return taken.filter((encoding) => weightOf(encoding) > 0).sort((a, b) => weightOf(b) - weightOf(a))[0] ?? 'identity'
  }
}

function weightsOf(accepted: string): Map<string, number> {
  const entries = accepted.split(',').map((entry): [string, number] => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
  })
  return new Map(entries)
}
