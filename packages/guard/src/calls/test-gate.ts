import type { Tool } from '@modelcontextprotocol/client'
import type { AlternativeFacts, BundleView, KnownServer, ServerStateEntry } from 'assay-decide/bundle'
import type { OutcomeLine } from 'assay-hook/run/record-event'
import { serverKeySync } from 'assay-hook/setup/read-setup'
import { RecentEvents } from '../oracle/recent-events.ts'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import { Circuit } from '../upstream/circuit.ts'
import type { Definitions } from '../upstream/definitions.ts'
import { Gate, type GateOptions } from './gate.ts'

/** 2026-11-27T12:00:00Z. */
export const NOON = Date.UTC(2026, 10, 27, 12)
const minutes = (at: number) => Math.floor(at / 60_000)

export function serverNamed(name: string): ConfiguredServer {
  return {
    name,
    launch: { kind: 'http', url: `https://${name}.example/mcp`, headers: {}, transport: 'streamable-http' },
    names: [{ kind: 'url', name: `${name}.example/mcp` }],
    isLocal: false,
    silenceMs: 30_000,
  }
}

export const tool = (name: string, change: Partial<Tool> = {}): Tool => ({
  name,
  description: `What ${name} does.`,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  annotations: { readOnlyHint: true },
  ...change,
})

export function definitionsOf(...tools: Tool[]): Definitions {
  const none = { prompts: null, resources: null, resourceTemplates: null }
  const info = { serverInfo: null, capabilities: {}, instructions: null }
  return { readAt: NOON, era: 'legacy', protocolVersion: '2025-11-25', ...info, tools, ...none }
}

export const down = (at = NOON, change: Partial<ServerStateEntry> = {}): ServerStateEntry => ({
  ...{ v: 'down', since: minutes(at) - 18, until: minutes(at) + 60 },
  ...change,
})
export const healthy = (at = NOON): ServerStateEntry => ({ v: 'healthy', until: minutes(at) + 600 })

/** A gate of two servers, `files` and `barn`, with what a service says of them, and a clock of its own. */
export class TestGate {
  readonly files = serverNamed('files')
  readonly barn = serverNamed('barn')
  readonly circuits = new Map([this.files, this.barn].map((server) => [server.name, new Circuit()]))
  readonly recent = new RecentEvents(null)
  readonly outcomes: OutcomeLine[] = []
  readonly gate: Gate
  now = NOON
  view: BundleView | null = null

  constructor(options: Partial<GateOptions> = {}) {
    const view = () => this.view
    const oracle = {
      get view() {
        return view()
      },
      recent: this.recent,
      outcomes: { isOn: true, add: (line: OutcomeLine) => void this.outcomes.push(line) },
      keysOf: ({ names }: ConfiguredServer) => names.map(serverKeySync),
    }
    this.gate = new Gate({
      ...{ servers: [this.files, this.barn], oracle, pins: null, quarantine: null, substitution: 'suggest' },
      circuitOf: ({ name }) => this.circuits.get(name) ?? new Circuit(),
      now: () => this.now,
      ...options,
    })
  }

  /** Has the service say this of `files`, whose tool `read_file` has an alternative at `barn`. */
  says(
    state: ServerStateEntry | null,
    {
      barn = healthy(this.now),
      alternative = {},
    }: { barn?: ServerStateEntry; alternative?: Partial<AlternativeFacts> } = {},
  ): void {
    const one = { serverId: 'g/barn', tool: 'fetch_file', renamed: [['path', 'file']] as [string, string][] }
    const servers = [
      this.#known('files', state, { read_file: [{ ...one, ...alternative }] }),
      this.#known('barn', barn, {}),
    ]
    this.view = {
      assessedAt: this.now - 30_000,
      expiresAt: this.now + 570_000,
      servers: new Map(servers.flatMap((known) => known.facts.keys.map((key) => [key, [known]]))),
      configuredNames: new Map([
        ['g/files', 'files'],
        ['g/barn', 'barn'],
      ]),
    }
  }

  answered(server = this.files): void {
    this.circuits.get(server.name)?.completed()
    const outcome = { kind: 'answered', tool: 'read_file', isError: false, durationMs: 3, errorClass: null } as const
    this.gate.record(server, outcome)
  }

  failed(server = this.files): void {
    this.circuits.get(server.name)?.failed(this.now)
    const outcome = { kind: 'failed', tool: 'read_file', isError: true, durationMs: 3, errorClass: 'network' } as const
    this.gate.record(server, outcome)
  }

  #known(name: string, state: ServerStateEntry | null, tools: KnownServer['facts']['tools']): KnownServer {
    const keys = serverNamed(name).names.map(serverKeySync)
    return { facts: { id: `g/${name}`, title: name, keys, tools }, state, pins: null }
  }
}
