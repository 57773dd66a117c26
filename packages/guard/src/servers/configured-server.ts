import type { ServerName } from 'assay-decide/names'

/** How a server is reached. */
export type Launch =
  | {
      kind: 'stdio'
      command: string
      args: readonly string[]
      /** Added to the environment of the guard. */
      env: Readonly<Record<string, string>>
      /** null: the folder that the guard was started in. */
      cwd: string | null
    }
  | {
      kind: 'http'
      url: string
      headers: Readonly<Record<string, string>>
      /** `sse`: the transport of 2024-11-05. */
      transport: 'streamable-http' | 'sse'
    }

/** A server of a client's configuration. */
export interface ConfiguredServer {
  /** What the configuration calls it. */
  name: string
  launch: Launch
  /** Its names in the bundle, the likeliest first; empty: nobody else knows it. */
  names: readonly ServerName[]
  /** The caller runs it on its own machine. */
  isLocal: boolean
  /** After so many ms without a byte or a progress a call or a start ends. */
  silenceMs: number
}

export const SILENCE_MS = 30_000
