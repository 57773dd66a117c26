import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import { probes, watch } from 'assay-verify/state/test-observations'
import type { ReadRow } from './read-rows'

const { serverState } = watch(probes(0, 24))

/** A row as a statement gives it: of its own objects and texts. */
export function testRow(
  serverKey: number,
  name: string,
  { ratedAt = 1, words = false, description = 'Reads.' } = {},
): ReadRow {
  const { state, facts } = JSON.parse(JSON.stringify({ state: serverState, facts: EMPTY_SCORE_FACTS }))
  const text = (value: string) => Buffer.from(value).toString()
  const server = {
    id: text(`s/${serverKey}`),
    title: text(`Server ${serverKey}`),
    description: text('A server of files.'),
    repository: null,
    packages: [],
    remotes: [],
    isDeleted: false,
    names: [],
  }
  return {
    ratedAt,
    protocolVersion: '2025-06-18',
    rating: {
      ...{ id: text(`s/${serverKey}/${name}`), kind: 'tool', serverKey, removedAt: null, facts: null },
      ...{ verdict: 'healthy', score: 91.5 + serverKey / 1e6, grade: 'A', declaredAccess: 'open' },
      ...{ serverState: state, scoreFacts: facts, uptime: null, maintenance: null, declaredAuth: null, signIns: null },
    },
    words: words
      ? {
          ...{ name: text(name), categories: ['files'], annotations: { readOnlyHint: true }, listed: true, server },
          ...{ description: text(description), descriptionHash: text('0'.repeat(32)), inputSchema: text('{}') },
        }
      : null,
  }
}
