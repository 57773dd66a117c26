import { idToPath } from 'assay-verify/subject-id'
import type { Health } from '@/lib/contract/shapes/health'
import type { CatalogFacts } from '../server/server-facts'
import { Breadcrumbs } from './breadcrumbs'
import { SoftwareApplication } from './software-application'

interface ServerDataProps {
  entry: { serverId: string; serverTitle: string; description: string; repository: string | null }
  catalog: Pick<CatalogFacts, 'licence' | 'release'>
  /** Its first category; null: it has none. */
  category: { slug: string; name: string } | null
  health: Pick<Health, 'asOf'> & { axes: Pick<Health['axes'], 'access'> }
  baseUrl: string
}

/** The structured data of a server's page: its place below its category, and what it is. */
export function ServerData({ entry, catalog: { licence, release }, category, health, baseUrl }: ServerDataProps) {
  const { serverId, serverTitle, description, repository } = entry
  const path = `/server/${idToPath(serverId)}`
  return (
    <>
      <Breadcrumbs trail={[...trailOf(category), { name: serverTitle, path }]} baseUrl={baseUrl} />
      <SoftwareApplication
        name={serverTitle}
        description={description}
        path={path}
        category={category?.name ?? null}
        repository={repository}
        licence={licence?.address ?? null}
        version={release.version}
        releasedAt={release.at}
        // Before the first check, access is what a catalog declares.
        isFree={health.asOf !== null && health.axes.access === 'open'}
        checkedAt={health.asOf}
        baseUrl={baseUrl}
      />
    </>
  )
}

/** The structured data of a tool's page: its place below its server. */
export function ToolData({
  entry,
  category,
  baseUrl,
}: {
  entry: { toolId: string; name: string; serverId: string; serverTitle: string }
  category: { slug: string; name: string } | null
  baseUrl: string
}) {
  const server = { name: entry.serverTitle, path: `/server/${idToPath(entry.serverId)}` }
  const tool = { name: entry.name, path: `/tool/${idToPath(entry.toolId)}` }
  return <Breadcrumbs trail={[...trailOf(category), server, tool]} baseUrl={baseUrl} />
}

export function trailOf(category: { slug: string; name: string } | null) {
  return category === null ? [] : [{ name: category.name, path: `/category/${category.slug}` }]
}
