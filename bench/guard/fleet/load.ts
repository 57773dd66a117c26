import type { CallToolResult } from '@modelcontextprotocol/client'
import { randomFrom } from '../../../training/random'
import { DOMAIN_ERROR, NO_TOOL, PONG } from './description.mjs'
import type { Fleet } from './fleet'
import type { Host } from './host'
import { declaredAt, type PlannedServer } from './plan'

/** Between two calls of one server. */
const CALL_EVERY_MS = 1000
const SAMPLE_EVERY_MS = 500
/** A failure so soon is one without asking the server, or of a connection that is known to be lost. */
const REFUSED_WITHIN_MS = 100

/**
 * What became of a moment at which the agent calls a server. `answered`: by the server, whatever it says. `refused`:
 * ended at once without its answer. `failed`: ended later without it. `waiting`: it still waits for a call before.
 * `unlisted`: it is offered no tool of it. `pending`: not ended when the measurement ended.
 */
export type CallEnd = 'answered' | 'refused' | 'failed' | 'waiting' | 'unlisted' | 'pending'

export interface Call {
  server: PlannedServer
  /** Seconds of the timetable at which it began. */
  at: number
  ms: number
  end: CallEnd
  text: string
}

/** The list that an agent was offered, beside what the servers declare then. */
export interface ListSample {
  at: number
  offered: number
  declared: number
  /** Offered and declared. */
  right: number
  /** Declared and offered before, and not now; as `server tool`. */
  vanished: readonly string[]
}

export interface Load {
  calls: Call[]
  lists: ListSample[]
  /** Ends the load; what has not ended is `pending`. */
  stop(): void
}

/** Calls every server once a second, the first tool of it that the host offers, each at a moment of its own. */
export function startLoad(host: Host, { servers, seconds }: Fleet): Load {
  const [calls, lists]: [Call[], ListSample[]] = [[], []]
  const random = randomFrom(2)
  const timers: NodeJS.Timeout[] = []
  for (const server of servers) {
    const call = callerOf(host, server, seconds, calls)
    timers.push(setTimeout(() => timers.push(setInterval(call, CALL_EVERY_MS)), random() * CALL_EVERY_MS))
  }
  const seen = new Set<string>()
  timers.push(setInterval(() => lists.push(sampleOf(host, servers, seconds(), seen)), SAMPLE_EVERY_MS))
  return {
    calls,
    lists,
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
      for (const call of calls) if (call.end === 'pending') call.ms = (seconds() - call.at) * 1000
    },
  }
}

function callerOf(host: Host, server: PlannedServer, seconds: () => number, calls: Call[]) {
  let isWaiting = false
  return () => {
    const call: Call = { server, at: seconds(), ms: 0, end: 'pending', text: '' }
    calls.push(call)
    const tool = host.offered().get(server.name)?.[0]
    if (isWaiting) call.end = 'waiting'
    else if (tool === undefined) call.end = 'unlisted'
    else {
      isWaiting = true
      const beganAt = performance.now()
      endOf(host.call(server, tool)).then(({ end, text }) => {
        isWaiting = false
        const ms = performance.now() - beganAt
        Object.assign(call, { ms, end: end === 'failed' && ms < REFUSED_WITHIN_MS ? 'refused' : end, text })
      }, console.error)
    }
  }
}

async function endOf(called: Promise<CallToolResult>): Promise<Pick<Call, 'end' | 'text'>> {
  try {
    const { content } = await called
    const text = content.map((block) => (block.type === 'text' ? block.text : block.type)).join(' ')
    return { end: text.startsWith(PONG) || text === DOMAIN_ERROR ? 'answered' : 'failed', text }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { end: text.includes(DOMAIN_ERROR) || text.includes(NO_TOOL) ? 'answered' : 'failed', text }
  }
}

/** `seen` gains what is offered. */
function sampleOf(host: Host, servers: readonly PlannedServer[], at: number, seen: Set<string>): ListSample {
  const offered = new Set([...host.offered()].flatMap(([server, tools]) => tools.map((tool) => `${server} ${tool}`)))
  const declared = servers.flatMap((server) => declaredAt(server, at).map((tool) => `${server.name} ${tool}`))
  const vanished = declared.filter((tool) => seen.has(tool) && !offered.has(tool))
  for (const tool of offered) seen.add(tool)
  const right = declared.filter((tool) => offered.has(tool)).length
  return { at, offered: offered.size, declared: declared.length, right, vanished }
}
