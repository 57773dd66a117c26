import type { Grade } from 'assay-verify/score/grade'
import type { DayState } from '@/lib/core/history/day-strip'
import type { Sign } from '../status'
import { plainNode } from './plain-element'
import { SubjectPicture } from './subject-picture'

export interface ProductPictureFacts {
  /** In characters of our typefaces. */
  name: string
  sign: Sign
  /** The sentence about the whole product; none of it is a stranger’s. */
  summary: string
  grade: Grade
  /** Of the entry that its grade is of; empty: never observed. */
  days: readonly DayState[]
  /** Who publishes it, in characters of our typefaces; null: not known, or not in these. */
  publisher: { name: string; state: string } | null
  /** In how many registries it is listed. */
  registries: number
  isDemonstration: boolean
}

/** The same as a thread can draw it. */
export const drawProductPicture = (facts: ProductPictureFacts) => plainNode(<ProductPicture {...facts} />)

const LONGEST_WORDS = 46

/** The picture of a product for link previews: name, verdict, grade, and the strip of ninety days. */
export function ProductPicture({ summary, grade, publisher, registries, ...facts }: ProductPictureFacts) {
  const by = publisher === null ? '' : `by ${publisher.name} (${publisher.state}), `
  return (
    <SubjectPicture
      {...facts}
      words={shortSummary(summary)}
      grade={grade !== 'unrated' && facts.sign !== 'unsafe' ? grade : null}
      foot={`${by}listed in ${registries} ${registries === 1 ? 'registry' : 'registries'}`}
    />
  )
}

/** Whole clauses, as many as two lines of a picture hold. */
function shortSummary(summary: string): string {
  const [first = '', ...others] = summary.split('; ')
  return others.reduce(
    (text, clause) => (text.length + clause.length > LONGEST_WORDS * 2 ? text : `${text}; ${clause}`),
    first,
  )
}
