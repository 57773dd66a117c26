import type { ServerKey } from './bundle.ts'

/** From the mildest to the strictest. */
export const ACTIONS = ['allow', 'advise', 'ask', 'deny'] as const
export type Action = (typeof ACTIONS)[number]

/** A tool call that is about to be made. */
export interface ToolCall {
  /**
   * The keys of the server that is called, the likeliest name first. Empty: nothing is known of it. The first key that
   * the bundle has decides; where it names several servers, the mildest decision does.
   */
  keys: readonly ServerKey[]
  /** What the caller's setup calls the server; null: nothing. For sentences. */
  configuredName: string | null
  /** The name of the tool at its server. */
  tool: string
  /** The arguments, where they are at hand, for the alternative's; null: they are not. */
  arguments: Readonly<Record<string, unknown>> | null
  /** The caller runs the server on its own machine, from a package or an image. Left out: it does not. */
  isLocal?: boolean
}

/**
 * One thing that this caller saw of the server that is called, in the last minutes. Of denials after one another the
 * first is enough, and of the others the newest of each kind and the failures after it: a caller that drops events
 * drops denials first, and never the first of them.
 */
export interface RecentEvent {
  /** Milliseconds since 1970. */
  at: number
  /**
   * `completed`: an answer came back, whatever it said, also an error of the tool or a refusal for want of credentials.
   * `failed`: no answer came (transport: refused, reset, timed out, closed). `denied`, `trial`: what `decide` said, the
   * second that it let a call through to see whether the outage is over.
   */
  kind: 'completed' | 'failed' | 'denied' | 'trial'
}

/**
 * Why. `none`: nothing is known against the call. `stale`: the bundle, or the state in it, is too old. `unknown`: the
 * bundle does not have the server, or no verdict. `closed`: this caller itself completed a call since the outage began.
 * `trial`: one call is let through to see whether the outage is over.
 */
export const DECISION_CODES = [
  'none',
  'stale',
  'unknown',
  'closed',
  'trial',
  'degraded',
  'changed',
  'own_failures',
  'down',
  'removed',
  'unsafe',
  'pin',
  'pin_wording',
] as const
export type DecisionCode = (typeof DECISION_CODES)[number]

export interface Decision {
  action: Action
  code: DecisionCode
  /** One sentence for the agent, with the alternative as a second one; empty where there is nothing to say. */
  text: string
  /** Id of the server that the bundle knows it by; null: none. */
  serverId: string | null
  alternative: DecidedAlternative | null
}

/** What to call instead. */
export interface DecidedAlternative {
  serverId: string
  tool: string
  /** What the caller's setup calls its server; null: the setup does not have it. */
  configuredName: string | null
  renamed: readonly (readonly [from: string, to: string])[]
  /** Parameters it requires that the called tool does not have. */
  missing: readonly string[]
  /** The arguments of the call under their names there; null: the call gave none. */
  arguments: Record<string, unknown> | null
  /** As in `AlternativeFacts`. */
  apart?: true
}
