import { describe, expect, it } from 'vitest'
import { textShown } from '../test-render'
import { AlternativesTable, type ComparedAlternative } from './alternatives-table'

const alternative = (more: Partial<ComparedAlternative> = {}): ComparedAlternative => ({
  toolId: 'g/s/read',
  kind: 'tool',
  name: '<b>Read</b>',
  description: 'Reads files.',
  serverId: 'registry/g/s',
  serverTitle: 'Files',
  productId: null,
  publisher: null,
  verdict: 'healthy',
  status: 'healthy',
  score: 90,
  grade: 'A',
  recommendation: 'proceed',
  reasons: [{ code: 'answered', text: 'It answered.' }],
  access: 'open',
  inputSchema: null,
  relevance: 0.9,
  replaces: 'registry/g/own/read',
  asOf: null,
  similarity: 0.819,
  argsCompatible: true,
  mappable: true,
  parameterMap: [],
  independent: { repository: true, backend: true, host: true },
  days: undefined,
  p95Ms: 441,
  ...more,
})
const shown = (more: Partial<ComparedAlternative>) =>
  textShown(<AlternativesTable subjectId="registry/g/own" alternatives={[alternative(more)]} caption="Alternatives" />)

const renamed = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ from: `q${at}`, to: `query${at}`, kind: 'renamed' as const }))
const missing = Array.from({ length: 6 }, (_, at) => ({ from: `m${at}`, to: null, kind: 'missing' as const }))

describe('alternatives', () => {
  it.each([
    [{ argsCompatible: true, mappable: true }, 'same arguments'],
    [{ argsCompatible: false, mappable: true, parameterMap: renamed(1) }, 'rename q0 → query0'],
    [{ argsCompatible: false, mappable: false }, 'other arguments'],
    [{ argsCompatible: null, mappable: null }, 'arguments not known'],
    [{ argsCompatible: false, mappable: true, parameterMap: missing }, 'other arguments without m0, m1, m2, m3'],
  ])('%j say “%s”', (more, text) => {
    expect(shown(more)).toContain(text)
  })

  it('shows state, latency, access and grade, and no number for what is not rated', () => {
    expect(shown({})).toContain('Working Not watched yet 441 ms open A 90.0')
    expect(shown({ grade: 'unrated', score: 34.6, p95Ms: undefined })).toContain('– open not rated')
    expect(shown({ status: 'auth', access: 'paid' })).toContain('Payment required')
  })

  it('names the tool of the server that it replaces', () => {
    expect(shown({ replaces: 'registry/g/own/read' })).toContain('instead of read same arguments')
    expect(shown({ replaces: 'registry/g/own' })).not.toContain('instead of')
  })

  it('names what it shares with the original', () => {
    const independent = { repository: true, backend: true, host: false }
    expect(shown({ independent })).toContain('Shares the host with the original.')
    expect(shown({})).not.toContain('Shares')
  })
})
