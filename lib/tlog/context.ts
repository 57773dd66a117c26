import type { Context } from '../api/context'
import type { ServedTlog } from './served-tlog'

/** What the operations of the log need of a process besides. */
export interface TlogApp {
  /** null: this process serves no log. */
  tlog: ServedTlog | null
}

export type TlogContext = Context & TlogApp
