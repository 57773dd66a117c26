import { type Leaf, leafWords, subjectIdOf } from 'assay-verify/leaves/leaf'
import { idToPath } from 'assay-verify/subject-id'
import { RelativeTime } from '../timestamp'

/** Leaves of the log in words, each with its number, its time and what it is about. */
export function TlogLeaves({ entries }: { entries: readonly { index: number; leaf: Leaf }[] }) {
  if (entries.length === 0) return <p>Nothing is published yet. The first entries follow within a minute.</p>
  return (
    <ol className="flex flex-col gap-3 text-sm">
      {entries.map(({ index, leaf }) => (
        <li key={index} className="flex flex-col gap-0.5">
          <span>
            <a href={`/v1/log/proof?leaf=${index}`} rel="nofollow" className="tabular-nums">
              Entry {index}
            </a>
            , <RelativeTime at={leaf.at} />
          </span>
          <Subject id={subjectIdOf(leaf)} />
          <span className="untrusted text-pretty">{leafWords(leaf)}</span>
        </li>
      ))}
    </ol>
  )
}

function Subject({ id }: { id: string | null }) {
  if (id === null) return null
  return (
    <a href={`/proof/${idToPath(id)}`} className="untrusted break-words font-medium" rel="nofollow">
      <bdi>{id}</bdi>
    </a>
  )
}
