import type { Tool } from '@modelcontextprotocol/client'
import type { Decision } from 'assay-decide/decision'
import { DEFAULT_POLICY } from 'assay-decide/policy'
import { shownName } from 'assay-decide/shown-name'
import { visibleLine } from 'assay-verify/text/visible-text'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Definitions } from '../upstream/definitions.ts'
import { type Members, UpstreamFailure } from '../upstream/upstream.ts'
import { alternativesOf, alternativeText } from './alternatives.ts'
import type { CallGate, CallOutcome, OwnCircuit, Refusal, Substitute } from './call-gate.ts'
import type { LockPins } from './lock-pins.ts'
import type { Quarantine } from './quarantine.ts'
import { circuitText, expectedBack, failureDetails, joined } from './refusal-text.ts'
import { type Deciding, ServiceDecisions } from './service-decisions.ts'
import { type SubstitutionMode, substituteArguments, substitutionText } from './substitution.ts'
import { Tally, type TallyOf } from './tally.ts'

export interface GateOptions {
  servers: readonly ConfiguredServer[]
  /** null: no service. */
  oracle: Deciding | null
  /** Both null: there is no lock file. */
  pins: LockPins | null
  quarantine: Quarantine | null
  circuitOf(server: ConfiguredServer): OwnCircuit
  substitution: SubstitutionMode
  now?: () => number
}

const MOST_FAILURE_CHARS = 300

/** What speaks against a call: `reason` is for the agent. */
type Reason = Pick<Refusal, 'code' | 'decision'> & { reason: string }

interface ServerTools {
  declared: readonly Tool[]
  listed: readonly Tool[]
  /** Of what it declares, and by name what the agent is shown. */
  names: ReadonlySet<string>
  byName: ReadonlyMap<string, Tool>
}

const NO_TOOLS: readonly Tool[] = []

/** Decides on the calls of all servers: pins, then what the service knows, then what this process saw. */
export class Gate implements CallGate {
  readonly #options: GateOptions
  readonly #service: ServiceDecisions
  readonly #now: () => number
  readonly #tally = new Tally()
  /** What each server declared last, and of it what the agent is shown. */
  readonly #lists = new Map<string, ServerTools>()
  readonly #lastFailure = new Map<string, string>()

  constructor(options: GateOptions) {
    this.#options = options
    this.#service = new ServiceDecisions(options.oracle, options.pins, options.quarantine)
    this.#now = options.now ?? Date.now
  }

