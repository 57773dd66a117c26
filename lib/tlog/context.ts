import type { Context } from '../api/context'
import type { ServedLog } from './served-log'

/** What the operations of the log need of a process besides. */
export interface TlogApp {
  /** null: this process serves no log. */
  transparencyLog: ServedLog | null
}

export type TlogContext = Context & TlogApp
