import { idToPath } from 'assay-verify/subject-id'
import type { Metadata } from 'next'
import { permanentRedirect } from 'next/navigation'
import { pageMetadata, unknownIdMetadata } from '@/app/_ui/layout/page-metadata'
import { toolPageTitle } from '@/app/_ui/layout/page-titles'
import { isWatched } from '@/app/_ui/server/server-facts'
import { statusWord } from '@/app/_ui/status'
import { ToolData } from '@/app/_ui/structured/server-data'
import { ToolReport } from '@/app/_ui/tool/tool-report'
import { missingSubject } from '@/app/(site)/_read/missing'
import { idOf, idOfDecoded, readTool } from '@/app/(site)/_read/subject'
import { config } from '@/lib/config'
import { CATEGORIES } from '@/lib/core/catalog/taxonomy'

export async function generateMetadata({ params }: PageProps<'/tool/[...toolId]'>): Promise<Metadata> {
  const { toolId } = await params
  const id = idOfDecoded(toolId)
  const reading = await readTool(id)
  if (!reading.known) return unknownIdMetadata(reading.nearest)
  if (reading.facts === null) permanentRedirect(`/server/${idToPath(id ?? '')}`)
  const { health, entry } = reading.facts
  const path = idToPath(health.toolId)
  const word = entry.removedAt === null ? statusWord(health.status, health.axes.access, health.reasons) : 'Removed'
  return pageMetadata({
    title: toolPageTitle(entry, { isUnsafe: reading.facts.unsafe !== null, isWatched: isWatched(health) }),
    description: `${entry.name} of ${entry.serverTitle}: ${word}. How to call it, what to use instead. ${entry.description}`,
    path: `/tool/${path}`,
    json: `/v1/health/${path}`,
    isIndexed: health.asOf !== null,
    image: {
      url: `/picture/server/${idToPath(entry.serverId)}`,
      alt: `${entry.serverTitle}, the server of ${entry.name}. The tool: ${word}`,
    },
  })
}

export default async function ToolPage({ params }: PageProps<'/tool/[...toolId]'>) {
  const { toolId } = await params
  const id = idOf(toolId)
  const reading = await readTool(id)
  if (!reading.known) return missingSubject(reading)
  if (reading.facts === null) permanentRedirect(`/server/${idToPath(id ?? '')}`)
  const { entry } = reading.facts
  const category = CATEGORIES.find(({ slug }) => entry.categories.includes(slug)) ?? null
  return (
    <>
      <ToolReport facts={{ ...reading.facts, category }} now={new Date()} />
      <ToolData entry={entry} category={category} baseUrl={config().baseUrl} />
    </>
  )
}
