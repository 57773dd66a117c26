import { join } from 'node:path'

/** What is kept of one service, below its folder. */
export interface ServiceFiles {
  /** The part of the bundle that setups need, as lines: `view-lines.ts`. */
  view: string
  /** What this machine's calls saw. */
  recent: string
  /** What was said against calls. */
  decisions: string
  /** Calls that began, of hosts that do not say of which server a failed call was. */
  began: string
  /** How calls went, waiting to be sent. */
  outcomes: string
  /** How the last refresh went. */
  refreshed: string
  /** The log of the service as it was at first contact. */
  log: string
  /** A folder: the bundle as it was fetched, and the key that it is signed with. */
  bundle: string
  folder: string
}

export function serviceFiles(folder: string): ServiceFiles {
  return {
    folder,
    view: join(folder, 'view'),
    recent: join(folder, 'recent.jsonl'),
    decisions: join(folder, 'decisions.jsonl'),
    began: join(folder, 'began.jsonl'),
    outcomes: join(folder, 'outcomes.jsonl'),
    refreshed: join(folder, 'refreshed.json'),
    log: join(folder, 'log.json'),
    bundle: join(folder, 'bundle'),
  }
}
