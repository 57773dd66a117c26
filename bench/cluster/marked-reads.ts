import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { withClient } from '../database'
import { ask } from './callers'
import type { Shown, Written } from './figures'

const WRITTEN_EVERY_MS = 500
/** Scores have one decimal, so that a thousand writes differ: eight minutes of them. */
const SCORES = 1000
const READ_EVERY_MS = 100

interface MarkedParts {
  databaseUrl(): string
  /** The processes of the API and the proxy. */
  urls: readonly string[]
  headers: Readonly<Record<string, string>>
  toolId: string
}

/** Writes of one tool's score, each another one, and what answers show of it. */
export interface MarkedReads {
  written: readonly Written[]
  shown: readonly Shown[]
  stop(): Promise<void>
}

/** Gives a tool one score after the other, as a job that rates it does, and reads it from everywhere meanwhile. */
export async function startMarkedReads({ databaseUrl, urls, headers, toolId }: MarkedParts): Promise<MarkedReads> {
  const written: Written[] = []
  const shown: Shown[] = []
  const agent = new Agent({ keepAlive: true })
  let isOpen = true
  const placeAt = async (url: string) => {
    const { status, text } = await ask(agent, url, headers, { path: `/v1/health/${toolId}` })
    return status === 200 ? Math.round((JSON.parse(text) as { score: number }).score * 10) : null
  }
  // Before all that are written.
  await withClient(databaseUrl(), (client) => client.query(SCORED, [toolId, 0]))
  for (const url of urls) while ((await placeAt(url)) !== 0) await wait(READ_EVERY_MS)
  const write = async () => {
    while (isOpen) {
      const client = new pg.Client({ connectionString: databaseUrl(), connectionTimeoutMillis: 2000 })
      client.on('error', () => undefined)
      await client.connect().then(
        () => writeUntilLost(client),
        () => wait(WRITTEN_EVERY_MS),
      )
      await client.end().catch(() => undefined)
    }
  }
  let next = 1
  const writeUntilLost = async (client: pg.Client) => {
    while (isOpen && next <= SCORES) {
      // Where the answer is lost it may be there: it is written again, and shown from then on at the latest.
      const isWritten = await client.query(SCORED, [toolId, next / 10]).then(
        () => true,
        () => false,
      )
      if (!isWritten) return
      written.push({ place: next, committedAt: performance.now() })
      next += 1
      await wait(WRITTEN_EVERY_MS)
    }
  }
  const read = async (url: string) => {
    while (isOpen) {
      const sentAt = performance.now()
      const place = await placeAt(url)
      if (place !== null) shown.push({ place, sentAt })
      await wait(READ_EVERY_MS)
    }
  }
  const all = [write(), ...urls.map(read)]
  return {
    written,
    shown,
    stop: async () => {
      isOpen = false
      await Promise.all(all)
      agent.destroy()
    },
  }
}

/** The change of the server is what processes look for. */
const SCORED = `WITH scored AS (UPDATE subjects SET score = $2 WHERE id = $1 RETURNING server_key)
  UPDATE server_states SET changed_at = clock_timestamp() FROM scored WHERE server_states.server_key = scored.server_key`
