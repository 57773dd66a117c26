import type { BundleView, KnownServer } from 'assay-decide/bundle'
import { decide } from 'assay-decide/decide'
import type { Decision, RecentEvent, ToolCall } from 'assay-decide/decision'
import { DEFAULT_POLICY, type Policy } from 'assay-decide/policy'
import type { Oracle } from '../oracle/oracle.ts'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Members } from '../upstream/upstream.ts'
import type { CallOutcome } from './call-gate.ts'
import type { LockPins } from './lock-pins.ts'
import type { Quarantine } from './quarantine.ts'

/** What of the oracle calls are decided by. */
export interface Deciding extends Pick<Oracle, 'view' | 'keysOf'> {
  recent: Pick<Oracle['recent'], 'of' | 'add' | 'readOthers' | 'takeTrial'>
  outcomes: Pick<Oracle['outcomes'], 'isOn' | 'add'>
}

/** What the service says of calls, and what is remembered and reported of them. */
export class ServiceDecisions {
  readonly #oracle: Deciding | null
  readonly #pins: LockPins | null
  readonly #quarantine: Quarantine | null

  constructor(oracle: Deciding | null, pins: LockPins | null, quarantine: Quarantine | null) {
    this.#oracle = oracle
    this.#pins = pins
    this.#quarantine = quarantine
  }

  /** null: nothing was ever had. */
  get view(): BundleView | null {
    return this.#oracle?.view ?? null
  }

  call(server: ConfiguredServer, tool: string | null, args: Members | null): ToolCall {
    const keys = this.#oracle?.keysOf(server) ?? []
    return { keys, configuredName: server.name, tool: tool ?? '', arguments: args, isLocal: server.isLocal }
  }

  /** The servers that its names lead to. */
  known(server: ConfiguredServer): readonly KnownServer[] {
    const keys = this.#oracle?.keysOf(server) ?? []
    return keys.map((key) => this.view?.servers.get(key)).find((found) => found !== undefined) ?? []
  }

  /** null: there is no service. Other guards' events are read only where something speaks against the call. */
  decide(server: ConfiguredServer, tool: string | null, now: number): Decision | null {
    const decision = this.#decide(server, tool, this.recentOf(server), now)
    if (decision === null || (decision.action !== 'deny' && decision.code !== 'trial')) return decision
    this.#oracle?.recent.readOthers()
    return this.#decide(server, tool, this.recentOf(server), now)
  }

  /** Takes the trial that a call was granted; the decision is another where a guard beside this one was first. */
  decideTrial(server: ConfiguredServer, tool: string | null, now: number): Decision | null {
    const [key] = this.#oracle?.keysOf(server) ?? []
    const before = key === undefined ? undefined : this.#oracle?.recent.takeTrial(key, now)
    return before === undefined ? null : this.#decide(server, tool, before, now)
  }

  /** What the service says of the server where that explains a failure; empty: nothing. */
  explanation(server: ConfiguredServer, now: number): string {
    const decision = this.#decide(server, null, [], now)
    return decision?.code === 'down' || decision?.code === 'degraded' ? decision.text : ''
  }

  recentOf(server: ConfiguredServer): readonly RecentEvent[] {
    const [key] = this.#oracle?.keysOf(server) ?? []
    return key === undefined ? [] : (this.#oracle?.recent.of(key) ?? [])
  }

  remember(server: ConfiguredServer, event: RecentEvent): void {
    const [key] = this.#oracle?.keysOf(server) ?? []
    if (key !== undefined) this.#oracle?.recent.add(key, event)
  }

  /** Only where reports are turned on. `tool`: as the server declares it, never a name that the agent made up. */
  report(server: ConfiguredServer, tool: string, outcome: CallOutcome, now: number): void {
    const [one, another] = this.known(server)
    if (one === undefined || another !== undefined || !this.#oracle?.outcomes.isOn) return
    const { kind, isError, durationMs, errorClass } = outcome
    this.#oracle.outcomes.add({
      at: now,
      toolId: `${one.facts.id}/${tool}`,
      success: kind === 'answered' && !isError,
      latencyMs: Math.round(durationMs),
      ...(errorClass !== null && { errorClass }),
    })
  }

  #decide(server: ConfiguredServer, tool: string | null, recent: readonly RecentEvent[], now: number): Decision | null {
    const view = this.view
    if (view === null) return null
    return decide(this.call(server, tool, null), withoutAlternatives(view), this.#policy(server), recent, now)
  }

  /** The pins count where the server's own list was not compared with them. */
  #policy(server: ConfiguredServer): Policy {
    if (this.#pins === null || this.#quarantine?.isCompared(server)) return DEFAULT_POLICY
    return { ...DEFAULT_POLICY, pins: this.#pins.forPolicy(this.known(server).map(({ facts }) => facts.id)) }
  }
}

const stripped = new WeakMap<BundleView, BundleView>()

/** The view by which is decided: which alternatives can be used, the guard knows better. */
function withoutAlternatives(view: BundleView): BundleView {
  const before = stripped.get(view)
  if (before !== undefined) return before
  const servers = [...view.servers].map(
    ([key, known]) => [key, known.map((one) => ({ ...one, facts: { ...one.facts, tools: {} } }))] as const,
  )
  const without = { ...view, servers: new Map(servers) }
  stripped.set(view, without)
  return without
}
