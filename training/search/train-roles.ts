import { requestWords } from '../../lib/search/request/request-words'
import { ROLE_SIGNALS, roleSignals, type TermKnowledge } from '../../lib/search/request/word-roles'
import { minimize } from '../minimize'

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
  const size = ROLE_SIGNALS.length
  const weights = minimize(size, ROUNDS, (point, slope) => {
    slope.fill(0)
    let loss = 0
    for (const { row, isCapability } of examples) {
      let sum = 0
      for (let at = 0; at < size; at++) sum += (point[at] as number) * (row[at] as number)
      const probability = 1 / (1 + Math.exp(-sum))
      loss -= Math.log(Math.max(1e-12, isCapability ? probability : 1 - probability)) / examples.length
      const pull = (probability - (isCapability ? 1 : 0)) / examples.length
      for (let at = 0; at < size; at++) slope[at] = (slope[at] as number) + pull * (row[at] as number)
    }
    for (let at = 1; at < size; at++) {
      loss += (SHRINKAGE / 2) * (point[at] as number) ** 2
      slope[at] = (slope[at] as number) + SHRINKAGE * (point[at] as number)
    }
    return loss
  })
  return [...weights].map((weight) => Math.round(weight * 1e4) / 1e4)
}
