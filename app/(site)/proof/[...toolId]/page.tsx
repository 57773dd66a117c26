import { idToPath } from 'assay-verify/subject-id'
import type { Metadata } from 'next'
import { pageMetadata, unknownIdMetadata } from '@/app/_ui/layout/page-metadata'
import { ProofReport } from '@/app/_ui/proof/proof-report'
import { missingSubject } from '@/app/(site)/_read/missing'
import { idOf, idOfDecoded, readProof } from '@/app/(site)/_read/subject'
import { config } from '@/lib/config'
import { CATEGORIES } from '@/lib/core/catalog/taxonomy'

export async function generateMetadata({ params }: PageProps<'/proof/[...toolId]'>): Promise<Metadata> {
  const { toolId } = await params
  const reading = await readProof(idOfDecoded(toolId))
  if (!reading.known) return unknownIdMetadata(reading.nearest)
  const { entry, health } = reading.facts
  const path = idToPath(entry.toolId)
  const name = entry.kind === 'server' ? entry.serverTitle : entry.name
  return pageMetadata({
    title: `Proof: ${name}`,
    description: `What the answer about ${name} rests on: its checks, the components of its score, and a signature to verify.`,
    isIndexed: health.asOf !== null,
    path: `/proof/${path}`,
    json: `/v1/score/${path}?explain=1`,
  })
}

export default async function ProofPage({ params }: PageProps<'/proof/[...toolId]'>) {
  const { toolId } = await params
  const reading = await readProof(idOf(toolId))
  if (!reading.known) return missingSubject(reading)
  const { entry } = reading.facts
  const categories = CATEGORIES.filter(({ slug }) => entry.categories.includes(slug))
  return <ProofReport {...reading.facts} categories={categories} baseUrl={config().baseUrl} />
}
