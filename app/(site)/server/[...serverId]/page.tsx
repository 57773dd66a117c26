import { idToPath } from 'assay-verify/subject-id'
import type { Metadata } from 'next'
import { permanentRedirect } from 'next/navigation'
import { unknownIdMetadata } from '@/app/_ui/layout/page-metadata'
import { serverMetadata } from '@/app/_ui/server/server-metadata'
import { ServerReport } from '@/app/_ui/server/server-report'
import { ServerData } from '@/app/_ui/structured/server-data'
import { missingSubject } from '@/app/(site)/_read/missing'
import { readProductName } from '@/app/(site)/_read/product'
import { idOf, idOfDecoded, readServer } from '@/app/(site)/_read/subject'
import { config } from '@/lib/config'
import { CATEGORIES } from '@/lib/core/catalog/taxonomy'
import { askStatus } from '@/lib/runtime/pages/page-status'

export async function generateMetadata({ params }: PageProps<'/server/[...serverId]'>): Promise<Metadata> {
  const { serverId } = await params
  const id = idOfDecoded(serverId)
  const reading = await readServer(id)
  if (!reading.known) return unknownIdMetadata(reading.nearest)
  if (reading.facts === null) permanentRedirect(`/tool/${idToPath(id ?? '')}`)
  return serverMetadata(reading.facts)
}

export default async function ServerPage({ params, searchParams }: PageProps<'/server/[...serverId]'>) {
  const { serverId } = await params
  const id = idOf(serverId)
  const reading = await readServer(id)
  if (!reading.known) return missingSubject(reading)
  if (reading.facts === null) permanentRedirect(`/tool/${idToPath(id ?? '')}`)
  const { entry, catalog, health, checkNow } = reading.facts
  const wasRefused = (await searchParams).check === 'limited'
  // What its registry deleted is gone for good; the page says what replaces it.
  if (entry.isDeleted) askStatus(410)
  const product = entry.productId === null ? null : await readProductName(entry.productId)
  const category = CATEGORIES.find(({ slug }) => entry.categories.includes(slug)) ?? null
  return (
    <>
      <ServerReport
        facts={{ ...reading.facts, category, product, checkNow: checkNow && { ...checkNow, wasRefused } }}
        now={new Date()}
      />
      <ServerData entry={entry} catalog={catalog} category={category} health={health} baseUrl={config().baseUrl} />
    </>
  )
}
