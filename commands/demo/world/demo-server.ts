import type { ToolAnnotations } from 'assay-verify/catalog-tool'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import type { CatalogServer } from '../../../lib/core/catalog/catalog'

/** How a server of the world fails, as probes see it. */
export type DemoFailure = 'connect_failed' | 'server_error' | 'timed_out' | 'not_found'

/** How a server answers those without credentials. */
type DemoAccess = 'open' | 'sign_in' | 'payment'

export interface DemoTool {
  name: string
  title?: string
  description: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  annotations?: ToolAnnotations
}

/** What a server offers from a moment on. */
export interface DemoVersion {
  /** Days before the present of the world; the first of a server begins with the history. */
  sinceDaysAgo: number
  version: string
  access: DemoAccess
  instructions: string
  tools: readonly DemoTool[]
}

/** An outage at a fixed distance from the present of the world. */
interface DemoOutage {
  hoursAgo: number
  /** null: it lasts. */
  minutes: number | null
  as: DemoFailure
}

/** Outages that the seed places. */
export interface OutageHabit {
  chanceADay: number
  /** Of half of the outages. */
  medianMinutes: number
  as: DemoFailure
}

/** A server of the world: what a catalog says of it, what it offers, and how it behaves over time. */
export interface DemoServer
  extends Pick<CatalogServer, 'id' | 'title' | 'description' | 'repository' | 'license' | 'tags' | 'declaredAccess'> {
  kind: 'mcp' | 'http-api'
  /** Servers with the same name share an origin, and so its outages. */
  host: string
  /** When it was added to the catalog, in hours before the present; null: before the history begins. */
  sinceHoursAgo: number | null
  medianMs: number
  /** Standard deviation of the logarithm of the latency. */
  spread: number
  /** Chance that one probe fails and the next is answered. */
  failureChance: number
  habit: OutageHabit | null
  outages: readonly DemoOutage[]
  /** Times in which answers take longer. */
  slowTimes: readonly { hoursAgo: number; minutes: number | null; factor: number }[]
  /** Regular failures for the last `sinceHoursAgo` hours. */
  flaps: { everyMinutes: number; downMinutes: number; sinceHoursAgo: number; as: DemoFailure } | null
  /** The oldest first. */
  versions: readonly DemoVersion[]
}
