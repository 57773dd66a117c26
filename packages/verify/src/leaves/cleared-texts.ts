/** Texts of a server that are cleared at the same time, the newest: those that were cleared before count again. */
export const MOST_CLEARED = 100

/** The document of a leaf `unsafe_texts`: which texts were cleared, or are not cleared any more. */
export interface ClearedTexts {
  /** Of the server. */
  id: string
  /** Their digests, in order. */
  texts: readonly string[]
}
