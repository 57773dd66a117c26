import { TRANSPORTS } from 'assay-verify/target-kind'
import { TRANSPORT_ROWS } from '@/lib/core/catalog/transports'

/** Parameters of an address by name; what is left out has its default. */
export type AddressParameters = Readonly<Record<string, string | undefined>>

export interface FilterGroup {
  name: string
  parameter: string
  /** The first has no value: the default. */
  choices: readonly { value?: string; word: string }[]
}

interface FiltersProps {
  path: string
  /** The parameters of this page, those that are no filters too. */
  chosen: AddressParameters
  groups: readonly FilterGroup[]
}

/** Filters and sorting as plain links: a row for each parameter, the choice of this page marked. */
export function Filters({ path, chosen, groups }: FiltersProps) {
  return (
    <dl className="grid grid-cols-1 gap-2.5">
      {groups.map(({ name, parameter, choices }) => (
        <div key={parameter} className="filter-row">
          <dt>{name}</dt>
          {choices.map(({ value, word }) => (
            <dd key={word}>
              <a
                {...linkTo(path, { ...chosen, [parameter]: value, page: undefined })}
                aria-current={chosen[parameter] === value ? 'true' : undefined}
                className="chip"
              >
                {word}
              </a>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

/** A link to a list. Crawlers are asked to leave combinations alone: there are thousands. */
export function linkTo(path: string, parameters: AddressParameters): { href: string; rel?: 'nofollow' } {
  const count = Object.values(parameters).filter((value) => value !== undefined).length
  return { href: addressOf(path, parameters), ...(count > 1 && { rel: 'nofollow' as const }) }
}

/** The address with those parameters that are given, in the order of their names, so that a list has one address. */
export function addressOf(path: string, parameters: AddressParameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const query = new URLSearchParams(given.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))).toString()
  return query === '' ? path : `${path}?${query}`
}

const STATUS = groupOf('State', 'status', 'Any', {
  healthy: 'Working',
  degraded: 'Unstable',
  auth: 'Sign-in required',
  unknown: 'Not checked',
  down: 'Down',
})
const ACCESS = groupOf('Access', 'access', 'Any', { open: 'Open', auth: 'Sign-in', paid: 'Paid' })
const TRANSPORT = groupOf('Transport', 'transport', 'Any', transportWords())
const READ_ONLY = groupOf('Effect', 'readOnly', 'Any', { 1: 'Read-only' })
const PUBLISHER = groupOf('Publisher', 'publisher', 'Any', { verified: 'Verified' })
const OFFICIAL = groupOf('Domain', 'official', 'Any', { 1: 'Owned by the publisher' })
const SORT = groupOf('Sort', 'sort', 'Rank', { latency: 'Fastest', name: 'Name' })
const VIEW = groupOf('Rows', 'view', 'One for each product', { all: 'Every tool, in one list' })

/** Transports that have a filter, in the order of their table. */
function transportWords(): Record<string, string> {
  const words = TRANSPORTS.map((value) => [value, TRANSPORT_ROWS[value].filter] as const)
  return Object.fromEntries(words.filter((row): row is [(typeof row)[0], string] => row[1] !== undefined))
}

/** `words`: what each value is called; `byDefault`: what no value is called. */
function groupOf(name: string, parameter: string, byDefault: string, words: Record<string, string>): FilterGroup {
  const choices = Object.entries(words).map(([value, word]) => ({ value, word }))
  return { name, parameter, choices: [{ word: byDefault }, ...choices] }
}

/** Those of a ranking that are in sight, and those that unfold. */
export const RANKING_FILTERS: readonly FilterGroup[] = [STATUS, ACCESS, PUBLISHER]
export const MORE_RANKING_FILTERS: readonly FilterGroup[] = [TRANSPORT, READ_ONLY, OFFICIAL, SORT, VIEW]
/** The same of a search. */
export const SEARCH_FILTERS: readonly FilterGroup[] = [STATUS, ACCESS, PUBLISHER]
export const MORE_SEARCH_FILTERS: readonly FilterGroup[] = [TRANSPORT, READ_ONLY]

/** Of the parameters of a request, those of these groups and `others`; of a repeated one the first. */
export function chosenOf(
  given: Readonly<Record<string, string | string[] | undefined>>,
  groups: readonly FilterGroup[],
  others: readonly string[] = [],
): AddressParameters {
  const names = [...groups.map(({ parameter }) => parameter), ...others]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name]
      const first = Array.isArray(value) ? value[0] : value
      return first === undefined ? [] : [[name, first]]
    }),
  )
}
