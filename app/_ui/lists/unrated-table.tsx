import { idToPath } from 'assay-verify/subject-id'
import { formatCount, formatDay, shortened } from '../format'
import { PublisherState, type ShownPublisher } from '../publisher'
import { UntrustedText } from '../untrusted-text'

/** A product that nobody has checked yet, with what is known of it. */
interface UnratedRow {
  serverId: string
  title: string
  /** Empty: it has none. */
  description: string
  /** null: not resolved yet. */
  publisher: ShownPublisher | null
  /** How it can be had, in words; empty: the catalog does not say. */
  ways: readonly string[]
  /** 0: none are known. */
  tools: number
  /** null: not known. */
  license: string | null
  /** ISO 8601; null: not known. */
  lastReleaseAt: string | null
}

/** What has no rank: products by what is known of them, without numbers. On a phone each row becomes a block. */
export function UnratedTable({ caption, rows }: { caption: string; rows: readonly UnratedRow[] }) {
  return (
    <table className="data-table data-table-stacked unrated-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Publisher</th>
          <th scope="col">Way in</th>
          <th scope="col">Tools</th>
          <th scope="col">Licence</th>
          <th scope="col">Last release</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.serverId}>
            <th scope="row">
              <a href={`/server/${idToPath(row.serverId)}`} className="quiet-link clamp-2 font-semibold">
                <UntrustedText text={row.title} />
              </a>
              <div dir="auto" className="untrusted clamp-1 text-soft text-xs leading-6">
                {row.description === '' ? 'No text' : row.description}
              </div>
            </th>
            <td data-label="Publisher">
              <Publisher publisher={row.publisher} />
            </td>
            <td data-label="Way in">{row.ways.length === 0 ? NOT_KNOWN : row.ways.join(', ')}</td>
            <td data-label="Tools" className="short">
              {row.tools === 0 ? <span className="text-soft">not listed</span> : formatCount(row.tools)}
            </td>
            <td data-label="Licence" className="short">
              {row.license === null ? NOT_KNOWN : <UntrustedText text={shortened(row.license, LICENSE_LENGTH)} />}
            </td>
            <td data-label="Last release" className="short">
              {row.lastReleaseAt === null ? (
                NOT_KNOWN
              ) : (
                <time dateTime={row.lastReleaseAt}>{formatDay(row.lastReleaseAt)}</time>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const LICENSE_LENGTH = 18
const NOT_KNOWN = <span className="text-soft">not known</span>

function Publisher({ publisher }: { publisher: ShownPublisher | null }) {
  if (publisher === null) return NOT_KNOWN
  return (
    <>
      {publisher.name !== null && <UntrustedText text={publisher.name} className="clamp-1" />}
      <div className="text-soft text-xs leading-6">
        <PublisherState state={publisher.state} />
      </div>
    </>
  )
}
