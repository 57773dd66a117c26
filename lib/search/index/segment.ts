import { arrayOf, decodeArrays, encodeArrays, packStrings, unpackStrings } from './arrays'

const FORMAT = 'assay-search-segment-2'

/** The fields of a document that contain a term, a bit each. */
export const FIELDS = { name: 1, description: 2, parameters: 4, serverName: 8, serverDescription: 16 } as const

/**
 * Documents prepared for ranking: for every term the documents that contain it, and for every document the data that
 * ranking needs, in typed arrays. Immutable; about half a kilobyte a document.
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
  /**
   * Term ids of each document's name, and of the beginning of its description, each once and in order; see
   * `outline.ts`.
   */
  nameStart: Uint32Array
  nameTermIds: Uint32Array
  bodyStart: Uint32Array
  bodyTermIds: Uint32Array
  /** What each document does: 0 unknown, else 1 and up in the order of `ACTS`. */
  act: Uint8Array
  /** The country it is restricted to, by `countryNumber`; 0: none is named. */
  country: Uint8Array
  /** Term ids plus 1 of what it turns from and into; 0: it does not. */
  directionFrom: Uint32Array
  directionTo: Uint32Array
  /** Kinds of arguments its parameters take, a bit each in the order of `PARAMETER_KINDS`; 0: no schema is known. */
  parameterKinds: Uint16Array
  /** 1: a server that lists no tools. */
  isServer: Uint8Array
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
  nameStart: 'u32',
  nameTermIds: 'u32',
  bodyStart: 'u32',
  bodyTermIds: 'u32',
  act: 'u8',
  country: 'u8',
  directionFrom: 'u32',
  directionTo: 'u32',
  parameterKinds: 'u16',
  isServer: 'u8',
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
  const array = <Name extends keyof typeof ARRAYS>(name: Name) => arrayOf(arrays, name, ARRAYS[name])
  return {
    ids: strings('ids'),
    serverIds: strings('serverIds'),
    termIds,
    serverOf: array('serverOf'),
    postingStart: array('postingStart'),
    postingDocument: array('postingDocument'),
    postingImpact: array('postingImpact'),
    postingFields: array('postingFields'),
    serverNameCounts: array('serverNameCounts'),
    vectors: array('vectors'),
    serverVectors: array('serverVectors'),
    capabilityStart: array('capabilityStart'),
    capabilityDocument: array('capabilityDocument'),
    capabilityWeight: array('capabilityWeight'),
    nameTerms: array('nameTerms'),
    descriptionLength: array('descriptionLength'),
    nameStart: array('nameStart'),
    nameTermIds: array('nameTermIds'),
    bodyStart: array('bodyStart'),
    bodyTermIds: array('bodyTermIds'),
    act: array('act'),
    country: array('country'),
    directionFrom: array('directionFrom'),
    directionTo: array('directionTo'),
    parameterKinds: array('parameterKinds'),
    isServer: array('isServer'),
  }
}
