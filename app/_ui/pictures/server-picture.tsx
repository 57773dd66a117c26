import type { Grade } from 'assay-verify/score/grade'
import type { Access, Status } from 'assay-verify/verdict'
import type { DayState } from '@/lib/core/history/day-strip'
import { type ShownReasons, type Sign, signOf, statusWord } from '../status'
import { Bars, COLOURS, Picture, PictureName } from './picture'
import { plainNode } from './plain-element'

export interface ServerPictureFacts {
  /** In characters of our typefaces, of any length that a picture can hold. */
  name: string
  status: Status
  access: Access
  /** Of its state, the decisive one first. */
  reasons?: ShownReasons
  grade: Grade
  /** The last ninety days, oldest first; empty: never observed. */
  days: readonly DayState[]
  isDemonstration: boolean
}

const SIGN_COLOURS: Readonly<Record<Sign, string>> = {
  healthy: COLOURS.up,
  degraded: COLOURS.partial,
  down: COLOURS.down,
  unknown: COLOURS.soft,
  auth: COLOURS.auth,
  unsafe: COLOURS.down,
}

/** The same as a thread can draw it. */
export const drawServerPicture = (facts: ServerPictureFacts) => plainNode(<ServerPicture {...facts} />)

/** The picture of a server for link previews: name, state, grade, and its strip of ninety days. */
export function ServerPicture({ name, status, access, reasons, grade, days, isDemonstration }: ServerPictureFacts) {
  const sign = signOf(status, reasons)
  const word = sign === 'unsafe' ? 'Unsafe: do not connect' : statusWord(status, access, reasons)
  const bars = [...Array.from({ length: 90 - days.length }, () => 'unobserved' as const), ...days]
  const isWatched = days.some((day) => day !== 'unobserved')
  return (
    <Picture
      foot={isWatched ? 'The last 90 days, a bar for each day' : 'Not watched yet'}
      isDemonstration={isDemonstration}
    >
      <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <div style={{ display: 'flex', flexDirection: 'column', maxWidth: 800 }}>
          <PictureName name={name} />
          <div
            style={{
              display: 'flex',
              alignItems: 'center',
              marginTop: 22,
              fontSize: 44,
              color: SIGN_COLOURS[sign],
            }}
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
            {word}
          </div>
        </div>
        {grade !== 'unrated' && sign !== 'unsafe' && <GradeMark grade={grade} />}
      </div>
      <Bars bars={bars} />
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
