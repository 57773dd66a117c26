import { ENCODINGS, type Encoding, encodingFor, etagIn } from './compression/encoding'

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

  /** Each encoding has other bytes and so a strong ETag of its own. */
  etagOf(encoding: Encoding): string {
    return etagIn(encoding, this.etag)
  }

  /** The best of its encodings that a request accepts; plain where it names none of them. */
  encodingFor(accepted: string | null): Encoding {
    return encodingFor(
      accepted,
      ENCODINGS.filter((encoding) => this.bodies[encoding] !== undefined),
    )
  }
}
