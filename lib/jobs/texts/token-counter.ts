import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { loadTokenizer } from './count-tokens'

/** Counts the tokens of texts, one call after the other. */
export interface TokenCounter {
  /** Of each text. */
  count(texts: readonly string[]): Promise<readonly number[]>
  /** Frees what it takes. */
  end(): Promise<void>
}

export type OpenTokenCounter = () => TokenCounter

/** Characters counted before other work is done: a few milliseconds. */
const CHARS_IN_A_TURN = 20_000

/** Counts on this thread: for hosts without worker threads. The tokenizer stays in memory. */
export const countHere: OpenTokenCounter = () => {
  const loading = loadTokenizer()
  return {
    count: async (texts) => {
      const countTokens = await loading
      const counts: number[] = []
      let chars = 0
      for (const text of texts) {
        chars += text.length
        if (chars >= CHARS_IN_A_TURN) {
          chars = 0
          await nextEventLoopTurn()
        }
        counts.push(countTokens(text))
      }
      return counts
    },
    end: async () => undefined,
  }
}
