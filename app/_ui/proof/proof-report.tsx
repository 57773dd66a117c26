import { idToPath } from 'assay-verify/subject-id'
import type { Health } from '@/lib/contract/shapes/health'
import type { ScoreAnswer } from '@/lib/contract/shapes/score'
import type { DeclarationsAnswer } from '@/lib/declarations/contract/declarations'
import { Card } from '../card'
import { PartHead, shownName } from '../server/subject-head'
import { statusWord } from '../status'
import { Assessment } from './assessment'
import { Attestation } from './attestation'
import { AxesList } from './axes'
import { Badge } from './badge'
import { CatalogEntry, type CatalogFacts } from './catalog-entry'
import { DeclarationFacts, hasDeclarationFacts } from './declarations'
import { ForecastTable, UptimeTable } from './observed-figures'
import { type ListedProbe, Probes } from './probes'
import { ScoreBreakdown } from './score-breakdown'

interface ProofReportProps {
  entry: CatalogFacts & { toolId: string; name: string; title: string | null }
  health: Health
  rating: ScoreAnswer
  declared: DeclarationsAnswer
  probes: readonly ListedProbe[]
  categories: readonly { slug: string; name: string }[]
  baseUrl: string
}

/** What the state and the score of a server or tool rest on, and how to check it. */
export function ProofReport(props: ProofReportProps) {
  const { entry, health, rating, declared, probes, categories, baseUrl } = props
  const path = idToPath(entry.toolId)
  const isUnobserved = health.forecast.basis === 'population'
  return (
    <article>
      <PartHead
        entry={entry}
        part="Proof"
        name={`Proof: ${shownName(entry)}`}
        description="What was checked, how the score was computed, and a signature that anyone can verify."
      />
      <div className="mt-6 grid grid-cols-1 items-start gap-5 lg:grid-cols-2 [&>*]:min-w-0">
        <Card id="verdict" title="Why this state" className="lg:col-span-2">
          <Assessment health={health} />
          <div className="mt-6 border-rule border-t pt-5">
            <AxesList axes={health.axes} evidence={health.evidence} />
          </div>
        </Card>
        <Card
          id="score"
          title="How the score was computed"
          note={<ScoreNote rating={rating} path={path} />}
          className="lg:col-span-2"
        >
          {isUnobserved ? (
            <p className="text-soft">
              Nothing of it was observed, so no score is shown. The API has a number, because its interface promises
              one; its grade is “unrated” and its confidence 0.
            </p>
          ) : (
            <ScoreBreakdown rating={rating} />
          )}
        </Card>
        <Card id="uptime" title="Uptime" note="share of the observed time">
          <UptimeTable uptime={health.uptime} />
        </Card>
        <Card id="forecast" title="Forecast" note="from the frequency and length of its outages">
          <ForecastTable forecast={health.forecast} />
        </Card>
        <Card
          id="checks"
          title="Raw checks"
          note={
            <a href={`/probes/${idToPath(entry.serverId)}`} rel="nofollow">
              All that was sent to it
            </a>
          }
          className="lg:col-span-2"
        >
          <Probes probes={probes} />
        </Card>
        <Card id="signature" title="Signature" note="anyone can verify it" className="lg:col-span-2">
          <Attestation toolId={entry.toolId} attestation={rating.attestation} log={rating.log} baseUrl={baseUrl} />
        </Card>
        {hasDeclarationFacts(declared) && (
          <Card
            id="declarations"
            title="What its server declares besides tools"
            note={<a href={`/v1/declarations/${path}`}>as JSON</a>}
            className="lg:col-span-2"
          >
            <DeclarationFacts declared={declared} />
          </Card>
        )}
        <Card id="badge" title="Badge" note="for a README">
          <Badge kind={entry.kind} path={path} baseUrl={baseUrl} alt={badgeText(health)} />
        </Card>
        <Card id="catalog" title="Catalog entry" note="declared, not verified by us">
          <CatalogEntry entry={entry} categories={categories} />
        </Card>
      </div>
    </article>
  )
}

/** What the badge shows, for who cannot see it: the state, then the grade. */
function badgeText({ status, axes, reasons, grade }: Health): string {
  const word = statusWord(status, axes.access, reasons)
  return grade === 'unrated' ? word : `${word}, grade ${grade}`
}

function ScoreNote({ rating, path }: { rating: ScoreAnswer; path: string }) {
  return (
    <>
      <a href="/trust/method">Method</a> · formula <code className="font-mono">{rating.formula}</code> ·{' '}
      <a href={`/v1/score/${path}?explain=1`}>all inputs as JSON</a>
    </>
  )
}
