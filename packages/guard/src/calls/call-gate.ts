import type { Decision } from 'assay-decide/decision'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Members } from '../upstream/upstream.ts'

/** Why a call is not made. */
export interface Refusal {
  /** `circuit`: the last calls of this guard failed; `start_failed`... are failures, and no refusals. */
  code: Decision['code'] | 'circuit' | 'quarantined'
  /** For the agent: the reason, since when, when it is expected back, and what to call instead. */
  text: string
  decision: Decision | null
}

/** How a call ended. `answered`: a round trip was completed, whatever it says. */
export interface CallOutcome {
  kind: 'answered' | 'failed'
  tool: string
  isError: boolean
  durationMs: number
  errorClass: string | null
}

/** Decides on the calls of one server from what the oracle knows, from pins, and from what the guard saw itself. */
export interface CallGate {
  /** null: the call goes to the server. */
  refusal(server: ConfiguredServer, tool: string, args: Members | null): Refusal | null
  record(server: ConfiguredServer, outcome: CallOutcome): void
}
