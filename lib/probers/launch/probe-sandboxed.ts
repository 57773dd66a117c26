import type { FileHandle } from 'node:fs/promises'
import type { ProcessCommand } from '../../core/catalog/process-command'
import { toProbeFailure } from '../failures'
import { withinMs } from '../mcp/mcp-transport'
import { probeProcess } from '../mcp-stdio'
import {
  type Findings,
  type LaunchSettings,
  NOTHING_FOUND,
  type ProbeControls,
  type ProbeFailure,
  type ProbeSettings,
  type ProbeTarget,
} from '../prober'
import { type ProcessEnd, StdioTransport } from '../stdio/stdio-transport'
import type { MemoryGroup } from './memory/memory-group'
import { MemoryExceeded, withinMemory } from './memory-bound'
import { firstChildOf, hasEnded, listensOnPort, openNetworkCounters, triedNetwork } from './process-tree'
import { type Lacking, lackingIn } from './startup-text'

/** Of stderr; the end is kept. */
const MOST_STDERR_CHARS = 16_000

/** The command of a sandbox, and the cgroup that it enters. */
export interface SandboxStart {
  command: ProcessCommand
  group: MemoryGroup | null
}

/** Starts a program in a sandbox, asks for its tools, and ends it with everything it started. */
export async function probeSandboxed(
  { command, group }: SandboxStart,
  target: ProbeTarget,
  settings: ProbeSettings,
  launch: LaunchSettings,
  controls: ProbeControls,
): Promise<Findings> {
  let stderr = ''
  const transport = new StdioTransport(command, settings, controls, (piece) => {
    stderr = (stderr + piece.toString('latin1')).slice(-MOST_STDERR_CHARS)
  })
  const over = new AbortController()
  let firstPid: number | undefined
  let counters: FileHandle | undefined
  const finding = firstChildOf(transport.pid, over.signal).then(async (pid) => {
    firstPid = pid
    counters = pid === undefined ? undefined : await openNetworkCounters(pid)
  })
  const hasTriedNetwork = async () => counters !== undefined && (await triedNetwork(counters))
  try {
    const findings = await withinMemory(transport.pid, launch.memoryBytes, controls.signal, (bounded) =>
      withinMs(launch.answerMs, bounded, (signal) =>
        probeProcess(transport, target, settings, { ...controls, signal }),
      ),
    )
    if (findings.reason === 'answered') return { ...findings, reason: 'started' }
    return { ...findings, ...(await explained(findings, transport.end, stderr, hasTriedNetwork)) }
  } catch (error) {
    const failure = toProbeFailure(error)
    if (error instanceof MemoryExceeded || (await group?.wasExceeded())) {
      return { ...NOTHING_FOUND, reason: 'process_failed', notes: ['It used more memory than allowed.'] }
    }
    if (failure === null || controls.signal.aborted) throw error
    if (failure.reason === 'timed_out') return { ...NOTHING_FOUND, ...(await whySilent(firstPid, hasTriedNetwork)) }
    return { ...NOTHING_FOUND, ...(await explained(failure, transport.end, stderr, hasTriedNetwork)) }
  } finally {
    await transport.close()
    over.abort()
    await finding
    await counters?.close()
    await hasEnded(firstPid)
  }
}

type Explained = Pick<Findings, 'reason' | 'notes'>

const LACKING: Record<Lacking, Explained> = {
  credentials: { reason: 'start_needs_credentials', notes: [] },
  // What our sandbox does not give says nothing about the package.
  network: { reason: 'launch_unavailable', notes: ['It asked for the network, which the sandbox does not give.'] },
  arguments: {
    reason: 'launch_unavailable',
    notes: ['It asked for arguments or a configuration, which are not known.'],
  },
  program: { reason: 'launch_unavailable', notes: ['It asked for a program that the sandbox does not have.'] },
}

/**
 * A process that ended, or answered with an error, has often written why; what the sandbox kept from it may be the
 * cause where it has not.
 */
async function explained(
  { reason, notes }: Explained | ProbeFailure,
  end: ProcessEnd | null,
  stderr: string,
  hasTriedNetwork: () => Promise<boolean>,
): Promise<Explained> {
  const known = { reason, notes: [...notes] }
  if (reason !== 'process_failed' && reason !== 'protocol_error') return known
  const lacking = lackingIn(stderr)
  if (lacking !== null) return { ...LACKING[lacking] }
  if (reason !== 'process_failed') return known
  if (await hasTriedNetwork()) return { ...LACKING.network }
  return { reason, notes: [...notes, howItEnded(end)] }
}

/** A process that runs and does not answer may speak on a port, or wait for what the sandbox does not give. */
async function whySilent(pid: number | undefined, hasTriedNetwork: () => Promise<boolean>): Promise<Explained> {
  if (pid !== undefined && (await listensOnPort(pid))) {
    return { reason: 'launch_unavailable', notes: ['It listens on a port instead of its standard input.'] }
  }
  if (await hasTriedNetwork()) return { ...LACKING.network }
  return { reason: 'timed_out', notes: [] }
}

function howItEnded(end: ProcessEnd | null): string {
  if (end === null) return 'It closed its output.'
  if (end.signal !== null) return `It was ended by ${end.signal} before it had answered.`
  return `It ended with code ${end.code} before it had answered.`
}
