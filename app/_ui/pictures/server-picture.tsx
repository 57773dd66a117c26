import type { Grade } from 'assay-verify/score/grade'
import type { Access, Status } from 'assay-verify/verdict'
import type { DayState } from '@/lib/core/history/day-strip'
import { type ShownReasons, signOf, statusWord } from '../status'
import { plainNode } from './plain-element'
import { SubjectPicture } from './subject-picture'

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

/** The same as a thread can draw it. */
export const drawServerPicture = (facts: ServerPictureFacts) => plainNode(<ServerPicture {...facts} />)

/** The picture of a server for link previews: name, state, grade, and its strip of ninety days. */
export function ServerPicture({ name, status, access, reasons, grade, days, isDemonstration }: ServerPictureFacts) {
  const sign = signOf(status, reasons)
  const isWatched = days.some((day) => day !== 'unobserved')
  return (
    <SubjectPicture
      name={name}
      sign={sign}
      words={sign === 'unsafe' ? 'Unsafe: do not connect' : statusWord(status, access, reasons)}
      grade={grade !== 'unrated' && sign !== 'unsafe' ? grade : null}
      days={days}
      foot={isWatched ? 'The last 90 days, a bar for each day' : 'Not watched yet'}
      isDemonstration={isDemonstration}
    />
  )
}
