import { wayStateRow } from '@/lib/products/rules/ways/way-states'
import type { Way } from '@/lib/products/rules/ways/ways'
import { formatTimestamp } from '../format'
import { dateInYear } from '../server/catalog-figures'
import { StatusIcon } from '../status'
import { UntrustedText } from '../untrusted-text'
import { wayPath, wayTitle, wayWord } from './product-facts'

const SHOWN_AT_ONCE = 6

interface WayTabsProps {
  productId: string
  ways: readonly Way[]
  chosen: Way | null
}

/** The ways to get a product, each with its own state, as links: no script is needed. */
export function WayTabs({ productId, ways, chosen }: WayTabsProps) {
  if (ways.length === 0) return null
  const shown = [...new Set([...ways.slice(0, SHOWN_AT_ONCE), ...(chosen === null ? [] : [chosen])])]
  const more = ways.filter((way) => !shown.includes(way))
  return (
    <nav aria-label="Ways to get it" className="mt-6">
      <ul className="way-row">
        {shown.map((way) => (
          <li key={way.slug}>
            <a href={wayPath(productId, way, ways)} aria-current={way === chosen ? 'page' : undefined}>
              <span className="flex items-baseline justify-between gap-x-3">
                <span className="font-semibold">{numbered(way)}</span>
                <span className="flex items-center gap-1.5 whitespace-nowrap text-sm">
                  <StatusIcon status={wayStateRow(way.state).sign} className="size-3.5 self-center" />
                  {wayWord(way)}
                </span>
              </span>
              <UntrustedText text={way.name} className="mt-1 line-clamp-2 font-mono text-xs" />
              <span className="mt-1 block text-soft text-xs">{noteOf(way)}</span>
            </a>
          </li>
        ))}
      </ul>
      {more.length > 0 && (
        <details className="mt-2 text-sm">
          <summary className="text-soft">
            {more.length} more {more.length === 1 ? 'way' : 'ways'}
          </summary>
          <ul className="mt-2 grid gap-1">
            {more.map((way) => (
              <li key={way.slug} className="untrusted">
                <a href={wayPath(productId, way, ways)}>
                  {numbered(way)}: <UntrustedText text={way.name} className="font-mono text-xs" />
                </a>{' '}
                <span className="text-soft">{wayWord(way)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  )
}

/** Remote, Remote 2 */
function numbered(way: Way): string {
  const number = /-(\d+)$/.exec(way.slug)?.[1]
  return number === undefined ? wayTitle(way) : `${wayTitle(way)} ${number}`
}

function noteOf({ medianMs, published, state, since, servers, disputedBy, isTemplate }: Way): string {
  const notes = [
    medianMs === null ? null : `answers in ${medianMs} ms`,
    published === null ? null : releaseOf(published),
    state === 'down' && since !== null ? `since ${formatTimestamp(new Date(since).toISOString())}` : null,
    isTemplate ? 'an address with values to fill in' : null,
    servers.length > 1 ? `in ${servers.length} listings` : null,
    disputedBy.length > 0 ? 'checks of its listings disagree' : null,
  ].filter((note) => note !== null)
  return notes.length === 0 ? wayStateRow(state).sentence : notes.join(' · ')
}

function releaseOf({ version, publishedAt }: NonNullable<Way['published']>): string {
  return publishedAt === null ? version : `${version} of ${dateInYear(new Date(publishedAt).toISOString())}`
}
