import { BREAKAGE_KINDS } from 'assay-verify/breakage-kind'
import type { ReactNode } from 'react'
import { CATEGORIES } from '@/lib/core/catalog/taxonomy'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import { SEVERITIES } from '@/lib/core/verdict/severity'
import { type IncidentsFilter, incidentsAddress } from './incidents-address'

const GROUPS = [
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
] as const satisfies readonly {
  name: keyof IncidentsFilter
  label: string
  any: string
  values: readonly (readonly [string, string])[]
}[]

/** Filters of the list of incidents, each choice a link. */
export function IncidentFilters({ filter }: { filter: IncidentsFilter }) {
  const category = CATEGORIES.find(({ slug }) => slug === filter.category)
  return (
    <nav aria-label="Filters" className="grid grid-cols-1 gap-x-8 gap-y-3 text-sm">
      {GROUPS.map(({ name, label, any, values }) => (
        <Choices key={name} label={label}>
          <Choice
            href={incidentsAddress({ ...filter, [name]: undefined })}
            text={any}
            isChosen={filter[name] === undefined}
          />
          {values.map(([value, text]) => (
            <Choice
              key={value}
              href={incidentsAddress({ ...filter, [name]: value })}
              text={text}
              isChosen={filter[name] === value}
            />
          ))}
        </Choices>
      ))}
      <details className="group" open={category !== undefined}>
        <summary className="w-fit rounded-xs text-soft">Category: {category?.name ?? 'any'}</summary>
        <ul className="mt-2 flex flex-wrap gap-1.5">
          <Choice
            href={incidentsAddress({ ...filter, category: undefined })}
            text="any"
            isChosen={category === undefined}
          />
          {CATEGORIES.map(({ slug, name }) => (
            <Choice
              key={slug}
              href={incidentsAddress({ ...filter, category: slug })}
              text={name}
              isChosen={slug === filter.category}
            />
          ))}
        </ul>
      </details>
    </nav>
  )
}

function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1.5">
      <span className="w-28 text-soft">{label}</span>
      <ul aria-label={label} className="flex flex-wrap gap-1.5">
        {children}
      </ul>
    </div>
  )
}

function Choice({ href, text, isChosen }: { href: string; text: string; isChosen: boolean }) {
  return (
    <li>
      <a href={href} className="chip" aria-current={isChosen ? 'true' : undefined}>
        {text}
      </a>
    </li>
  )
}
