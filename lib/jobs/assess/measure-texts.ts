import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { type FlaggedText, sortedFlags } from '../../core/declarations/declarations'
import { textFlags } from '../../core/text/text-flags'
import type { Database } from '../../store/database'
import { findServerTexts, listUnmeasuredServers, recordServerTexts } from '../../store/declarations/server-texts'
import { type CountTokens, definitionText, loadTokenizer, TOKENIZER } from '../texts/count-tokens'
import { withLease } from '../with-lease'

/** Servers whose texts are measured in one run: the rest are left to the next, so that the job ends within a minute. */
const MOST_IN_A_RUN = 2_000
const CHUNK = 100
/** Characters measured before other work is done: a few milliseconds. */
const CHARS_IN_A_TURN = 20_000

/** Measures the texts of servers that changed: flags of hostile text, and the tokens that each tool takes. One process at a time. */
export async function measureTexts(db: Database, clock: () => Date, signal: AbortSignal): Promise<{ servers: number }> {
  // Looked up before the lease: in nearly every run nothing changed.
  if ((await listUnmeasuredServers(db, 1)).length === 0) return { servers: 0 }
  const servers = await withLease(db, clock, 'texts', async () => {
    const countTokens = await loadTokenizer()
    let measured = 0
    while (measured < MOST_IN_A_RUN && !signal.aborted) {
      const keys = await listUnmeasuredServers(db, CHUNK)
      for (const key of keys) await measureServer(db, key, countTokens, clock())
      measured += keys.length
      if (keys.length < CHUNK) break
    }
    return measured
  })
  return { servers: servers ?? 0 }
}

async function measureServer(db: Database, serverKey: number, countTokens: CountTokens, now: Date): Promise<void> {
  const found = await findServerTexts(db, serverKey)
  if (found === undefined) return
  const turns = openTurns()
  const flags: FlaggedText[] = textFlags(found.description).map((flag) => ({ flag, part: 'description', name: null }))
  const counted: { id: string; contentHash: string; tokens: number }[] = []
  let total = 0
  for (const { id, contentHash, tokens: known, ...tool } of found.tools) {
    const text = definitionText(tool)
    await turns.spend(text.length)
    const tokens = known ?? countTokens(text)
    if (known === null) counted.push({ id, contentHash, tokens })
    total += tokens
    const texts = `${tool.title ?? ''}\n${tool.description}`
    flags.push(...textFlags(texts).map((flag) => ({ flag, part: 'tool' as const, name: tool.name })))
  }
  const { contentHash } = found
  const measured = { contentHash, flags: sortedFlags(flags), tokens: total, tokenizer: TOKENIZER, measuredAt: now }
  await recordServerTexts(db, { serverKey, ...measured, counted })
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
