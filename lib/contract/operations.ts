import type { z } from 'zod'
import { KEY_OPERATIONS } from '../keys/contract/key-operations'
import { REGISTRY_OPERATIONS } from '../registry/contract/registry-operations'
import { LOG_OPERATIONS } from '../tlog/contract/log-operations'
import { LOCK_OPERATIONS } from '../tool-lock/contract/lock-operations'
import type { OperationContract } from './operation'
import { ABOUT_OPERATIONS } from './operations/about-operations'
import { FEED_OPERATIONS } from './operations/feed-operations'
import { FINDING_OPERATIONS } from './operations/finding-operations'
import { READ_OPERATIONS } from './operations/read-operations'
import { REPORTING_OPERATIONS } from './operations/reporting-operations'

/** The whole interface: types, validation, OpenAPI, both adapters and the contract tests derive from this table. */
export const OPERATIONS = {
  ...FINDING_OPERATIONS,
  ...READ_OPERATIONS,
  ...LOCK_OPERATIONS,
  ...REPORTING_OPERATIONS,
  ...FEED_OPERATIONS,
  ...REGISTRY_OPERATIONS,
  ...KEY_OPERATIONS,
  ...LOG_OPERATIONS,
  ...ABOUT_OPERATIONS,
} as const

export type OperationName = keyof typeof OPERATIONS
type Operations = typeof OPERATIONS
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
