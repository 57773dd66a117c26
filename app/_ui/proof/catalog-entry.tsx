import type { ToolAnnotations } from 'assay-verify/catalog-tool'
import { idToPath } from 'assay-verify/subject-id'
import type { ReactNode } from 'react'
import type { Package, Remote } from '@/lib/core/catalog/catalog'
import { Timestamp } from '../timestamp'
import { UntrustedLink, UntrustedText } from '../untrusted-text'

export interface CatalogFacts {
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

/** Data from catalogs and from the server itself, not verified by us. */
export function CatalogEntry({
  entry,
  categories,
}: {
  entry: CatalogFacts
  categories: readonly { slug: string; name: string }[]
}) {
  return (
    <dl className="border-rule border-b">
      {entry.kind === 'tool' && (
        <Field name="Server">
          <a href={`/server/${idToPath(entry.serverId)}`}>
            <UntrustedText text={entry.serverTitle} />
          </a>
        </Field>
      )}
      {entry.repository !== null && (
        <Field name="Repository">
          <UntrustedLink url={entry.repository} />
        </Field>
      )}
      <Packages packages={entry.packages} />
      <Remotes remotes={entry.remotes} />
      <Hints annotations={entry.annotations} />
      {entry.protocolVersion !== null && <Field name="MCP revision">{entry.protocolVersion}</Field>}
      {entry.license !== null && (
        <Field name="Licence">
          <UntrustedText text={entry.license} />
        </Field>
      )}
      {categories.length > 0 && (
        <Field name="Categories">
          <Categories categories={categories} />
        </Field>
      )}
      <Field name="In the catalog since">
        <Timestamp at={entry.firstSeenAt} />
      </Field>
    </dl>
  )
}

function Field({ name, children }: { name: string; children: ReactNode }) {
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
    <Field name="Packages">
      <ul className="grid grid-cols-1 gap-1 font-mono">
        {packages.map(({ registry, name, version }) => (
          <li key={`${registry} ${name}`}>
            {registry} <UntrustedText text={version === undefined ? name : `${name} ${version}`} />
          </li>
        ))}
      </ul>
    </Field>
  )
}

function Remotes({ remotes }: { remotes: readonly Remote[] }) {
  if (remotes.length === 0) return null
  return (
    <Field name="Addresses">
      <ul className="grid grid-cols-1 gap-1 font-mono">
        {remotes.map(({ transport, url }) => (
          <li key={`${transport} ${url}`}>
            {transport} {transport.startsWith('http-api') ? <UntrustedLink url={url} /> : <UntrustedText text={url} />}
          </li>
        ))}
      </ul>
    </Field>
  )
}

const HINTS = [
  { key: 'readOnlyHint', yes: 'read-only', no: 'may change data' },
  { key: 'destructiveHint', yes: 'destructive', no: 'not destructive' },
  { key: 'idempotentHint', yes: 'idempotent', no: 'not idempotent' },
  { key: 'openWorldHint', yes: 'accesses external systems', no: 'no access to external systems' },
] as const

function Hints({ annotations }: { annotations: ToolAnnotations | null }) {
  const hints = HINTS.filter(({ key }) => annotations?.[key] !== undefined).map(({ key, yes, no }) =>
    annotations?.[key] ? yes : no,
  )
  if (hints.length === 0) return null
  return <Field name="Declared behaviour">{hints.join(', ')}</Field>
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
