import type { Transport } from 'assay-verify/target-kind'
import type { Status } from 'assay-verify/verdict'
import type { InputOf } from '../../contract/operations'
import { saysReadOnly } from '../candidate'
import type { Products } from '../product-directory'
import type { SearchOption } from './read-options'

type Filters = Pick<InputOf<'search'>, 'readOnly' | 'status' | 'access' | 'transport' | 'category' | 'publisher'>

export function isFiltered({ readOnly, status, access, transport, category, publisher }: Filters): boolean {
  return readOnly || [status, access, transport, category, publisher].some((filter) => filter !== undefined)
}

/** Whether a result is one that the caller asks for. */
export function passes(
  { facts, assessment, isUnsafe }: Pick<SearchOption, 'facts' | 'assessment' | 'isUnsafe'>,
  { readOnly, status, access, transport, category, publisher }: Filters,
  products: Products,
): boolean {
  return (
    (!readOnly || saysReadOnly(facts)) &&
    (status === undefined || has(status, assessment.status, isUnsafe) || has(status, assessment.verdict, isUnsafe)) &&
    (access === undefined || access.has(assessment.axes.access)) &&
    (transport === undefined || transportsOf(facts).some((one) => transport.has(one))) &&
    (publisher === undefined || publisher.has(products.of(facts.serverKey)?.publisher.state ?? 'unknown')) &&
    (category === undefined || facts.categories.some((slug) => (category as ReadonlySet<string>).has(slug)))
  )
}

/** What is unsafe is none that works, whatever probes say. */
function has(asked: ReadonlySet<Status>, status: Status, isUnsafe: boolean): boolean {
  return asked.has(status) && !(isUnsafe && status === 'healthy')
}

/** How its server is offered: by its addresses, and as a process where it has a package. */
function transportsOf({ remotes, packages }: SearchOption['facts']): Transport[] {
  return [...remotes.map(({ transport }) => transport), ...(packages.length > 0 ? (['stdio'] as const) : [])]
}
