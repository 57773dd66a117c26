import { idToPath } from 'assay-verify/subject-id'
import { plural } from 'assay-verify/text/plural'
import type { Metadata } from 'next'
import { permanentRedirect } from 'next/navigation'
import { pageMetadata, unknownIdMetadata } from '@/app/_ui/layout/page-metadata'
import { serverInSentence, serverPageTitle } from '@/app/_ui/layout/page-titles'
import { isWatched, offeredTools, serverStatusSummary } from '@/app/_ui/server/server-facts'
import { ServerReport } from '@/app/_ui/server/server-report'
import { ServerData } from '@/app/_ui/structured/server-data'
import { plainText } from '@/app/_ui/words/spoken'
import { missingSubject } from '@/app/(site)/_read/missing'
import { idOf, idOfDecoded, readServer } from '@/app/(site)/_read/subject'
import type { serverPage } from '@/lib/api/page-data/server-page'
import { config } from '@/lib/config'
import { CATEGORIES } from '@/lib/core/catalog/taxonomy'
import { askStatus } from '@/lib/runtime/pages/page-status'

type Facts = Awaited<ReturnType<typeof serverPage>>

export async function generateMetadata({ params }: PageProps<'/server/[...serverId]'>): Promise<Metadata> {
  const { serverId } = await params
  const id = idOfDecoded(serverId)
  const reading = await readServer(id)
  if (!reading.known) return unknownIdMetadata(reading.nearest)
  if (reading.facts === null) permanentRedirect(`/tool/${idToPath(id ?? '')}`)
  const { entry, health, unsafe } = reading.facts
  const path = idToPath(entry.serverId)
  const headline = plainText(serverStatusSummary(reading.facts).headline)
  const lists = listsOf(reading.facts)
  const watched = isWatched(health)
  const about = watched
    ? `Uptime of 90 days, latency, outages, changes and alternatives of ${serverInSentence(entry)}.`
    : `What is known of ${serverInSentence(entry)}${lists.length === 0 ? '' : `: ${lists.join(', ')}`}.`
  return pageMetadata({
    title: serverPageTitle(entry, { isUnsafe: unsafe !== null, isWatched: watched, lists }),
    image: { url: `/picture/server/${path}`, alt: `${entry.serverTitle}: ${headline}` },
    description: `${headline}. ${about} ${entry.description}`,
    // What was never checked has nothing that its catalogs do not say themselves.
    isIndexed: health.asOf !== null,
    path: `/server/${path}`,
    json: `/v1/health/${path}`,
  })
}

/** What the page of a server that is not watched has: "7 tools", "packages", "keys". */
function listsOf(facts: Facts): string[] {
  const { ways, inputs } = facts.catalog
  const tools = offeredTools(facts)
  return [
    ...(tools > 0 ? [`${tools} ${plural(tools, 'tool')}`] : []),
    ...(ways.length > 0 ? [facts.entry.packages.length > 0 ? 'packages' : 'address'] : []),
    ...(inputs.length > 0 ? ['keys'] : []),
  ]
}

export default async function ServerPage({ params }: PageProps<'/server/[...serverId]'>) {
  const { serverId } = await params
  const id = idOf(serverId)
  const reading = await readServer(id)
  if (!reading.known) return missingSubject(reading.nearest)
  if (reading.facts === null) permanentRedirect(`/tool/${idToPath(id ?? '')}`)
  const { entry, catalog, health } = reading.facts
  // What its registry deleted is gone for good; the page says what replaces it.
  if (entry.isDeleted) askStatus(410)
  const category = CATEGORIES.find(({ slug }) => entry.categories.includes(slug)) ?? null
  return (
    <>
      <ServerReport facts={{ ...reading.facts, category }} now={new Date()} />
      <ServerData entry={entry} catalog={catalog} category={category} health={health} baseUrl={config().baseUrl} />
    </>
  )
}
