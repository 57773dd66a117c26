import type { z } from 'zod'
import { BUNDLE_OPERATIONS } from '../bundle/contract/bundle-operations'
import { HOOK_OPERATIONS } from '../bundle/contract/hook-operations'
import { FEED_OPERATIONS } from '../feed/contract/feed-operations'
import { BREAKAGE_FEED_OPERATIONS } from '../incidents/contract/breakage-feed-operations'
import { INCIDENT_OPERATIONS } from '../incidents/contract/incident-operations'
import { KEY_OPERATIONS } from '../keys/contract/key-operations'
import { PRODUCT_OPERATIONS } from '../products/contract/product-operations'
import { REGISTRY_OPERATIONS } from '../registry/contract/registry-operations'
import { LOG_OPERATIONS } from '../tlog/contract/log-operations'
import { LOCK_OPERATIONS } from '../tool-lock/contract/lock-operations'
import type { OperationContract } from './operation'
import { ABOUT_OPERATIONS } from './operations/about-operations'
import { BADGE_OPERATIONS } from './operations/badge-operations'
import { FINDING_OPERATIONS } from './operations/finding-operations'
import { LISTING_OPERATIONS } from './operations/listing-operations'
import { READ_OPERATIONS } from './operations/read-operations'
import { REPORTING_OPERATIONS } from './operations/reporting-operations'

interface OperationGroup {
  /** Its tag in the OpenAPI document. */
  tag: string
  description: string
  operations: Readonly<Record<string, OperationContract>>
}

const GROUPS = [
  {
    tag: 'reads',
    description: 'Does it work, how is it called, what else is there: free, without a key, the same for every caller.',
    operations: {
      ...FINDING_OPERATIONS,
      ...READ_OPERATIONS,
      ...PRODUCT_OPERATIONS,
      ...INCIDENT_OPERATIONS,
      ...LISTING_OPERATIONS,
      ...LOCK_OPERATIONS,
      ...HOOK_OPERATIONS,
    },
  },
  {
    tag: 'reporting',
    description: 'Reporting how calls went, looking up many servers at once, and asking for a first check.',
    operations: REPORTING_OPERATIONS,
  },
  {
    tag: 'feeds',
    description:
      'What clients keep copies of: the reliability feed, the decision bundle, breakages for feed readers, badges.',
    operations: { ...FEED_OPERATIONS, ...BUNDLE_OPERATIONS, ...BREAKAGE_FEED_OPERATIONS, ...BADGE_OPERATIONS },
  },
  {
    tag: 'registry',
    description: 'The catalog for clients of the official MCP registry, whole or under a policy.',
    operations: REGISTRY_OPERATIONS,
  },
  {
    tag: 'keys',
    description: 'Keys of your own, made without signup; they raise limits and earn credits.',
    operations: KEY_OPERATIONS,
  },
  {
    tag: 'log',
    description: 'The transparency log: what this service stated, and proofs that it does not take it back.',
    operations: LOG_OPERATIONS,
  },
  { tag: 'service', description: 'The service about itself.', operations: ABOUT_OPERATIONS },
] as const satisfies readonly OperationGroup[]

type Together<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void
  ? All
  : never
type Operations = Together<(typeof GROUPS)[number]['operations']>

/** The operations by kind, in reading order. */
export const OPERATION_GROUPS: readonly OperationGroup[] = GROUPS

/** The whole interface: types, validation, OpenAPI, both adapters and the contract tests derive from this table. */
export const OPERATIONS = Object.assign({}, ...GROUPS.map(({ operations }) => operations)) as Operations

export type OperationName = keyof typeof OPERATIONS
/** An object type without members would forbid the body and the headers beside it. */
type NamedParameters<Input> = string extends keyof Input ? unknown : Input

/**
 * What an operation receives: its query and path parameters and, where it takes them, its body and headers (null: not
 * sent).
 */
export type InputOf<Name extends OperationName> = NamedParameters<z.output<Operations[Name]['input']>> &
  (Operations[Name] extends { body: { schema: infer Body extends z.ZodType } } ? { body: z.output<Body> } : unknown) &
  (Operations[Name] extends { requestHeaders: infer Headers } ? { [Header in keyof Headers]: string | null } : unknown)
export type OutputOf<Name extends OperationName> = z.output<Operations[Name]['output']>

/** Methods that are answered at a path of the table, in its order. */
export function methodsAt(path: string): OperationContract['method'][] {
  const contracts: OperationContract[] = Object.values(OPERATIONS)
  return contracts.filter((contract) => contract.path === path).map(({ method }) => method)
}
