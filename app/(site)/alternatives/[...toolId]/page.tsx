import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { FaultNote } from '@/app/_ui/advice'
import { Foreign } from '@/app/_ui/foreign-text'
import { pageMetadata, unknownIdMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHead } from '@/app/_ui/layout/section'
import { AlternativesTable } from '@/app/_ui/lists/alternatives-table'
import { StatusBadge } from '@/app/_ui/status'
import { idOf, idOfDecoded, readAlternatives } from '@/app/(site)/_read/subject'
import { idToPath } from '@/lib/core/catalog/subject-id'

export async function generateMetadata({ params }: PageProps<'/alternatives/[...toolId]'>): Promise<Metadata> {
  const { toolId } = await params
  const reading = await readAlternatives(idOfDecoded(toolId))
  if (!reading.known) return unknownIdMetadata(reading.nearest)
  const { entry } = reading.facts
  const path = `/alternatives/${idToPath(entry.toolId)}`
  return pageMetadata({
    title: `Alternatives to ${entry.name}`,
    description: `What to use instead of ${entry.name} of ${entry.serverTitle}: live tools of other repositories, best first.`,
    path,
    json: `/v1${path}`,
  })
}

export default async function AlternativesPage({ params }: PageProps<'/alternatives/[...toolId]'>) {
  const { toolId } = await params
  const reading = await readAlternatives(idOf(toolId))
  if (!reading.known) notFound()
  const { health, entry, alternatives } = reading.facts
  return (
    <>
      <PageHead above="What to use instead of" title={<Foreign text={entry.name} />}>
        <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
          <StatusBadge status={health.status} />
          <a href={`/tool/${idToPath(entry.toolId)}`} className="foreign font-mono text-sm">
            {entry.toolId}
          </a>
        </p>
        <FaultNote {...health} />
      </PageHead>
      {alternatives.length === 0 ? (
        <p className="max-w-xl text-pretty text-lg">
          Nothing in the catalog can take its place: no tool of another repository that is not down does the same.
        </p>
      ) : (
        <AlternativesTable alternatives={alternatives} caption={`Alternatives to ${entry.name}`} />
      )}
      <p className="mt-6 text-soft text-sm">
        Never the same repository or backend, never one that is down; the living first, then the most alike.{' '}
        <a href={`/v1/alternatives/${idToPath(entry.toolId)}`}>The same as JSON</a>.
      </p>
    </>
  )
}
