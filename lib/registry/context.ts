import type { Context } from '../api/context'
import type { RegistryPolicy } from './rules/policy'

/** What the operations of the registry need of a process besides. */
export interface RegistryApp {
  /** The named policies, and how many days a change counts as drift. */
  registry: { policies: ReadonlyMap<string, RegistryPolicy>; driftDays: number }
  /** null: this process serves no log, and entries name no leaf. */
  tlog: object | null
}

export type RegistryContext = Context & RegistryApp
