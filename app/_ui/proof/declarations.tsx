import { TEXT_FLAGS } from '@/lib/core/text/text-flags'
import type { DeclarationsAnswer } from '@/lib/declarations/contract/declarations'
import { formatCount } from '../format'
import { Timestamp } from '../timestamp'
import { UntrustedParagraph } from '../untrusted-text'

/** What a server declares besides its tools: the open change, flags, instructions, and what its tools cost. */
export function DeclarationFacts({ declared }: { declared: DeclarationsAnswer }) {
  const { openChange, flags, instructions, cost, card } = declared
  return (
    <div className="grid gap-5">
      {openChange !== null && (
        <p className="untrusted border-degraded border-l-2 pl-4">
          Changed <Timestamp at={openChange.at} />: {openChange.text}
        </p>
      )}
      {flags.length > 0 && (
        <ul className="list-disc pl-5 text-sm leading-6">
          {flags.map(({ flag, part, name, share }) => (
            <li key={`${flag} ${part} ${name}`}>
              <code className="font-mono">{flag}</code> ({part}
              {name !== null && <span className="untrusted"> {name}</span>}): {TEXT_FLAGS[flag].description}
              {share !== null && ` ${formatShare(share)} of all servers have this flag.`}
            </li>
          ))}
        </ul>
      )}
      {card !== null && card.conflicts.length > 0 && (
        <p>Its server card disagrees with it in {card.conflicts.join(', ')}.</p>
      )}
      {instructions !== null && instructions !== '' && (
        <UntrustedParagraph text={instructions} className="line-clamp-6 max-w-3xl text-sm" />
      )}
      {cost !== null && (
        <p>
          Its tools take {formatCount(cost.tokens)} tokens of a prompt (
          <code className="font-mono">{cost.tokenizer}</code>).
        </p>
      )}
    </div>
  )
}

/** Whether there is anything to show. */
export function hasDeclarationFacts({ openChange, flags, instructions, cost }: DeclarationsAnswer): boolean {
  return openChange !== null || flags.length > 0 || (instructions !== null && instructions !== '') || cost !== null
}

function formatShare(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}
