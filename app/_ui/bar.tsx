import { toWidth } from './format'

/** A share (0-1) as a bar, shown beside its figure; `null` leaves the track empty. */
export function Bar({ share, track, fill }: { share: number | null; track: string; fill: string }) {
  return (
    <span className={`bar block ${track}`} aria-hidden="true">
      {share !== null && <span className={`block ${fill}`} style={{ width: toWidth(share) }} />}
    </span>
  )
}
