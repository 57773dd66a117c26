import type { Prepared } from '../../http/prepared'

/** Deltas and pages of the feed that were made for a caller, for the next who asks the same. */
export interface AnswerCache {
  kept(version: string, question: string, make: () => Promise<Prepared>): Promise<Prepared>
}

/** Plain bytes that are kept; each has its compressed forms besides. */
const MOST_BYTES = 48 * 2 ** 20

/** One answer is made at a time: whoever asks a hundred different questions waits, and nobody else's answers are slowed by more than one. */
export function openAnswerCache(): AnswerCache {
  let answers = new Map<string, Promise<Prepared>>()
  let of = ''
  let bytes = 0
  let lane: Promise<unknown> = Promise.resolve()
  return {
    kept: (version, question, make) => {
      if (version !== of || bytes > MOST_BYTES) {
        answers = new Map()
        of = version
        bytes = 0
      }
      const known = answers.get(question)
      if (known !== undefined) return known
      const place = answers
      const answer = lane.then(make)
      lane = answer.catch(() => undefined)
      place.set(question, answer)
      answer.then(
        (prepared) => {
          if (place === answers) bytes += prepared.bodies.identity.length
        },
        () => place.delete(question),
      )
      return answer
    },
  }
}
