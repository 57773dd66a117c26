import type { DeclarationsAnswer } from '@/lib/contract/declarations'
import type { Health, ScoreAnswer } from '@/lib/contract/shapes'
import type { JsonSchema } from '@/lib/core/catalog/catalog'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { Fact } from '../fact'
import { formatScore } from '../format'
import { PageHeader, Section } from '../layout/section'
import { Timestamp } from '../timestamp'
import { UntrustedParagraph, UntrustedText } from '../untrusted-text'
import { Arguments } from './arguments'
import { Assessment } from './assessment'
import { Attestation } from './attestation'
import { AxesList } from './axes'
import { Badge } from './badge'
import { CatalogEntry, type Entry } from './catalog-entry'
import { DeclarationFacts, hasDeclarationFacts } from './declarations'
import { ForecastList } from './forecast'
import { type ProbeRow, Probes } from './probes'
import { ScoreBreakdown } from './score-breakdown'
import { type ToolChangeRow, ToolChanges } from './tool-changes'
import { ToolList, type ToolRow } from './tool-list'
import { UptimeList } from './uptime'

interface Subject extends Entry {
  toolId: string
  name: string
  title: string | null
  description: string
  inputSchema: JsonSchema | null
  removedAt: string | null
  tools: readonly ToolRow[]
  probes: readonly ProbeRow[]
  changes: readonly ToolChangeRow[]
}

interface ReportProps {
  health: Health
  rating: ScoreAnswer
  entry: Subject
  declared: DeclarationsAnswer
  categories: readonly { slug: string; name: string }[]
  baseUrl: string
  now: Date
}

/** The page of a tool or server: assessment, score, uptime, forecast and their evidence. */
export function ToolReport({ health, rating, entry, declared, categories, baseUrl, now }: ReportProps) {
  const path = idToPath(entry.toolId)
  return (
    <article>
      <Head entry={entry} now={now} />
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 pb-12 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <Assessment health={health} now={now} />
          <p className="mt-6">
            <a href={`/alternatives/${path}`}>What to use instead</a>
          </p>
        </div>
        <dl className="grid grid-cols-2 gap-x-10">
          <Fact name="Score" value={formatScore(health.score)} number />
          <Fact name="Grade" value={health.grade} />
        </dl>
      </div>
      <Section id="axes" title="Axes" note="Reachability, access and verification are independent.">
        <AxesList axes={health.axes} />
      </Section>
      <CallOrTools entry={entry} />
      <Section id="score" title="Score" note={<ScoreNote rating={rating} path={path} />}>
        <ScoreBreakdown rating={rating} />
      </Section>
      <Section id="uptime" title="Uptime" note="Share of the observed time, not of the probes.">
        <UptimeList uptime={health.uptime} now={now} />
      </Section>
      <Section id="forecast" title="Forecast" note="From the frequency and length of its outages.">
        <ForecastList forecast={health.forecast} />
      </Section>
      <Section id="evidence" title="Evidence" note="The last probes of its server.">
        <Probes probes={entry.probes} now={now} />
        <p className="mt-4 text-sm">
          <a href={`/probes/${idToPath(entry.serverId)}`} rel="nofollow">
            All that was sent to it
          </a>
        </p>
      </Section>
      {entry.changes.length > 0 && (
        <Section id="changes" title="Changes" note="Changes between listings of its server.">
          <ToolChanges rows={entry.changes} now={now} />
        </Section>
      )}
      {hasDeclarationFacts(declared) && (
        <Section id="declarations" title="Declarations" note={<DeclarationsNote path={path} />}>
          <DeclarationFacts declared={declared} now={now} />
        </Section>
      )}
      <Section id="attestation-section" title="Attestation" note="Signed proof of this rating, verifiable by anyone.">
        <Attestation attestation={rating.attestation} baseUrl={baseUrl} />
      </Section>
      <Section id="badge" title="Badge" note="Current verdict and score, for a README.">
        <Badge path={path} baseUrl={baseUrl} status={health.status} score={health.score} />
      </Section>
      <Section id="catalog" title="Catalog entry" note="Declared by catalogs and by the server; not verified by us.">
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
          <UntrustedText text={entry.serverTitle} />
        </a>
      </>
    )
  return (
    <PageHeader above={above} title={<UntrustedText text={entry.title ?? entry.name} />}>
      <p className="untrusted mt-4 font-mono text-soft text-sm">{entry.toolId}</p>
      {entry.removedAt !== null && (
        <p className="mt-5 border-degraded border-l-2 pl-4">
          Removed: its server stopped listing it <Timestamp at={entry.removedAt} now={now} />.
        </p>
      )}
      {entry.description !== '' && (
        <UntrustedParagraph text={entry.description} className="mt-5 line-clamp-6 max-w-3xl text-lg" />
      )}
    </PageHeader>
  )
}

function CallOrTools({ entry }: { entry: Subject }) {
  if (entry.kind === 'tool') {
    return (
      <Section id="call" title="How to call it" note="As described by its server or catalog.">
        <Arguments name={entry.name} schema={entry.inputSchema} />
      </Section>
    )
  }
  if (entry.tools.length === 0) return null
  return (
    <Section
      id="tools"
      title="Tools"
      note={entry.tools.length === 200 ? 'The first 200.' : `${entry.tools.length} in total.`}
    >
      <ToolList tools={entry.tools} />
    </Section>
  )
}

function DeclarationsNote({ path }: { path: string }) {
  return (
    <>
      What its server sends to agents besides its tools. <a href={`/v1/declarations/${path}`}>All of it as JSON</a>.
    </>
  )
}

function ScoreNote({ rating, path }: { rating: ScoreAnswer; path: string }) {
  return (
    <>
      Formula <code className="font-mono">{rating.formula}</code>. <a href="/trust/method">Methodology</a>.{' '}
      <a href={`/v1/score/${path}?explain=1`}>All inputs as JSON</a>.
    </>
  )
}
