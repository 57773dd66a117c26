import type { ToolAnnotations } from 'assay-verify/catalog-tool'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { z } from 'zod'
import type { CatalogServer } from '../../../lib/core/catalog/catalog'

/** How a server of the world fails, as probes see it. */
export type DemoFailure = z.infer<typeof Failure>
const Failure = z.enum(['connect_failed', 'server_error', 'timed_out', 'not_found'])
/** How a server answers those without credentials. */
const Access = z.enum(['open', 'sign_in', 'payment'])
/** null: it lasts. */
const Minutes = z.number().nullable()

const ANNOTATIONS = {
  reads: { readOnlyHint: true },
  writes: { readOnlyHint: false, destructiveHint: false },
  destroys: { readOnlyHint: false, destructiveHint: true },
}

interface DemoTool {
  name: string
  title?: string
  description: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  annotations?: ToolAnnotations
}

/** `takes`: by argument its type, with `!` after it where it is required, and what it means. */
const Tool = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    takes: z.record(z.string(), z.tuple([z.string(), z.string()])).default({}),
    does: z.enum(['reads', 'writes', 'destroys']).default('reads'),
  })
  .transform(({ name, description, takes, does }): DemoTool => {
    const given = Object.entries(takes)
    const properties = Object.fromEntries(
      given.map(([argument, [type, meaning]]) => [argument, { type: type.replace('!', ''), description: meaning }]),
    )
    const required = given.flatMap(([argument, [type]]) => (type.endsWith('!') ? [argument] : []))
    return { name, description, inputSchema: { type: 'object', properties, required }, annotations: ANNOTATIONS[does] }
  })

const Version = z.strictObject({ access: Access, instructions: z.string(), tools: z.array(Tool) })

/** What a server offers from a moment on. */
export interface DemoVersion extends z.infer<typeof Version> {
  /** Days before the present of the world; the first of a server begins with the history. */
  sinceDaysAgo: number
  version: string
}

/** Outages that the seed places. */
export type OutageHabit = z.infer<typeof Habit>
/** `medianMinutes`: of half of the outages. */
const Habit = z.strictObject({ chanceADay: z.number(), medianMinutes: z.number(), as: Failure })

/** What is left out is usual: fast, reliable, and with few short outages. */
const Server = Version.extend({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  access: Access.default('open'),
  instructions: z.string().default(''),
  /** Later versions: what is left out is as in the version before. */
  later: z.array(Version.partial().extend({ sinceDaysAgo: z.number() })).default([]),
  kind: z.enum(['mcp', 'http-api']).default('mcp'),
  /** Servers with the same name share an origin, and so its outages; its id where it is left out. */
  host: z.string().optional(),
  repository: z.string().nullable().default(null),
  license: z.string().nullable().default(null),
  tags: z.array(z.string()).default([]),
  /** When it was added to the catalog, in hours before the present; null: before the history begins. */
  sinceHoursAgo: z.number().nullable().default(null),
  medianMs: z.number().default(140),
  /** Standard deviation of the logarithm of the latency. */
  spread: z.number().default(0.25),
  /** Chance that one probe fails and the next is answered. */
  failureChance: z.number().default(0.002),
  habit: Habit.nullable().default({ chanceADay: 0.02, medianMinutes: 15, as: 'server_error' }),
  /** At a fixed distance from the present of the world. */
  outages: z.array(z.strictObject({ hoursAgo: z.number(), minutes: Minutes, as: Failure })).default([]),
  /** Times in which answers take longer. */
  slowTimes: z.array(z.strictObject({ hoursAgo: z.number(), minutes: Minutes, factor: z.number() })).default([]),
  /** Regular failures for the last `sinceHoursAgo` hours. */
  flaps: z
    .strictObject({ everyMinutes: z.number(), downMinutes: z.number(), sinceHoursAgo: z.number(), as: Failure })
    .nullable()
    .default(null),
})

/** A server of the world: what a catalog says of it, what it offers, and how it behaves over time. */
export interface DemoServer extends Omit<z.infer<typeof Server>, keyof z.infer<typeof Version> | 'later' | 'host'> {
  host: string
  declaredAccess: CatalogServer['declaredAccess']
  /** The oldest first. */
  versions: readonly DemoVersion[]
}

/** Longer ago than the history reaches. */
const ALWAYS = 10_000

const DECLARED = { open: 'open', sign_in: 'auth', payment: 'paid' } as const

/** The servers of a data file. Throws where a row has a member that is not known, or lacks one. */
export function readServers(rows: unknown): DemoServer[] {
  return z
    .array(Server)
    .parse(rows)
    .map(({ tools, instructions, access, later, ...given }) => {
      const versions: DemoVersion[] = [{ sinceDaysAgo: ALWAYS, version: '1.0.0', access, instructions, tools }]
      for (const [index, { sinceDaysAgo, ...change }] of later.entries()) {
        const before = versions.at(-1)
        if (before === undefined) continue
        const {
          access: from = before.access,
          instructions: says = before.instructions,
          tools: has = before.tools,
        } = change
        versions.push({ sinceDaysAgo, version: `1.${index + 1}.0`, access: from, instructions: says, tools: has })
      }
      return { ...given, host: given.host ?? given.id, declaredAccess: DECLARED[access], versions }
    })
}
