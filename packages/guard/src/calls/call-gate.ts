import type { Tool } from '@modelcontextprotocol/client'
import type { Decision } from 'assay-decide/decision'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Definitions } from '../upstream/definitions.ts'
import type { Members, UpstreamFailure } from '../upstream/upstream.ts'

/** Why a call is not made. */
export interface Refusal {
  /** `circuit`: the last calls of this guard failed. What fails to start, or is silent, is no refusal. */
  code: Decision['code'] | 'circuit' | 'quarantined'
  /** For the agent: the reason, since when, when it is expected back, and what to call instead. */
  text: string
  decision: Decision | null
}

/** How a call ended. `answered`: a round trip was completed, whatever it says. */
export interface CallOutcome {
  kind: 'answered' | 'failed'
  /** null: it was no call of a tool. */
  tool: string | null
  isError: boolean
  durationMs: number
  errorClass: 'timeout' | 'network' | 'unavailable' | 'auth' | null
}

/** What is called in place of a tool. */
export interface Substitute {
  server: ConfiguredServer
  tool: string
  arguments: Members
  /** The first text of the result: what is called instead, and why. */
  text: string
}

/** The circuit of one server by what this process saw: `upstream/circuit.ts`. */
export interface OwnCircuit {
  /** Whether a call may go to the server; while it is open, one in each interval may. */
  admit(now: number): boolean
  /** When the first of the failures in a row was, in ms since 1970; null: it is closed. */
  readonly openSince: number | null
  /** When the next call is let through, in ms since 1970; null: it is closed. */
  readonly nextTrialAt: number | null
}

/** Decides on the calls of all servers from what the oracle knows, from pins, and from what the guard saw itself. */
export interface CallGate {
  /**
   * null: the call goes to the server. Asked once before each call: it may be the one that is let through to see
   * whether an outage is over. `tool` null: a request that calls no tool.
   */
  refusal(server: ConfiguredServer, tool: string | null, args: Members | null): Refusal | null
  /** Once for each call that was not refused. */
  record(server: ConfiguredServer, outcome: CallOutcome): void
  /** The server answered a handshake of the guard's own. */
  recordHandshake(server: ConfiguredServer): void
  /** What the agent receives for a call that failed: the reason, since when, and what to call instead. */
  failureText(server: ConfiguredServer, tool: string | null, args: Members | null, failure: UpstreamFailure): string
  /** What is called in place of a refused or failed call; null: nothing is, and its text is the answer. */
  substitute(
    server: ConfiguredServer,
    tool: string,
    args: Members | null,
    cause: Refusal | UpstreamFailure,
  ): Substitute | null
  /** The tools that the agent is shown, of those that the server declares. */
  listedTools(server: ConfiguredServer, definitions: Definitions): readonly Tool[]
  /** A lock file pins tools of it: its list is read after each start, before the first call goes to it. */
  isPinned(server: ConfiguredServer): boolean
  /**
   * The refusal of a tool that is not as it is pinned; null: it is, or it is not pinned. `isRead` false: what the
   * server declares could not be read, so that nothing of it is called.
   */
  pinRefusal(server: ConfiguredServer, tool: string, isRead: boolean): Refusal | null
}
