import { UseLink } from '../use/use-link'
import { FigureRow } from './figure-row'
import { figuresOf, unsafeFiguresOf } from './figures'
import { InsteadCard } from './instead-card'
import { offeredTools, type ServerFacts } from './server-facts'
import { ServerHead } from './server-head'
import { Happened, Proof, ServerStatus, ServerTools } from './server-parts'
import { IfConnectedCard, ProbesCard, type UnsafeFacts, UnsafeTextsCard, YoursCard } from './unsafe-cards'

interface UnsafeReportProps {
  facts: ServerFacts
  unsafe: UnsafeFacts
  path: string
  now: Date
}

/**
 * The page of a server whose texts are unsafe: what they say and what to use instead come first, and nothing invites to
 * connect it.
 */
export function UnsafeReport({ facts, unsafe, path, now }: UnsafeReportProps) {
  const { entry, health, alternatives } = facts
  return (
    <article>
      <ServerHead facts={facts} path={path} />
      <ServerStatus facts={facts} path={path} />
      <FigureRow figures={unsafeFiguresOf(unsafe, offeredTools(facts), health.lastProbe)} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <UnsafeTextsCard unsafe={unsafe} />
          <Happened facts={facts} now={now} />
          <YoursCard />
        </div>
        <aside className="grid min-w-0 grid-cols-1 gap-5" aria-label="What to do">
          <InsteadCard subjectId={entry.serverId} answer={alternatives} />
          <IfConnectedCard unsafe={unsafe} />
          <UseLink />
          <ServerTools facts={facts} />
          <ProbesCard figures={figuresOf(facts)} setups={facts.setups} />
          <Proof facts={facts} path={path} />
        </aside>
      </div>
    </article>
  )
}
