import { visibleLine } from '../text/visible-text.ts'

/** What an audit can find, and what it means. */
const FINDING_CODES = {
  bad_signature: 'a checkpoint is not signed by a key of the log',
  other_log: 'the log is another one than before',
  truncated: 'the log has fewer leaves than it had',
  fork: 'the log does not continue the tree that was seen before',
  split_view: 'a witness was shown another tree',
  wrong_root: 'the entries do not give the signed root',
  wrong_tile: 'a tile does not agree with the entries',
  bad_leaf: 'an entry is no leaf of this log',
  chain: 'a leaf contradicts an earlier one about the same',
  document: 'a document is not what its leaf names',
  score: 'a score does not follow from its inputs',
  inputs: 'the inputs of a score contradict the logged intervals',
  history: 'the history as shown contradicts the history as logged',
  shown_score: 'a score as shown is not right',
  verdict: 'a verdict as shown is not the logged one',
  breakage: 'a breakage as shown is not as logged',
  cleared: 'texts are shown as cleared otherwise than it was logged',
  accuracy: 'how often the service was wrong is shown or counted otherwise than it was logged',
  key: 'a key as published is not as logged',
  observed: 'the logged intervals are not those that the observations give',
  observations: 'the observations of an hour do not give the logged root',
} as const
export type FindingCode = keyof typeof FINDING_CODES

/**
 * One thing that does not agree. `leaf`: the leaf that shows it; null: none does. `text`: for people; it quotes what
 * others wrote, cleaned and cut.
 */
export interface Finding {
  code: FindingCode
  leaf: number | null
  subject: string | null
  text: string
}

export function finding(code: FindingCode, leaf: number | null, subject: string | null, text: string): Finding {
  return { code, leaf, subject, text }
}

/** A finding as one line. */
export function findingLine({ code, leaf, subject, text }: Finding): string {
  const where = [leaf === null ? null : `leaf ${leaf}`, subject === null ? null : visibleLine(subject, 160)]
  const named = where.filter((part) => part !== null).join(', ')
  return visibleLine(`FOUND ${code} ${named === '' ? '' : `${named}: `}${text}`, 600)
}
