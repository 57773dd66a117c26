import type { Health, ScoreAnswer } from '@/lib/contract/shapes'
import type { JsonSchema } from '@/lib/core/catalog/catalog'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { Foreign, ForeignParagraph } from '../foreign-text'
import { Instant } from '../instant'
import { PageHead, Section } from '../layout/section'
import { Arguments } from './arguments'
import { Assessment } from './assessment'
import { Attestation } from './attestation'
import { AxesTable } from './axes'
import { Badge } from './badge'
import { CatalogEntry, type Entry } from './catalog-entry'
import { ForecastTable } from './forecast'
import { type ProbeResult, Probes } from './probes'
import { ScoreSheet } from './score-sheet'
import { SignedSeal } from './signed-seal'
import { type ToolChangeStep, ToolChanges } from './tool-changes'
import { ToolList, type ToolRow } from './tool-list'
import { UptimeTable } from './uptime'

interface Subject extends Entry {
  toolId: string
  name: string
  title: string | null
  description: string
  inputSchema: JsonSchema | null
  removedAt: string | null
  tools: readonly ToolRow[]
  probes: readonly ProbeResult[]
  changes: readonly ToolChangeStep[]
}

interface ReportProps {
  health: Health
  rating: ScoreAnswer
  entry: Subject
  categories: readonly { slug: string; name: string }[]
  baseUrl: string
  now: Date
}

/** Everything we say of one tool or server, and what stands behind each word. */
export function ToolReport({ health, rating, entry, categories, baseUrl, now }: ReportProps) {
  const path = idToPath(entry.toolId)
  return (
    <article>
      <Head entry={entry} now={now} />
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-10 pb-12 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div>
          <Assessment health={health} now={now} />
          <p className="mt-6">
            <a href={`/alternatives/${path}`}>What to use instead</a>
          </p>
        </div>
        <SignedSeal status={health.status} score={health.score} grade={health.grade} asOf={health.asOf} />
      </div>
      <Section id="axes" title="Three questions" note="Kept apart, because none answers another.">
        <AxesTable axes={health.axes} />
      </Section>
      <How entry={entry} />
      <Section id="score" title="Score" note={<ScoreNote rating={rating} path={path} />}>
        <ScoreSheet rating={rating} />
      </Section>
      <Section id="uptime" title="Uptime" note="Integrated over the time we watched, never averaged over samples.">
        <UptimeTable uptime={health.uptime} now={now} />
      </Section>
      <Section id="forecast" title="Forecast" note="From how often it fails and how fast it comes back.">
        <ForecastTable forecast={health.forecast} />
      </Section>
      <Section id="evidence" title="Evidence" note="The last looks at its server, as we recorded them.">
        <Probes probes={entry.probes} now={now} />
      </Section>
      {entry.changes.length > 0 && (
        <Section id="changes" title="Changes" note="What its server changed from one listing to the next.">
          <ToolChanges steps={entry.changes} now={now} />
        </Section>
      )}
      <Section
        id="attestation-section"
        title="Attestation"
        note="Proof that we said this, for anyone you pass it on to."
      >
        <Attestation attestation={rating.attestation} baseUrl={baseUrl} />
      </Section>
      <Section id="badge" title="Badge" note="Its verdict as of now, for a README; it holds no name.">
        <Badge path={path} baseUrl={baseUrl} status={health.status} score={health.score} />
      </Section>
      <Section
        id="catalog"
        title="Catalog entry"
        note="What the catalogs and the server say of themselves; not our finding."
      >
        <CatalogEntry entry={entry} categories={categories} now={now} />
      </Section>
    </article>
  )
}

function Head({ entry, now }: { entry: Subject; now: Date }) {
  const above =
    entry.kind === 'server' ? (
      'Server'
    ) : (
      <>
        Tool of{' '}
        <a href={`/tool/${idToPath(entry.serverId)}`}>
          <Foreign text={entry.serverTitle} />
        </a>
      </>
    )
  return (
    <PageHead above={above} title={<Foreign text={entry.title ?? entry.name} />}>
      <p className="foreign mt-4 font-mono text-soft text-sm">{entry.toolId}</p>
      {entry.removedAt !== null && (
        <p className="mt-5 border-degraded border-l-2 pl-4">
          Gone: its server stopped listing it <Instant at={entry.removedAt} now={now} />.
        </p>
      )}
      {entry.description !== '' && (
        <ForeignParagraph text={entry.description} className="mt-5 line-clamp-6 max-w-3xl text-lg" />
      )}
    </PageHead>
  )
}

function How({ entry }: { entry: Subject }) {
  if (entry.kind === 'tool') {
    return (
      <Section id="call" title="How to call it" note="As its server or its catalog describes it.">
        <Arguments name={entry.name} schema={entry.inputSchema} />
      </Section>
    )
  }
  if (entry.tools.length === 0) return null
  return (
    <Section
      id="tools"
      title="Its tools"
      note={entry.tools.length === 200 ? 'The first 200.' : `${entry.tools.length} in all.`}
    >
      <ToolList tools={entry.tools} />
    </Section>
  )
}

function ScoreNote({ rating, path }: { rating: ScoreAnswer; path: string }) {
  return (
    <>
      Formula <code className="font-mono">{rating.formula}</code>. <a href="/methodology">How we rate</a>.{' '}
      <a href={`/v1/score/${path}?explain=1`}>All that is needed to compute it again</a>.
    </>
  )
}
