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

const STATUS: FilterGroup = {
  name: 'State',
  parameter: 'status',
  choices: [
    { word: 'Any' },
    { value: 'healthy', word: 'Working' },
    { value: 'degraded', word: 'Unstable' },
    { value: 'auth', word: 'Sign-in required' },
    { value: 'unknown', word: 'Not checked' },
    { value: 'down', word: 'Down' },
  ],
}
const ACCESS: FilterGroup = {
  name: 'Access',
  parameter: 'access',
  choices: [
    { word: 'Any' },
    { value: 'open', word: 'Open' },
    { value: 'auth', word: 'Sign-in' },
    { value: 'paid', word: 'Paid' },
  ],
}
const TRANSPORT: FilterGroup = {
  name: 'Transport',
  parameter: 'transport',
  choices: [
    { word: 'Any' },
    ...TRANSPORTS.flatMap((value) => {
      const { filter: word } = TRANSPORT_ROWS[value]
      return word === undefined ? [] : [{ value, word }]
    }),
  ],
}
const READ_ONLY: FilterGroup = {
  name: 'Effect',
  parameter: 'readOnly',
  choices: [{ word: 'Any' }, { value: '1', word: 'Read-only' }],
}
const OFFICIAL: FilterGroup = {
  name: 'Publisher',
  parameter: 'official',
  choices: [{ word: 'Any' }, { value: '1', word: 'Official' }],
}
const SORT: FilterGroup = {
  name: 'Sort',
  parameter: 'sort',
  choices: [{ word: 'Rank' }, { value: 'latency', word: 'Fastest' }, { value: 'name', word: 'Name' }],
}
const VIEW: FilterGroup = {
  name: 'Rows',
  parameter: 'view',
  choices: [{ word: 'One for each server' }, { value: 'all', word: 'Every tool' }],
}

export const LISTING_FILTERS: readonly FilterGroup[] = [STATUS, ACCESS, TRANSPORT, READ_ONLY, OFFICIAL, SORT, VIEW]
export const SEARCH_FILTERS: readonly FilterGroup[] = [STATUS, ACCESS, TRANSPORT, READ_ONLY]

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
