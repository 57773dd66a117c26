import { arrayOf, decodeArrays, encodeArrays, packStrings, unpackStrings } from './arrays'

const FORMAT = 'assay-search-segment-1'

/** The fields of a document that contain a term, a bit each. */
export const FIELDS = { name: 1, description: 2, parameters: 4, serverName: 8, serverDescription: 16 } as const

/**
 * Documents prepared for ranking: for every term the documents that contain it, and for every document the data that ranking needs, in typed
 * arrays. Immutable; about half a kilobyte a document.
 */
export interface Segment {
  ids: readonly string[]
  /** Ordinal of each document's server, and the ids of the servers. */
  serverOf: Uint32Array
  serverIds: readonly string[]
  termIds: ReadonlyMap<string, number>
  /** `postings[postingStart[t] .. postingStart[t + 1]]` are the documents of term `t`, ascending. */
  postingStart: Uint32Array
  postingDocument: Uint32Array
  /** The BM25 value of the term in the document, before rarity, in 255ths of its most. */
  postingImpact: Uint8Array
  postingFields: Uint8Array
  /** In how many servers' names each term occurs. */
  serverNameCounts: Uint32Array
  /** The meaning vectors of documents and of servers: `DIMENSIONS` numbers each, in 127ths. */
  vectors: Int8Array
  serverVectors: Int8Array
  /** Capabilities of the thesaurus: the documents of each, and its weight in each, in 255ths. */
  capabilityStart: Uint32Array
  capabilityDocument: Uint32Array
  capabilityWeight: Uint8Array
  /** Distinct terms in each document's name, and words in its description (up to 65,535). */
  nameTerms: Uint8Array
  descriptionLength: Uint16Array
}

const ARRAYS = {
  serverOf: 'u32',
  postingStart: 'u32',
  postingDocument: 'u32',
  postingImpact: 'u8',
  postingFields: 'u8',
  serverNameCounts: 'u32',
  vectors: 'i8',
  serverVectors: 'i8',
  capabilityStart: 'u32',
  capabilityDocument: 'u32',
  capabilityWeight: 'u8',
  nameTerms: 'u8',
  descriptionLength: 'u16',
} as const

export function encodeSegment(segment: Segment): Uint8Array {
  const arrays = Object.fromEntries(
    (Object.keys(ARRAYS) as (keyof typeof ARRAYS)[]).map((name) => [name, segment[name]]),
  )
  return encodeArrays(FORMAT, null, {
    ids: packStrings(segment.ids),
    serverIds: packStrings(segment.serverIds),
    terms: packStrings([...segment.termIds.keys()]),
    ...arrays,
  })
}

/** Throws when the bytes are no segment of this version. The arrays view the bytes. */
export function decodeSegment(bytes: Uint8Array): Segment {
  const { arrays } = decodeArrays(FORMAT, bytes)
  const strings = (name: string) => unpackStrings(arrayOf(arrays, name, 'u8'))
  const termIds = new Map<string, number>()
  for (const [id, term] of strings('terms').entries()) termIds.set(term, id)
  return {
    ids: strings('ids'),
    serverIds: strings('serverIds'),
    termIds,
    serverOf: arrayOf(arrays, 'serverOf', 'u32'),
    postingStart: arrayOf(arrays, 'postingStart', 'u32'),
    postingDocument: arrayOf(arrays, 'postingDocument', 'u32'),
    postingImpact: arrayOf(arrays, 'postingImpact', 'u8'),
    postingFields: arrayOf(arrays, 'postingFields', 'u8'),
    serverNameCounts: arrayOf(arrays, 'serverNameCounts', 'u32'),
    vectors: arrayOf(arrays, 'vectors', 'i8'),
    serverVectors: arrayOf(arrays, 'serverVectors', 'i8'),
    capabilityStart: arrayOf(arrays, 'capabilityStart', 'u32'),
    capabilityDocument: arrayOf(arrays, 'capabilityDocument', 'u32'),
    capabilityWeight: arrayOf(arrays, 'capabilityWeight', 'u8'),
    nameTerms: arrayOf(arrays, 'nameTerms', 'u8'),
    descriptionLength: arrayOf(arrays, 'descriptionLength', 'u16'),
  }
}
