/** The arrays a binary file may contain. */
export type TypedArray = Int8Array | Uint8Array | Uint16Array | Uint32Array | Float32Array
type ArrayKind = 'i8' | 'u8' | 'u16' | 'u32' | 'f32'

interface ArrayHeader {
  kind: ArrayKind
  length: number
}
interface Header {
  format: string
  meta: unknown
  arrays: Record<string, ArrayHeader>
}

const CONSTRUCTORS = { i8: Int8Array, u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array } as const
const ALIGNMENT = 8
const LENGTH_BYTES = 4

/**
 * One block of bytes: the length of the header, the header as JSON, then each array, aligned so that a reader can view
 * them in place. Numbers are little-endian, as on every machine this runs on.
 */
export function encodeArrays(format: string, meta: unknown, arrays: Readonly<Record<string, TypedArray>>): Uint8Array {
  const entries = Object.entries(arrays)
  const header: Header = {
    format,
    meta,
    arrays: Object.fromEntries(entries.map(([name, array]) => [name, { kind: kindOf(array), length: array.length }])),
  }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const start = aligned(LENGTH_BYTES + text.length)
  const bytes = new Uint8Array(entries.reduce((total, [, array]) => total + aligned(array.byteLength), start))
  new DataView(bytes.buffer).setUint32(0, text.length, true)
  bytes.set(text, LENGTH_BYTES)
  let at = start
  for (const [, array] of entries) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    at += aligned(array.byteLength)
  }
  return bytes
}

/**
 * Decodes what `encodeArrays` wrote. The arrays view `bytes`; nothing is copied unless `bytes` itself is not aligned.
 * Throws on another format.
 */
export function decodeArrays(
  format: string,
  given: Uint8Array,
): { meta: unknown; arrays: ReadonlyMap<string, TypedArray> } {
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : given.slice()
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const header = JSON.parse(
    new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length)),
  ) as Partial<Header>
  if (header.format !== format || header.arrays === undefined)
    throw new Error(`expected ${format}, found ${header.format}`)
  const arrays = new Map<string, TypedArray>()
  let at = bytes.byteOffset + aligned(LENGTH_BYTES + length)
  for (const [name, { kind, length: count }] of Object.entries(header.arrays)) {
    const array = new CONSTRUCTORS[kind](bytes.buffer as ArrayBuffer, at, count)
    arrays.set(name, array)
    at += aligned(array.byteLength)
  }
  return { meta: header.meta, arrays }
}

/** The array of that name and kind; throws when the file has none, because the file is of another version. */
export function arrayOf<Kind extends ArrayKind>(
  arrays: ReadonlyMap<string, TypedArray>,
  name: string,
  kind: Kind,
): InstanceType<(typeof CONSTRUCTORS)[Kind]> {
  const array = arrays.get(name)
  if (!(array instanceof CONSTRUCTORS[kind])) throw new Error(`no array ${name} of ${kind}`)
  return array as InstanceType<(typeof CONSTRUCTORS)[Kind]>
}

/** Strings as bytes, each ended by a NUL; strings contain no NUL. */
export function packStrings(strings: readonly string[]): Uint8Array {
  return new TextEncoder().encode(strings.join('\0'))
}

export function unpackStrings(bytes: Uint8Array): string[] {
  return bytes.length === 0 ? [] : new TextDecoder().decode(bytes).split('\0')
}

function kindOf(array: TypedArray): ArrayKind {
  const kinds = Object.keys(CONSTRUCTORS) as ArrayKind[]
  const kind = kinds.find((candidate) => array instanceof CONSTRUCTORS[candidate])
  if (kind === undefined) throw new Error('not an array that can be written')
  return kind
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
}
