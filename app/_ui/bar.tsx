import { toWidth } from './format'

/** A share (0-1) as a bar, shown beside its figure; `null` leaves the track empty. `fill`: a class that sets the colour of the bar. */
export function Bar({ share, track, fill }: { share: number | null; track: string; fill: string }) {
  return (
    <svg className={`bar block ${track}`} width="100%" height="100%" aria-hidden="true" focusable="false">
      {share !== null && <rect width={toWidth(share)} height="100%" className={fill} />}
    </svg>
  )
}
