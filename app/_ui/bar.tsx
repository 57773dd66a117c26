import { toWidth } from './figures'

/** A share drawn as a bar, beside the figure that says it; `null` leaves the track empty. */
export function Bar({ share, track, fill }: { share: number | null; track: string; fill: string }) {
  return (
    <span className={`bar block ${track}`} aria-hidden="true">
      {share !== null && <span className={`block ${fill}`} style={{ width: toWidth(share) }} />}
    </span>
  )
}
