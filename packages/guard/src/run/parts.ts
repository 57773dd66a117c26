import { join } from 'node:path'
import { writeAll } from 'assay-hook/run/standard-streams'
import { serviceAddress, stateRoot } from 'assay-hook/state/state-folder'
import type { HttpFrontOptions } from '../agent/http-front.ts'
import type { CallGate } from '../calls/call-gate.ts'
import { openGate } from '../calls/open-gate.ts'
import { type Surroundings, WrongUse } from '../command-types.ts'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import { pageHandler } from '../status/page-server.ts'
import { ServerProcesses } from '../status/server-processes.ts'
import { StatusFile } from '../status/status-file.ts'
import { Circuit } from '../upstream/circuit.ts'
import { definitionsFolder } from '../upstream/definitions-store.ts'
import { openUpstream } from '../upstream/open-upstream.ts'
import type { OpenUpstream } from '../upstream/upstream.ts'
import { findLock } from './find-lock.ts'
import type { RunOptions } from './run-options.ts'

/** What all sessions of a process share. */
export interface Parts {
  servers: readonly ConfiguredServer[]
  openUpstream: OpenUpstream
  gate: CallGate
  page: NonNullable<HttpFrontOptions['otherwise']>
  close(): Promise<void>
}

export function openParts(options: RunOptions, { machine, cwd }: Surroundings): Parts {
  const { servers } = options
  const root = stateRoot(machine, 'assay-guard')
  const store = definitionsFolder(join(root, 'definitions'))
  const circuits = new Map(servers.map((server) => [server, new Circuit()]))
  const circuitOf = (server: ConfiguredServer) => circuits.get(server) ?? new Circuit()
  const opened = openGate({
    ...{ servers, root, circuitOf },
    service: serviceOf(options),
    lock: options.lock ?? findLock(options.config, cwd),
    key: options.key ?? null,
    substitution: options.substitute,
    warn: (line) => writeAll(2, `assay-guard: ${line}\n`),
  })
  const processes = new ServerProcesses()
  const status = new StatusFile({ root, servers, opened, circuitOf, processOf: (server) => processes.of(server) })
  return {
    servers,
    gate: opened.gate,
    openUpstream: processes.observing((server, events, agent) => {
      const onHandshake = () => opened.gate.recordHandshake(server)
      return openUpstream(server, events, agent, { store, circuit: circuitOf(server), onHandshake })
    }),
    page: pageHandler(() => [status.status]),
    close: async () => {
      opened.close()
      status.close()
    },
  }
}

/** Throws `WrongUse` where what is named is no address. */
function serviceOf({ service }: RunOptions): string | null {
  if (service === undefined || service === '' || service === 'off') return null
  const address = serviceAddress(service)
  if (address === null) throw new WrongUse(`--service and ASSAY_URL are an address, or off: ${JSON.stringify(service)}`)
  return address
}
