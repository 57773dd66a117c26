import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { randomFrom } from '../../training/random'
import { round } from '../bench'

/** Requests of one kind: of a hundred so many, each with one of the paths and, where there are bodies, one of these. */
export interface CalledKind {
  kind: string
  share: number
  paths: readonly string[]
  bodies?: readonly string[]
}

export interface Calls {
  url: string
  callers: number
  seconds: number
  kinds: readonly CalledKind[]
}

/** `byStatus`: answers by their status; `none` counts requests without one. */
export interface Called {
  rps: number
  kinds: Record<string, { answers: number; p50Ms: number; p99Ms: number; byStatus: Record<string, number> }>
}

/** Runs as a process of its own: `load-callers.ts FILE` makes the calls that the file describes, and prints it all. */
const calls: Calls = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
console.log(JSON.stringify(await make(calls)))

interface Counted {
  latencies: RecordableHistogram
  byStatus: Record<string, number>
}

async function make({ url, callers, seconds, kinds }: Calls): Promise<Called> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const turns = kinds.flatMap((kind) => Array<CalledKind>(kind.share).fill(kind))
  const counted = new Map(kinds.map(({ kind }) => [kind, { latencies: createHistogram(), byStatus: {} } as Counted]))
  const endsAt = performance.now() + seconds * 1000
  const beganAt = performance.now()
  const caller = async (nth: number) => {
    const random = randomFrom(nth + 1)
    const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
    while (performance.now() < endsAt) {
      const { kind, paths, bodies } = oneOf(turns)
      const { latencies, byStatus } = counted.get(kind) as Counted
      const sentAt = performance.now()
      const status = await call(agent, url + oneOf(paths), bodies === undefined ? undefined : oneOf(bodies))
      latencies.record(Math.max(1, Math.round((performance.now() - sentAt) * 1e6)))
      byStatus[status] = (byStatus[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, nth) => caller(nth)))
  const elapsed = (performance.now() - beganAt) / 1000
  agent.destroy()
  const all = [...counted].map(([kind, { latencies, byStatus }]) => {
    const ms = (percentile: number) => round(latencies.percentile(percentile) / 1e6, 1)
    return [kind, { answers: latencies.count, p50Ms: ms(50), p99Ms: ms(99), byStatus }] as const
  })
  return {
    rps: Math.round(all.reduce((sum, [, { answers }]) => sum + answers, 0) / elapsed),
    kinds: Object.fromEntries(all),
  }
}

/** The status of the answer, once all of it is there; `none`: there was none. */
function call(agent: Agent, address: string, body: string | undefined): Promise<string> {
  const headers = { 'accept-encoding': 'gzip', ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  return new Promise((resolve) => {
    const sent = request(address, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.on('end', () => resolve(String(response.statusCode)))
      response.on('error', () => resolve('none'))
      response.resume()
    })
    sent.on('error', () => resolve('none'))
    sent.end(body)
  })
}
