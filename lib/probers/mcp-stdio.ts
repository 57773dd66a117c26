import { discover, type Handshake, type HandshakeFailed, initialize } from './mcp/handshake'
import { findingsAfter } from './mcp/listing'
import { StepTimedOut, withinMs } from './mcp/mcp-transport'
import { type Probe, type ProbeControls, ProbeFailure, type ProtocolGeneration } from './prober'
import { StdioTransport } from './stdio/stdio-transport'

/** An older server may leave a method it does not know unanswered. */
const DISCOVER_MS = 2_000

/**
 * Probes an MCP server that is a process: `server/discover`, and after an error or no answer `initialize` on the same
 * process. Only a command of `settings.stdioCommands` is ever started, and it has ended when the probe has.
 */
export const probeMcpStdio: Probe = async (target, settings, controls) => {
  const command = settings.stdioCommands.get(target.url)
  if (command === undefined) throw new ProbeFailure('not_probeable', { notes: ['No command is configured for it.'] })
  const transport = new StdioTransport(command, settings, controls)
  try {
    const handshake = await performHandshake(transport, target.generation, controls)
    return await findingsAfter(handshake, transport, settings, controls.signal, target)
  } finally {
    await transport.close()
  }
}

async function performHandshake(
  transport: StdioTransport,
  generation: ProtocolGeneration | null,
  controls: ProbeControls,
): Promise<Handshake> {
  const startsOlder = generation === 'initialize'
  const first = startsOlder
    ? await initialize(transport, controls, controls.signal)
    : await tryDiscover(transport, controls)
  if (!('failure' in first)) return first
  const second = startsOlder
    ? await tryDiscover(transport, controls)
    : await initialize(transport, controls, controls.signal)
  if (!('failure' in second)) return second
  // The process may not have answered because it was still starting.
  const third = first.failure.reason === 'timed_out' ? await tryDiscover(transport, controls) : second
  if (!('failure' in third)) return third
  throw startsOlder ? first.failure : second.failure
}

async function tryDiscover(transport: StdioTransport, controls: ProbeControls): Promise<Handshake | HandshakeFailed> {
  try {
    return await withinMs(DISCOVER_MS, controls.signal, (signal) => discover(transport, controls, signal))
  } catch (error) {
    if (!(error instanceof StepTimedOut)) throw error
    return { failure: new ProbeFailure('timed_out', { cause: error }), isModern: false, postRefused: false }
  }
}
