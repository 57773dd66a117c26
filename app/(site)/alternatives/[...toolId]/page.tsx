import type { Metadata } from 'next'
import { formatShare } from '@/app/_ui/format'
import { pageMetadata, unknownIdMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { AlternativesTable } from '@/app/_ui/lists/alternatives-table'
import { FaultNote } from '@/app/_ui/recommendation'
import { StatusBadge } from '@/app/_ui/status'
import { UntrustedText } from '@/app/_ui/untrusted-text'
import { missingSubject } from '@/app/(site)/_read/missing'
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
    description: `Alternatives to ${entry.name} of ${entry.serverTitle}: working tools from other repositories, best first.`,
    path,
    json: `/v1${path}`,
  })
}

export default async function AlternativesPage({ params }: PageProps<'/alternatives/[...toolId]'>) {
  const { toolId } = await params
  const reading = await readAlternatives(idOf(toolId))
  if (!reading.known) return missingSubject(reading.nearest)
  const { health, entry, alternatives, floor, reason } = reading.facts
  return (
    <>
      <PageHeader above="Alternatives to" title={<UntrustedText text={entry.name} />}>
        <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
          <StatusBadge status={health.status} />
          <a href={`/tool/${idToPath(entry.toolId)}`} className="untrusted font-mono text-sm">
            {entry.toolId}
          </a>
        </p>
        <FaultNote {...health} />
      </PageHeader>
      {reason !== null ? (
        <p className="max-w-xl text-pretty text-lg">No alternatives found. {reason.text}</p>
      ) : (
        <AlternativesTable alternatives={alternatives} caption={`Alternatives to ${entry.name}`} />
      )}
      <p className="mt-6 text-soft text-sm">
        Tools from the same repository or backend, tools that are down and tools less than {formatShare(floor, 0)}{' '}
        similar are left out. Tools that are up come first, then the most similar.{' '}
        <a href={`/v1/alternatives/${idToPath(entry.toolId)}`}>View as JSON</a>.
      </p>
    </>
  )
}
