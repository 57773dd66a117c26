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

type Given = Pick<DemoServer, 'id' | 'title' | 'description'> & {
  tools: readonly DemoTool[]
  instructions?: string
  access?: DemoAccess
  /** Later versions: what is left out is as in the version before. */
  later?: readonly (Pick<DemoVersion, 'sinceDaysAgo'> & Partial<DemoVersion>)[]
} & Partial<Omit<DemoServer, 'versions'>>

/** Longer ago than the history reaches. */
const ALWAYS = 10_000

const DECLARED = { open: 'open', sign_in: 'auth', payment: 'paid' } as const

/** A server with the usual behaviour, except for what is given: fast, reliable, and with few short outages. */
export function demoServer({ tools, instructions = '', access = 'open', later = [], ...given }: Given): DemoServer {
  const versions: DemoVersion[] = [{ sinceDaysAgo: ALWAYS, version: '1.0.0', access, instructions, tools }]
  for (const [index, change] of later.entries()) {
    const before = versions.at(-1)
    if (before !== undefined) versions.push({ ...before, version: `1.${index + 1}.0`, ...change })
  }
  return {
    kind: 'mcp',
    host: given.id,
    repository: null,
    license: null,
    tags: [],
    declaredAccess: DECLARED[access],
    sinceHoursAgo: null,
    medianMs: 140,
    spread: 0.25,
    failureChance: 0.002,
    habit: { chanceADay: 0.02, medianMinutes: 15, as: 'server_error' },
    outages: [],
    slowTimes: [],
    flaps: null,
    ...given,
    versions,
  }
}

/** An argument: its type, what it means, and `!` after the type where it is required. */
type Argument = readonly [type: string, description: string]

/** A tool that takes an object with these arguments. */
export function demoTool(
  name: string,
  description: string,
  given: Readonly<Record<string, Argument>> = {},
  annotations: ToolAnnotations = { readOnlyHint: true },
): DemoTool {
  const properties = Object.fromEntries(
    Object.entries(given).map(([argument, [type, meaning]]) => [
      argument,
      { type: type.replace('!', ''), description: meaning },
    ]),
  )
  const required = Object.entries(given).flatMap(([argument, [type]]) => (type.endsWith('!') ? [argument] : []))
  return { name, description, inputSchema: { type: 'object', properties, required }, annotations }
}

export const WRITES: ToolAnnotations = { readOnlyHint: false, destructiveHint: false }
export const DESTROYS: ToolAnnotations = { readOnlyHint: false, destructiveHint: true }
