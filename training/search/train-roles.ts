import { requestWords } from '../../lib/search/request/request-words'
import { ROLE_SIGNALS, roleSignals, type TermKnowledge } from '../../lib/search/request/word-roles'
import { fitLogistic } from '../fit-logistic'

const SHRINKAGE = 0.002
const ROUNDS = 200
const MARKS = /[⟦⟧]/gu

/** A request whose arguments are enclosed in ⟦ ⟧, as it is written without these. */
export function plainRequest(marked: string): string {
  return marked.replace(MARKS, '')
}

/** Per position of the plain request whether it is inside the marks. */
function markedPositions(marked: string): boolean[] {
  const inside: boolean[] = []
  let open = false
  for (const unit of marked.split('')) {
    if (unit === '⟦') open = true
    else if (unit === '⟧') open = false
    else inside.push(open)
  }
  return inside
}

interface WordExample {
  row: Float64Array
  isCapability: boolean
}

/** The words of marked requests whose role their form does not show. */
export function wordExamples(marked: readonly string[], known: TermKnowledge): WordExample[] {
  return marked.flatMap((text) => {
    const plain = plainRequest(text)
    const inside = markedPositions(text)
    const { words } = requestWords(plain)
    const rows = roleSignals(words, known)
    let from = 0
    return words.flatMap((word, place) => {
      const at = plain.indexOf(word.text, from)
      from = at + word.text.length
      if (word.span !== null || word.terms.length === 0) return []
      return [{ row: rows[place] as Float64Array, isCapability: !inside[at] }]
    })
  })
}

/** Weights of the logistic curve in `capabilityOf`, by maximum likelihood with a little shrinkage. */
export function trainRoles(examples: readonly WordExample[]): number[] {
  const rows = examples.map(({ row, isCapability }) => ({ row, isTrue: isCapability, weight: 1 }))
  return fitLogistic(rows, ROLE_SIGNALS.length, { shrinkage: SHRINKAGE, shrunkFrom: 1, rounds: ROUNDS })
}
