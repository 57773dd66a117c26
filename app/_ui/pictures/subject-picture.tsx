import type { DayState } from '@/lib/core/history/day-strip'
import type { Sign } from '../status'
import { Bars, COLOURS, Picture, PictureName } from './picture'

const SIGN_COLOURS: Readonly<Record<Sign, string>> = {
  healthy: COLOURS.up,
  degraded: COLOURS.partial,
  down: COLOURS.down,
  unknown: COLOURS.soft,
  auth: COLOURS.auth,
  unsafe: COLOURS.down,
}

interface SubjectPictureProps {
  /** In characters of our typefaces, of any length that a picture can hold. */
  name: string
  sign: Sign
  /** Its state, in words. */
  words: string
  /** Of 30 days; null: none is shown. */
  grade: string | null
  /** The last ninety days, oldest first; null: no strip is shown. */
  days: readonly DayState[] | null
  foot: string
  isDemonstration: boolean
}

/** The picture of anything that has a state, for link previews: a server, a product, an incident. */
export function SubjectPicture({ name, sign, words, grade, days, foot, isDemonstration }: SubjectPictureProps) {
  return (
    <Picture foot={foot} isDemonstration={isDemonstration}>
      <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <div style={{ display: 'flex', flexDirection: 'column', maxWidth: grade === null ? 1040 : 800 }}>
          <PictureName name={name} />
          <div
            style={{ display: 'flex', alignItems: 'center', marginTop: 22, fontSize: 44, color: SIGN_COLOURS[sign] }}
          >
            <div
              style={{
                width: 28,
                height: 28,
                borderRadius: 14,
                marginRight: 18,
                backgroundColor: SIGN_COLOURS[sign],
              }}
            />
            {words}
          </div>
        </div>
        {grade !== null && <GradeMark grade={grade} />}
      </div>
      {days !== null && (
        <Bars bars={[...Array.from({ length: 90 - days.length }, () => 'unobserved' as const), ...days]} />
      )}
    </Picture>
  )
}

function GradeMark({ grade }: { grade: string }) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        width: 190,
        padding: '18px 0 22px',
        backgroundColor: COLOURS.card,
        border: `2px solid ${COLOURS.rule}`,
        borderRadius: 24,
      }}
    >
      <div style={{ display: 'flex', fontSize: 26, color: COLOURS.soft }}>30 days</div>
      <div style={{ display: 'flex', fontSize: 110, fontWeight: 600, lineHeight: 1 }}>{grade}</div>
    </div>
  )
}
