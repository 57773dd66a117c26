import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { sortedFlags } from '../../core/declarations/declarations'
import { flaggedTexts } from '../../core/declarations/unsafe-texts'
import { isHostile } from '../../core/text/text-flags'
import { refreshUnsafeTextsOf } from '../../store/breakages/open-changes'
import type { Database } from '../../store/database'
import { findServerTexts, listUnmeasuredServers, recordServerTexts } from '../../store/declarations/server-texts'
import { findUnsafeTexts, textOfTool } from '../../store/declarations/unsafe-texts'
import { definitionText, TOKENIZER } from '../texts/count-tokens'
import { countHere, type OpenTokenCounter, type TokenCounter } from '../texts/token-counter'
import { withLease } from '../with-lease'

/** Servers whose texts are measured in one run: the rest are left to the next, so that the job ends within a minute. */
const MOST_IN_A_RUN = 2_000
const CHUNK = 100
/** Characters measured before other work is done: a few milliseconds. */
const CHARS_IN_A_TURN = 20_000

/**
 * Measures the texts of servers that changed: flags of hostile text, and the tokens that each tool takes. One process
 * at a time.
 */
export async function measureTexts(
  db: Database,
  clock: () => Date,
  signal: AbortSignal,
  openCounter: OpenTokenCounter = countHere,
): Promise<{ servers: number }> {
  // Looked up before the lease: in nearly every run nothing changed.
  if ((await listUnmeasuredServers(db, 1)).length === 0) return { servers: 0 }
  const servers = await withLease(db, clock, 'texts', async () => {
    const counter = openCounter()
    try {
      let measured = 0
      while (measured < MOST_IN_A_RUN && !signal.aborted) {
        const keys = await listUnmeasuredServers(db, CHUNK)
        for (const key of keys) await measureServer(db, key, counter, clock())
        measured += keys.length
        if (keys.length < CHUNK) break
      }
      return measured
    } finally {
      await counter.end()
    }
  })
  return { servers: servers ?? 0 }
}

async function measureServer(db: Database, serverKey: number, counter: TokenCounter, now: Date): Promise<void> {
  const found = await findServerTexts(db, serverKey)
  if (found === undefined) return
  const turns = openTurns()
  const uncounted = found.tools.filter(({ tokens }) => tokens === null)
  const counts = await counter.count(uncounted.map(definitionText))
  const tokensOf = new Map(uncounted.map(({ id }, at) => [id, counts[at] ?? 0]))
  const flags = flaggedTexts('description', null, found.description)
  const counted: { id: string; contentHash: string; tokens: number }[] = []
  let total = 0
  for (const { id, contentHash, tokens: known, ...tool } of found.tools) {
    const text = textOfTool(tool)
    await turns.spend(text.length)
    const tokens = known ?? tokensOf.get(id) ?? 0
    if (known === null) counted.push({ id, contentHash, tokens })
    total += tokens
    flags.push(...flaggedTexts('tool', tool.name, text))
  }
  const { contentHash } = found
  const measured = { contentHash, flags: sortedFlags(flags), tokens: total, tokenizer: TOKENIZER, measuredAt: now }
  await recordServerTexts(db, { serverKey, ...measured, counted })
  // Texts are judged when they are recorded; those of an older version, whose flags were others, here.
  const hasHostile = flags.some(({ flag }) => isHostile(flag))
  if (hasHostile || (await findUnsafeTexts(db, serverKey)) !== undefined)
    await refreshUnsafeTextsOf(db, serverKey, hasHostile)
}

function openTurns() {
  let chars = 0
  return {
    async spend(length: number): Promise<void> {
      chars += length
      if (chars < CHARS_IN_A_TURN) return
      chars = 0
      await nextEventLoopTurn()
    },
  }
}
