import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from 'assay-hook/message-of'
import { writeAll } from 'assay-hook/run/standard-streams'
import { serviceAddress, stateRoot } from 'assay-hook/state/state-folder'
import type { HttpFrontOptions } from '../agent/fronts/http-front.ts'
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
  const state = stateOf(machine)
  const { root } = state
  const store = definitionsFolder(join(root, 'definitions'))
  const circuits = new Map(servers.map((server) => [server, new Circuit()]))
  const circuitOf = (server: ConfiguredServer) => circuits.get(server) ?? new Circuit()
  const opened = openGate({
    ...{ servers, root, circuitOf },
    service: serviceOf(options),
    lock: options.lock ?? findLock(options.config, cwd),
    key: options.key ?? null,
    substitution: options.substitute,
    warn,
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
      state.forget()
    },
  }
}

const warn = (line: string) => writeAll(2, `assay-guard: ${line}\n`)

/** Where everything is kept; where nothing can be kept safely, for as long as this process runs. */
function stateOf(machine: Surroundings['machine']): { root: string; forget(): void } {
  try {
    return { root: stateRoot(machine, 'assay-guard'), forget: () => undefined }
  } catch (error) {
    warn(messageOf(error))
    const root = mkdtempSync(join(tmpdir(), 'assay-guard-'))
    return { root, forget: () => rmSync(root, { recursive: true, force: true }) }
  }
}

/** Throws `WrongUse` where what is named is no address. */
function serviceOf({ service }: RunOptions): string | null {
  if (service === undefined || service === '' || service === 'off') return null
  const address = serviceAddress(service)
  if (address === null) throw new WrongUse(`--service and ASSAY_URL are an address, or off: ${JSON.stringify(service)}`)
  return address
}
