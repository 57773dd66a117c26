import type { ReactNode } from 'react'
import type { Package, Remote, ToolAnnotations } from '@/lib/core/catalog/catalog'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { Foreign, ForeignLink } from '../foreign-text'
import { Instant } from '../instant'

export interface Entry {
  kind: 'server' | 'tool'
  serverId: string
  serverTitle: string
  repository: string | null
  packages: readonly Package[]
  remotes: readonly Remote[]
  annotations: ToolAnnotations | null
  protocolVersion: string | null
  license: string | null
  firstSeenAt: string
}

/** What the catalogs and the server itself say about it; none of it is our finding. */
export function CatalogEntry({
  entry,
  categories,
  now,
}: {
  entry: Entry
  categories: readonly { slug: string; name: string }[]
  now: Date
}) {
  return (
    <dl className="border-rule border-b">
      {entry.kind === 'tool' && (
        <Fact name="Server">
          <a href={`/tool/${idToPath(entry.serverId)}`}>
            <Foreign text={entry.serverTitle} />
          </a>
        </Fact>
      )}
      {entry.repository !== null && (
        <Fact name="Repository">
          <ForeignLink url={entry.repository} />
        </Fact>
      )}
      <Packages packages={entry.packages} />
      <Remotes remotes={entry.remotes} />
      <Hints annotations={entry.annotations} />
      {entry.protocolVersion !== null && <Fact name="MCP revision">{entry.protocolVersion}</Fact>}
      {entry.license !== null && (
        <Fact name="Licence">
          <Foreign text={entry.license} />
        </Fact>
      )}
      {categories.length > 0 && (
        <Fact name="Categories">
          <Categories categories={categories} />
        </Fact>
      )}
      <Fact name="In the catalog since">
        <Instant at={entry.firstSeenAt} now={now} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-1 border-rule border-t py-3 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Packages({ packages }: { packages: readonly Package[] }) {
  if (packages.length === 0) return null
  return (
    <Fact name="Packages">
      <ul className="grid grid-cols-1 gap-1 font-mono">
        {packages.map(({ registry, name, version }) => (
          <li key={`${registry} ${name}`}>
            {registry} <Foreign text={version === undefined ? name : `${name} ${version}`} />
          </li>
        ))}
      </ul>
    </Fact>
  )
}

function Remotes({ remotes }: { remotes: readonly Remote[] }) {
  if (remotes.length === 0) return null
  return (
    <Fact name="Addresses">
      <ul className="grid grid-cols-1 gap-1 font-mono">
        {remotes.map(({ transport, url }) => (
          <li key={`${transport} ${url}`}>
            {transport} {transport.startsWith('http-api') ? <ForeignLink url={url} /> : <Foreign text={url} />}
          </li>
        ))}
      </ul>
    </Fact>
  )
}

const HINTS = [
  { key: 'readOnlyHint', yes: 'only reads', no: 'may change things' },
  { key: 'destructiveHint', yes: 'may destroy', no: 'destroys nothing' },
  { key: 'idempotentHint', yes: 'same effect when repeated', no: 'repeating has a further effect' },
  { key: 'openWorldHint', yes: 'reaches outside systems', no: 'stays in its own system' },
] as const

function Hints({ annotations }: { annotations: ToolAnnotations | null }) {
  const said = HINTS.filter(({ key }) => annotations?.[key] !== undefined).map(({ key, yes, no }) =>
    annotations?.[key] ? yes : no,
  )
  if (said.length === 0) return null
  return <Fact name="It says of itself">{said.join(', ')}</Fact>
}

function Categories({ categories }: { categories: readonly { slug: string; name: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4">
      {categories.map(({ slug, name }) => (
        <li key={slug}>
          <a href={`/category/${slug}`}>{name}</a>
        </li>
      ))}
    </ul>
  )
}
