import { BREAKAGE_KINDS, SEVERITIES } from 'assay-verify/breakage-kind'
import { CATEGORIES } from '@/lib/core/catalog/taxonomy'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import { type IncidentsFilter, incidentsAddress } from './incidents-address'

interface FilterGroup {
  name: keyof IncidentsFilter
  label: string
  /** Said of what no value is chosen of. */
  any: string
  values: readonly (readonly [value: string, text: string])[]
}

const GROUPS: readonly FilterGroup[] = [
  {
    name: 'state',
    label: 'Show',
    any: 'open and past',
    values: [
      ['open', 'open'],
      ['past', 'past'],
    ],
  },
  {
    name: 'kind',
    label: 'What happened',
    any: 'anything',
    values: BREAKAGE_KINDS.map((kind) => [kind, BREAKAGES[kind].label]),
  },
  {
    name: 'severity',
    label: 'Severity',
    any: 'any',
    values: SEVERITIES.toReversed().map((severity) => [severity, severity]),
  },
]

const CATEGORY_GROUP: FilterGroup = {
  name: 'category',
  label: 'Category',
  any: 'any',
  values: CATEGORIES.map(({ slug, name }) => [slug, name]),
}

/** Filters of the list of incidents, each choice a link. */
export function IncidentFilters({ filter }: { filter: IncidentsFilter }) {
  const category = CATEGORIES.find(({ slug }) => slug === filter.category)
  return (
    <nav aria-label="Filters" className="grid grid-cols-1 gap-x-8 gap-y-3 text-sm">
      {GROUPS.map((group) => (
        <div key={group.name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1.5">
          <span className="w-28 text-soft">{group.label}</span>
          <Choices filter={filter} {...group} />
        </div>
      ))}
      <details className="group" open={category !== undefined}>
        <summary className="w-fit rounded-xs text-soft">Category: {category?.name ?? 'any'}</summary>
        <div className="mt-2">
          <Choices filter={filter} {...CATEGORY_GROUP} />
        </div>
      </details>
    </nav>
  )
}

function Choices({ filter, name, label, any, values }: FilterGroup & { filter: IncidentsFilter }) {
  const all = [[undefined, any] as const, ...values]
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {all.map(([value, text]) => (
        <li key={text}>
          <a
            href={incidentsAddress({ ...filter, [name]: value })}
            className="chip"
            aria-current={filter[name] === value ? 'true' : undefined}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
