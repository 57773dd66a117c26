import { describe, expect, test } from 'vitest'
import { longSuites, suiteOfCommit } from './long-suites.mjs'

describe('the long suites', () => {
  const suites = longSuites()

  test('are those of both runners', () => {
    expect(suites.some((path) => path.endsWith('.long.test.ts'))).toBe(true)
    expect(suites.some((path) => path.endsWith('.long.spec.ts'))).toBe(true)
    expect(new Set(suites).size).toBe(suites.length)
  })

  test('have their turn by the hash of a commit, each as often as any other', () => {
    const commits = Array.from(
      { length: suites.length * 3 },
      (_, n) => `${n.toString(16).padStart(12, '0')}${'f'.repeat(28)}`,
    )
    const turns = commits.map((commit) => suiteOfCommit(suites, commit))
    for (const suite of suites) expect(turns.filter((turn) => turn === suite)).toHaveLength(3)
  })

  test('begin with the first where no commit is known', () => {
    expect(suiteOfCommit(suites, '')).toBe(suites[0])
  })
})
