import { ProbeFailure } from '../prober'
import type { Sandboxed } from './sandbox'

/** What an installer works with. */
export interface Workplace {
  /** Throw-away; `package` in it is what the sandbox shows. */
  folder: string
  /** Environment of the package manager. */
  environment: Readonly<Record<string, string>>
  pypiUrl: string | null
  /** Whether a program of this machine runs in the sandbox. */
  runsInSandbox(sandboxed: Sandboxed): Promise<boolean>
  signal: AbortSignal
}

/**
 * Installs packages of one index without running any of their code. Throws `ProbeFailure` with a note where that fails.
 */
export interface Installer {
  findNewest(name: string, workplace: Workplace): Promise<string>
  /** Installs this version, and finds how it is started. */
  install(name: string, version: string, workplace: Workplace): Promise<Sandboxed>
}

/** A failure of the sandbox, of the package manager or of the index: it says nothing about the package. */
export function launchUnavailable(note: string, cause?: unknown): ProbeFailure {
  return new ProbeFailure('launch_unavailable', { notes: [note], cause })
}

/** A package that cannot be started anywhere. */
export function cannotStart(note: string): ProbeFailure {
  return new ProbeFailure('process_failed', { notes: [note] })
}
