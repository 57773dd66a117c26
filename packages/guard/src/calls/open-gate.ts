import { join } from 'node:path'
import { Oracle, type OracleIntervals } from '../oracle/oracle.ts'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import { aliveBeside } from '../status/status-files.ts'
import type { OwnCircuit } from './call-gate.ts'
import { Gate } from './gate.ts'
import { LockPins } from './lock-pins.ts'
import { pinnedToolsFolder } from './pinned-tools.ts'
import { Quarantine } from './quarantine.ts'
import type { SubstitutionMode } from './substitution.ts'

export interface OpenGateOptions {
  servers: readonly ConfiguredServer[]
  /** Address of the service, without a slash at the end; null: none. */
  service: string | null
  /** `x` of the key that the service must sign with; null: that of the first contact. */
  key?: string | null
  /** Where the guard keeps everything. */
  root: string
  /** The lock file; null: there is none. */
  lock: string | null
  substitution: SubstitutionMode
  circuitOf(server: ConfiguredServer): OwnCircuit
  /** A sentence for people. */
  warn(line: string): void
  intervals?: Partial<OracleIntervals>
}

export interface OpenedGate {
  gate: Gate
  oracle: Oracle | null
  /** The names of the tools that are not called, and why, for people. */
  quarantined(server: ConfiguredServer): readonly { tool: string; why: string }[]
  close(): void
}

/** The gate of all calls of this process, with what is kept up to date in the background. */
export function openGate(options: OpenGateOptions): OpenedGate {
  const { servers, service, root, lock, warn } = options
  const pins = lock === null ? null : new LockPins(lock)
  if (pins !== null && pins.fault !== null) warn(pins.fault)
  const oracle =
    service === null
      ? null
      : new Oracle({
          ...{ url: service, root, servers, warn },
          pins: pins !== null,
          key: options.key ?? null,
          intervals: options.intervals ?? {},
          siblings: () => aliveBeside(root),
        })
  const idsOf = (server: ConfiguredServer) => {
    const keys = oracle?.keysOf(server) ?? []
    return keys.flatMap((key) => oracle?.view?.servers.get(key) ?? []).map(({ facts }) => facts.id)
  }
  const quarantine = pins === null ? null : new Quarantine(pins, pinnedToolsFolder(join(root, 'pinned')), idsOf)
  oracle?.start()
  return {
    gate: new Gate({ ...options, oracle, pins, quarantine }),
    oracle,
    quarantined: (server) =>
      [...(quarantine?.differences(server) ?? [])].map(([tool]) => ({
        tool,
        why: quarantine?.reason(server, tool) ?? '',
      })),
    close: () => oracle?.stop(),
  }
}
