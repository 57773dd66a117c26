import { idToPath } from 'assay-verify/subject-id'
import type { Access } from 'assay-verify/verdict'
import { Breadcrumbs } from './breadcrumbs'
import { SoftwareApplication } from './software-application'

interface ServerDataProps {
  entry: {
    serverId: string
    serverTitle: string
    description: string
    repository: string | null
    license: string | null
    firstSeenAt: string
  }
  /** Its first category; null: it has none. */
  category: { slug: string; name: string } | null
  /** Observed before declared. */
  access: Access
  baseUrl: string
}

/** The structured data of a server's page: its place below its category, and what it is. */
export function ServerData({ entry, category, access, baseUrl }: ServerDataProps) {
  const { serverId, serverTitle, ...facts } = entry
  const path = `/server/${idToPath(serverId)}`
  return (
    <>
      <Breadcrumbs trail={[...trailOf(category), { name: serverTitle, path }]} baseUrl={baseUrl} />
      <SoftwareApplication
        name={serverTitle}
        description={facts.description}
        path={path}
        category={category?.name ?? null}
        repository={facts.repository}
        license={facts.license}
        isFree={access === 'open'}
        firstSeenAt={facts.firstSeenAt}
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

function trailOf(category: { slug: string; name: string } | null) {
  return category === null ? [] : [{ name: category.name, path: `/category/${category.slug}` }]
}
