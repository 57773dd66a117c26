import { idToPath } from 'assay-verify/subject-id'
import { UntrustedText } from '../untrusted-text'

/** Known ids similar to an unknown one. */
export function NearestIds({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <section aria-labelledby="nearest-title" className="card">
      <h2 id="nearest-title" className="mb-4 font-semibold">
        Similar ids
      </h2>
      <ul className="grid grid-cols-1 gap-2 font-mono text-sm">
        {ids.map((id) => (
          <li key={id}>
            <a href={`/tool/${idToPath(id)}`}>
              <UntrustedText text={id} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
