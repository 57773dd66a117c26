import { idToPath } from 'assay-verify/subject-id'
import { plural } from 'assay-verify/text/plural'
import type { Metadata } from 'next'
import type { Remote } from '@/lib/core/catalog/catalog'
import { pageMetadata } from '../layout/page-metadata'
import { serverInSentence, serverPageTitle } from '../layout/page-titles'
import { plainText } from '../words/spoken'
import { isWatched, offeredTools, type ServerFacts, serverStatusSummary } from './server-facts'

type Facts = Omit<ServerFacts, 'category'> & {
  entry: ServerFacts['entry'] & { remotes: readonly Remote[]; productId: string | null }
}

/** What the head of a server's page says: no more than the page has. */
export function serverMetadata(facts: Facts): Metadata {
  const { entry, health, unsafe } = facts
  const path = idToPath(entry.serverId)
  const headline = plainText(serverStatusSummary(facts).headline)
  const lists = listsOf(facts)
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
    ...(entry.productId !== null && { canonical: `/product/${encodeURIComponent(entry.productId)}` }),
    json: `/v1/health/${path}`,
  })
}

/** What the page of a server that is not watched has: "7 tools", "packages", "keys". */
function listsOf(facts: Facts): string[] {
  const { ways, inputs } = facts.catalog
  const tools = offeredTools(facts)
  return [
    ...(tools > 0 ? [`${tools} ${plural(tools, 'tool')}`] : []),
    ...(ways.some(({ kind }) => kind === 'package') ? ['packages'] : ways.length > 0 ? ['address'] : []),
    ...(inputs.length > 0 ? ['keys'] : []),
  ]
}
