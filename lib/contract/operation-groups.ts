import { KEY_OPERATIONS } from '../keys/contract/key-operations'
import { REGISTRY_OPERATIONS } from '../registry/contract/registry-operations'
import { LOG_OPERATIONS } from '../tlog/contract/log-operations'
import { LOCK_OPERATIONS } from '../tool-lock/contract/lock-operations'
import type { OperationContract } from './operation'
import type { OperationName } from './operations'
import { ABOUT_OPERATIONS } from './operations/about-operations'
import { FEED_OPERATIONS } from './operations/feed-operations'
import { FINDING_OPERATIONS } from './operations/finding-operations'
import { READ_OPERATIONS } from './operations/read-operations'
import { REPORTING_OPERATIONS } from './operations/reporting-operations'

export interface OperationGroup {
  /** Its tag in the OpenAPI document. */
  tag: string
  description: string
  operations: Readonly<Partial<Record<OperationName, OperationContract>>>
}

/** The operations by kind, in reading order; a test checks that together they are the whole interface. */
export const OPERATION_GROUPS: readonly OperationGroup[] = [
  {
    tag: 'reads',
    description: 'Does it work, how is it called, what else is there: free, without a key, the same for every caller.',
    operations: { ...FINDING_OPERATIONS, ...READ_OPERATIONS, ...LOCK_OPERATIONS },
  },
  {
    tag: 'reporting',
    description: 'Reporting how calls went, and looking up many servers at once.',
    operations: REPORTING_OPERATIONS,
  },
  {
    tag: 'feeds',
    description: 'What clients keep copies of: the reliability feed, breakages for feed readers, badges.',
    operations: FEED_OPERATIONS,
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
]