  refusal(server: ConfiguredServer, tool: string | null, args: Members | null): Refusal | null {
    const found = this.#reason(server, tool, true)
    if (found === null) {
      this.#tally.called(server.name, this.#now())
      return null
    }
    this.#tally.refused(server.name, found.code, this.#now())
    const text = joined(found.reason, this.#instead(server, tool, args))
    return { code: found.code, text, decision: found.decision }
  }

  record(server: ConfiguredServer, outcome: CallOutcome): void {
    const now = this.#now()
    this.#tally.ended(server.name, outcome.kind, now)
    const kind = outcome.kind === 'answered' ? 'completed' : 'failed'
    if (kind === 'completed') this.#lastFailure.delete(server.name)
    this.#service.remember(server, { at: now, kind })
    // A name that the server does not declare is the agent's.
    const { tool } = outcome
    if (tool !== null && this.#lists.get(server.name)?.names.has(tool)) this.#service.report(server, tool, outcome, now)
  }

  recordHandshake(server: ConfiguredServer): void {
    this.#lastFailure.delete(server.name)
    this.#service.remember(server, { at: this.#now(), kind: 'completed' })
  }

  failureText(server: ConfiguredServer, tool: string | null, args: Members | null, failure: UpstreamFailure): string {
    const now = this.#now()
    const message = visibleLine(failure.message, MOST_FAILURE_CHARS)
    this.#lastFailure.set(server.name, message)
    const mayWrite = tool !== null && this.#toolOf(server, tool)?.annotations?.readOnlyHint !== true
    const details = failureDetails(failure, this.#options.circuitOf(server), mayWrite, now)
    return joined(message, details, this.#service.explanation(server, now), this.#instead(server, tool, args))
  }

  substitute(
    server: ConfiguredServer,
    tool: string,
    args: Members | null,
    cause: Refusal | UpstreamFailure,
  ): Substitute | null {
    if (this.#options.substitution !== 'auto') return null
    const failing = this.#toolOf(server, tool)
    for (const one of this.#alternatives(server, tool, args)) {
      const other = this.#options.servers.find(({ name }) => name === one.configuredName && name !== server.name)
      const mapped = other === undefined ? null : substituteArguments(failing, one, this.#toolOf(other, one.tool), args)
      if (other === undefined || mapped === null) continue
      const why =
        cause instanceof UpstreamFailure
          ? visibleLine(cause.message, MOST_FAILURE_CHARS)
          : (this.#reason(server, tool, false)?.reason ?? '')
      return { server: other, tool: one.tool, arguments: mapped, text: substitutionText(why, one) }
    }
    return null
  }

  listedTools(server: ConfiguredServer, { tools }: Definitions): readonly Tool[] {
    const declared = tools ?? NO_TOOLS
    const listed = this.#options.quarantine?.listedTools(server, declared) ?? declared
    const before = this.#lists.get(server.name)
    if (before?.declared === declared && before.listed === listed) return listed
    const [names, byName] = [new Set(declared.map(({ name }) => name)), new Map(listed.map((one) => [one.name, one]))]
    this.#lists.set(server.name, { declared, listed, names, byName })
    return listed
  }

  isPinned(server: ConfiguredServer): boolean {
    return this.#options.quarantine?.isPinned(server) ?? false
  }

  pinRefusal(server: ConfiguredServer, tool: string, isRead: boolean): Refusal | null {
    const found = isRead ? this.#quarantined(server, tool) : unread(server)
    if (found === null) return null
    this.#tally.refused(server.name, found.code, this.#now())
    return { ...found, text: joined(found.reason, this.#instead(server, tool, null)) }
  }

  /** Of the calls of a server since the guard began. */
  tallyOf(server: ConfiguredServer): TallyOf {
    return this.#tally.of(server.name)
  }

  /** What speaks against a call now; `isCall`: it is made if nothing does, or counts as refused. */
  #reason(server: ConfiguredServer, tool: string | null, isCall: boolean): Reason | null {
    const now = this.#now()
    const quarantined = tool === null ? null : this.#quarantined(server, tool)
    if (quarantined !== null) return quarantined
    const decision = this.#service.decide(server, tool, now)
    if (decision?.action === 'deny') return this.#denied(server, decision, isCall, now)
    const circuit = this.#options.circuitOf(server)
    const isOpen = isCall ? !circuit.admit(now) : circuit.openSince !== null
    if (isOpen) {
      const last = this.#lastFailure.get(server.name) ?? null
      return { code: 'circuit', reason: circuitText(server, circuit, last, now), decision }
    }
    if (!isCall || decision?.code !== 'trial') return null
    const again = this.#service.decideTrial(server, tool, now)
    return again?.action === 'deny' ? this.#denied(server, again, isCall, now) : null
  }

  #quarantined(server: ConfiguredServer, tool: string): Reason | null {
    const reason = this.#options.quarantine?.reason(server, tool) ?? null
    return reason === null ? null : { code: 'quarantined', reason, decision: null }
  }

  #denied(server: ConfiguredServer, decision: Decision, isCall: boolean, now: number): Reason {
    if (isCall) this.#service.remember(server, { at: now, kind: 'denied' })
    const recent = this.#service.recentOf(server)
    const back = decision.code === 'down' ? expectedBack(this.#service.known(server), recent, DEFAULT_POLICY, now) : ''
    return { code: decision.code, reason: joined(decision.text, back), decision }
  }

  #instead(server: ConfiguredServer, tool: string | null, args: Members | null): string {
    if (this.#options.substitution === 'off' || tool === null) return ''
    return alternativeText(this.#alternatives(server, tool, args)[0])
  }

  #alternatives(server: ConfiguredServer, tool: string, args: Members | null) {
    const { view } = this.#service
    if (view === null) return []
    const isUsable = (name: string, other: string) => {
      const one = this.#options.servers.find((candidate) => candidate.name === name)
      return one === undefined || this.#reason(one, other, false) === null
    }
    return alternativesOf({ call: this.#service.call(server, tool, args), view, now: this.#now(), isUsable })
  }

  #toolOf(server: ConfiguredServer, tool: string): Tool | undefined {
    return this.#lists.get(server.name)?.byName.get(tool)
  }
}

function unread({ name }: ConfiguredServer): Reason {
  const server = shownName(name) || 'The server'
  const reason = `${server} does not say which tools it has, so that they cannot be compared with the lock file.`
  return { code: 'quarantined', reason, decision: null }
}
