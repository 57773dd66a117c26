import type { Sign } from '../status'
import { plainNode } from './plain-element'
import { SubjectPicture } from './subject-picture'

export interface IncidentPictureFacts {
  /** What broke, in characters of our typefaces. */
  name: string
  sign: Sign
  /** How it is broken, and how much of it: "down, 12 servers". */
  words: string
  /** When it began, or how long it lasted. */
  when: string
  isDemonstration: boolean
}

/** The same as a thread can draw it. */
export const drawIncidentPicture = (facts: IncidentPictureFacts) => plainNode(<IncidentPicture {...facts} />)

/** The picture of an incident for link previews. */
function IncidentPicture({ when, ...facts }: IncidentPictureFacts) {
  return <SubjectPicture {...facts} grade={null} days={null} foot={when} />
}
