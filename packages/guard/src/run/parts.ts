import { join } from 'node:path'
import { stateRoot } from 'assay-hook/state/state-folder'
import type { HttpFrontOptions } from '../agent/http-front.ts'
import type { CallGate } from '../calls/call-gate.ts'
import type { Surroundings } from '../command-types.ts'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import { Circuit } from '../upstream/circuit.ts'
import { definitionsFolder } from '../upstream/definitions-store.ts'
import { openUpstream } from '../upstream/open-upstream.ts'
import type { OpenUpstream } from '../upstream/upstream.ts'
import type { RunOptions } from './run-options.ts'

/** What all sessions of a process share. */
export interface Parts {
  servers: readonly ConfiguredServer[]
  openUpstream: OpenUpstream
  gate: CallGate
  page: NonNullable<HttpFrontOptions['otherwise']>
  close(): Promise<void>
}

export function openParts({ servers }: RunOptions, { machine }: Surroundings): Parts {
  const store = definitionsFolder(join(stateRoot(machine, 'assay-guard'), 'definitions'))
  const circuits = new Map(servers.map((server) => [server, new Circuit()]))
  return {
    servers,
    gate: ungated,
    openUpstream: (server, events, agent) => {
      const circuit = circuits.get(server) ?? new Circuit()
      return openUpstream(server, events, agent, { store, circuit, onHandshake: () => ungated.recordHandshake(server) })
    },
    page: () => false,
    close: async () => undefined,
  }
}

/** Lets everything through. */
const ungated: CallGate = {
  refusal: () => null,
  record: () => undefined,
  recordHandshake: () => undefined,
  failureText: (_server, _tool, _args, { message }) => message,
  substitute: () => null,
  listedTools: (_server, { tools }) => tools ?? [],
}
