import { discover, type Greeting, initialize, type NotGreeted } from './handshake'
import { findingsAfter } from './listing'
import { type Era, type LookAid, LookFailure, type Probe } from './prober'
import { StdioWire } from './stdio-wire'
import { Silence, withinMs } from './wire'

/** An older server may leave a method it does not know unanswered. */
const DISCOVER_MS = 2_000

/**
 * Looks at an MCP server that is a process: `server/discover`, and after an error or silence `initialize` on the same
 * process. Only a command of `settings.stdioCommands` is ever started, and it has ended when the look has.
 */
export const probeMcpStdio: Probe = async (target, settings, aid) => {
  const command = settings.stdioCommands.get(target.url)
  if (command === undefined) throw new LookFailure('not_probeable', { notes: ['No command is configured for it.'] })
  const wire = new StdioWire(command, settings, aid)
  try {
    const greeting = await greet(wire, target.era, aid)
    return await findingsAfter(greeting, wire, settings, aid.signal)
  } finally {
    await wire.close()
  }
}

async function greet(wire: StdioWire, era: Era | null, aid: LookAid): Promise<Greeting> {
  const startsOlder = era === 'initialize'
  const first = startsOlder ? await initialize(wire, aid, aid.signal) : await tryDiscover(wire, aid)
  if (!('failure' in first)) return first
  const second = startsOlder ? await tryDiscover(wire, aid) : await initialize(wire, aid, aid.signal)
  if (!('failure' in second)) return second
  // Silence may only have meant that the process was still starting.
  const third = first.failure.reason === 'timed_out' ? await tryDiscover(wire, aid) : second
  if (!('failure' in third)) return third
  throw startsOlder ? first.failure : second.failure
}

async function tryDiscover(wire: StdioWire, aid: LookAid): Promise<Greeting | NotGreeted> {
  try {
    return await withinMs(DISCOVER_MS, aid.signal, (signal) => discover(wire, aid, signal))
  } catch (error) {
    if (!(error instanceof Silence)) throw error
    return { failure: new LookFailure('timed_out', { cause: error }), isModern: false, postRefused: false }
  }
}
