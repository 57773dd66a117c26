import type { Metadata } from 'next'
import { pageMetadata, unknownIdMetadata } from '@/app/_ui/layout/page-metadata'
import { STATUS_DISPLAY } from '@/app/_ui/status'
import { ToolReport } from '@/app/_ui/tool/tool-report'
import { missingSubject } from '@/app/(site)/_read/missing'
import { idOf, idOfDecoded, readTool } from '@/app/(site)/_read/subject'
import { config } from '@/lib/config'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { CATEGORIES } from '@/lib/core/catalog/taxonomy'

export async function generateMetadata({ params }: PageProps<'/tool/[...toolId]'>): Promise<Metadata> {
  const { toolId } = await params
  const reading = await readTool(idOfDecoded(toolId))
  if (!reading.known) return unknownIdMetadata(reading.nearest)
  const { health, entry } = reading.facts
  const path = idToPath(health.toolId)
  return pageMetadata({
    title: `${entry.title ?? entry.name}: ${STATUS_DISPLAY[health.status].word}`,
    description: `${entry.name} of ${entry.serverTitle}: ${health.status}, scored ${health.score} of 100. ${health.reasons[0]?.text ?? ''}`,
    path: `/tool/${path}`,
    json: `/v1/health/${path}`,
  })
}

export default async function ToolPage({ params }: PageProps<'/tool/[...toolId]'>) {
  const { toolId } = await params
  const reading = await readTool(idOf(toolId))
  if (!reading.known) return missingSubject(reading.nearest)
  const { entry } = reading.facts
  const categories = CATEGORIES.filter(({ slug }) => entry.categories.includes(slug))
  return <ToolReport {...reading.facts} categories={categories} baseUrl={config().baseUrl} now={new Date()} />
}
