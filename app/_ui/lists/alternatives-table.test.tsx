import { describe, expect, it } from 'vitest'
import type { Alternative } from '@/lib/contract/shapes/candidates'
import { textShown } from '../test-render'
import { AlternativesTable } from './alternatives-table'

const alternative = (more: Partial<Alternative> = {}): Alternative => ({
  toolId: 'g/s/a b',
  kind: 'tool',
  name: '<b>Read</b>',
  description: 'Reads <i>files</i>.',
  serverId: 'registry/g/s',
  serverTitle: 'Files',
  verdict: 'healthy',
  status: 'healthy',
  score: 90,
  grade: 'A',
  recommendation: 'proceed',
  reasons: [{ code: 'answered', text: 'It answered.' }],
  access: 'open',
  inputSchema: null,
  relevance: 0.9,
  asOf: null,
  similarity: 0.819,
  argsCompatible: true,
  mappable: true,
  parameterMap: [],
  independent: { repository: true, backend: true, host: true },
  ...more,
})

const offered = (more: Partial<Alternative>) =>
  textShown(<AlternativesTable alternatives={[alternative(more)]} caption="Alternatives" />)

describe('alternatives', () => {
  it.each([
    [true, true, ' unchanged yes'],
    [false, true, ' renamed yes'],
    [false, false, ' incompatible yes'],
    [null, null, ' no schema to compare yes'],
  ])('with argsCompatible %s and mappable %s show “%s”', (argsCompatible, mappable, expected) => {
    expect(offered({ argsCompatible, mappable })).toContain(`81 %${expected}`)
  })

  it('list renamed and missing arguments, four at most, and no others', () => {
    const missing = Array.from({ length: 4 }, (_, index) => ({ from: `m${index}`, to: null, kind: 'missing' as const }))
    const text = offered({
      argsCompatible: false,
      parameterMap: [
        { from: 'same', to: 'same', kind: 'same' },
        { from: null, to: 'extra', kind: 'extra' },
        { from: 'path', to: 'file', kind: 'renamed' },
        ...missing,
      ],
    })
    expect(text).toContain('path → file m0 → none m1 → none m2 → none yes')
    expect(text).not.toMatch(/same|extra|m3/)
  })

  it.each([
    [{ repository: true, backend: true, host: true }, 'yes'],
    [{ repository: false, backend: true, host: false }, 'shares the repository, host'],
  ])('independent as in %j show “%s”', (independent, expected) => {
    expect(offered({ independent }).endsWith(expected)).toBe(true)
  })
})
