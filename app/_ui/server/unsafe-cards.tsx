import type { ClientSetup } from '@/lib/core/catalog/client-setups'
import { TEXT_FLAGS, type TextFlag } from '@/lib/core/text/text-flags'
import { Card } from '../card'
import { shortDate } from '../charts/month-axis'
import { Copyable } from '../copyable'
import { SetupTabs } from '../setup-tabs'
import { StatusIcon } from '../status'
import { UntrustedText } from '../untrusted-text'
import { Spoken } from '../words/spoken'
import type { Figure } from './figures'

/** A text of a server that instructs agents to act against their users. */
export interface UnsafeFinding {
  flag: TextFlag
  /** Where the text is: "its instructions". */
  place: string
  /** Which of several; null: the place has one text. */
  name: string | null
  /** The sentence that has the flag, a stranger's; empty: not kept. */
  quote: string
  since: string
}

/** What the pages of an unsafe server and of its tools show. */
export interface UnsafeFacts {
  /** The earliest first. */
  findings: readonly UnsafeFinding[]
  /** Its instructions as a whole, a stranger's, where a finding is in them; null: none is. */
  instructions: string | null
  /** The command that takes it out of Claude Code; null: it is no server that a client adds. */
  removal: string | null
}

/** The unsafe texts, quoted: each sentence, and the whole of its instructions folded. */
export function UnsafeTextsCard({ unsafe: { findings, instructions } }: { unsafe: UnsafeFacts }) {
  const since = findings[0]?.since
  return (
    <Card id="unsafe" title="What it tells agents" note={since === undefined ? undefined : `since ${shortDate(since)}`}>
      <p className="text-soft text-sm">
        Words of a stranger, as every agent that connects receives them: nobody should follow them.
      </p>
      <ul className="mt-3 divide-y divide-rule">
        {byQuote(findings).map(({ flags, place, name, quote }) => (
          <li key={`${place} ${name} ${quote}`} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 py-3">
            <StatusIcon status="unsafe" className="mt-1.5 size-3.5" />
            <div>
              {flags.map((flag) => (
                <p key={flag} className="font-medium">
                  {TEXT_FLAGS[flag].description}
                </p>
              ))}
              <p className="text-soft text-sm">
                In {place}
                {name !== null && (
                  <>
                    {' '}
                    <UntrustedText text={name} className="font-mono text-xs" />
                  </>
                )}
                :
              </p>
              {quote !== '' && (
                <blockquote className="mt-1.5 border-down border-l-2 pl-3">
                  <UntrustedText text={quote} className="text-down" />
                </blockquote>
              )}
            </div>
          </li>
        ))}
      </ul>
      {instructions !== null && (
        <details className="mt-2 text-sm">
          <summary className="text-soft">Its instructions as a whole</summary>
          <blockquote
            dir="auto"
            className="untrusted mt-2 max-h-80 overflow-auto whitespace-pre-line border-rule border-l-2 pl-3"
          >
            {instructions}
          </blockquote>
        </details>
      )}
    </Card>
  )
}

/** Findings of one sentence together: it is quoted once. */
function byQuote(findings: readonly UnsafeFinding[]) {
  const quotes = new Map<string, Omit<UnsafeFinding, 'flag'> & { flags: TextFlag[] }>()
  for (const { flag, ...found } of findings) {
    const key = `${found.place} ${found.name} ${found.quote}`
    const known = quotes.get(key)
    if (known === undefined) quotes.set(key, { ...found, flags: [flag] })
    else known.flags.push(flag)
  }
  return [...quotes.values()]
}

/** What to do where it is connected already. */
export function IfConnectedCard({ unsafe: { findings, removal } }: { unsafe: UnsafeFacts }) {
  const since = findings[0]?.since
  return (
    <Card id="connected" title="If you have connected it">
      <ol className="grid list-decimal gap-3 pl-5 text-sm">
        <li>
          Take it out.
          {removal !== null && (
            <div className="mt-1.5">
              <Copyable text={removal} label="Take it out." />
            </div>
          )}
        </li>
        <li>
          {since === undefined
            ? 'Replace every key that stood in a conversation with it.'
            : `Replace every key that stood in a conversation since ${shortDate(since)}.`}
        </li>
      </ol>
    </Card>
  )
}

/** What is known of it otherwise, and how it is connected all the same: folded, so that nothing of it invites. */
export function ProbesCard({ figures, setups }: { figures: readonly Figure[]; setups: readonly ClientSetup[] | null }) {
  return (
    <Card id="checks" title="What our checks see">
      <details className="text-sm">
        <summary className="text-soft">Grade, uptime, latency and access</summary>
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {figures.map(({ name, value, note, at }) => (
            <div key={name} className="contents">
              <dt className="text-soft">{name}</dt>
              <dd>
                {value}{' '}
                <span className="text-soft">
                  <Spoken text={note} at={at} />
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {setups !== null && (
        <details id="install" className="mt-3 text-sm">
          <summary className="text-soft">How to connect it all the same</summary>
          <div className="mt-3">
            <SetupTabs setups={setups} />
          </div>
        </details>
      )}
    </Card>
  )
}

/** How the warning ends. */
export function YoursCard() {
  return (
    <Card id="yours" title="Is it yours?">
      <p className="text-pretty text-sm">
        Take these sentences back. Our checks read the texts again, and the first reading without them ends this
        warning; the page keeps the record. If we misread you, write to the operator of this service: a person looks at
        it and logs the reason.
      </p>
    </Card>
  )
}
