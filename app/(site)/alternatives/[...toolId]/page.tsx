import { idToPath } from 'assay-verify/subject-id'
import type { Metadata } from 'next'
import { formatShare } from '@/app/_ui/format'
import { pageMetadata, unknownIdMetadata } from '@/app/_ui/layout/page-metadata'
import { alternativesPageTitle } from '@/app/_ui/layout/page-titles'
import { AlternativesTable } from '@/app/_ui/lists/alternatives-table'
import { StatusBand } from '@/app/_ui/server/status-band'
import { PartHead, shownName } from '@/app/_ui/server/subject-head'
import { mayBeReplaced, NO_REPLACEMENT } from '@/app/_ui/words/replacement'
import { statusSummaryOf } from '@/app/_ui/words/status-summary'
import { missingSubject } from '@/app/(site)/_read/missing'
import { idOf, idOfDecoded, readAlternatives } from '@/app/(site)/_read/subject'

export async function generateMetadata({ params }: PageProps<'/alternatives/[...toolId]'>): Promise<Metadata> {
  const { toolId } = await params
  const reading = await readAlternatives(idOfDecoded(toolId))
  if (!reading.known) return unknownIdMetadata(reading.nearest)
  const { entry, alternatives } = reading.facts
  const path = `/alternatives/${idToPath(entry.toolId)}`
  const name = entry.kind === 'server' ? entry.serverTitle : entry.name
  return pageMetadata({
    title: alternativesPageTitle(entry, alternatives.length),
    description:
      alternatives.length > 0
        ? `Alternatives to ${name}: tools of other makers beside each other, with state, latency, access and what to change in a call.`
        : `No working tool of another maker is known that does what ${name} does.`,
    isIndexed: alternatives.some(({ status }) => status !== 'unknown'),
    path,
    json: `/v1${path}`,
  })
}

export default async function AlternativesPage({ params }: PageProps<'/alternatives/[...toolId]'>) {
  const { toolId } = await params
  const reading = await readAlternatives(idOf(toolId))
  if (!reading.known) return missingSubject(reading)
  const { health, entry, change, alternatives, floor, reason, strips, latencies } = reading.facts
  const name = shownName(entry)
  const path = idToPath(entry.toolId)
  return (
    <>
      <PartHead
        entry={entry}
        part="Alternatives"
        name={`Alternatives to ${name}`}
        description={
          alternatives.length > 0
            ? 'Tools of other makers that do the same. Those that work come first, then the likeliest to do the same.'
            : ''
        }
      />
      <StatusBand
        status={health.status}
        answer={statusSummaryOf({
          health,
          change,
          kind: entry.kind,
          isRemoved: entry.kind === 'tool' && entry.removedAt !== null,
          isDeleted: entry.isDeleted,
          latencyMs: null,
          hasAlternatives: mayBeReplaced({ alternatives, reason }),
        })}
        alternatives={null}
      />
      <div className="card mt-6 overflow-x-auto">
        {reason !== null ? (
          <p className="text-pretty">{NO_REPLACEMENT[reason.code]}</p>
        ) : (
          <AlternativesTable
            subjectId={entry.toolId}
            alternatives={alternatives.map((one) => ({
              ...one,
              days: strips.get(one.serverId),
              p95Ms: latencies.get(one.serverId),
            }))}
            caption={`Alternatives to ${name}`}
          />
        )}
      </div>
      <p className="mt-4 text-soft text-sm">
        Left out: tools of the same repository or backend, tools that are down or should be avoided, and tools that do
        the same with a probability below {formatShare(floor, 0)}. <a href={`/v1/alternatives/${path}`}>View as JSON</a>
        .
      </p>
    </>
  )
}
