import { describe, expect, test } from 'vitest'
import { decideProbe, type LatestProbe, MOST_DESCRIPTIONS, readPolicy, refusalOf, windowNow } from './probing-policy'

const NOW = new Date('2026-03-01T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const USUAL = { probe: 'usual', everyMinutes: null, maintenance: [], descriptions: [] } as const

describe('a policy file', () => {
  test.each<[unknown, unknown]>([
    [{}, USUAL],
    [{ probe: 'none' }, { ...USUAL, probe: 'none' }],
    [{ probe: { everyMinutes: 240 } }, { ...USUAL, probe: 'slower', everyMinutes: 240 }],
    [{ probe: { everyMinutes: 0.2 } }, { ...USUAL, probe: 'slower', everyMinutes: 1 }],
    [{ probe: { everyMinutes: 1e300 } }, { ...USUAL, probe: 'slower', everyMinutes: 1440 }],
    [{ note: 'unknown members are ignored' }, USUAL],
    [
      { descriptions: 'https://a.example/', probe: 'none' },
      { ...USUAL, probe: 'none' },
    ],
    [
      { descriptions: ['https://A.example', 'ftp://a.example/', 'x', 5, `https://a.example/${'x'.repeat(2000)}`] },
      { ...USUAL, descriptions: ['https://a.example/'] },
    ],
    [{ probe: 'NONE' }, null],
    [{ probe: null }, null],
    [{ probe: { everyMinutes: '240' } }, null],
    [{ probe: { everyMinutes: -1 } }, null],
    [{ maintenance: 'soon' }, null],
    [[], null],
    ['none', null],
    [null, null],
  ])('%j', (value, policy) => {
    expect(readPolicy(value)).toEqual(policy)
  })

  test('windows in order, without those that cannot be read', () => {
    const policy = readPolicy({
      maintenance: [
        { from: '2026-03-05T00:00:00+02:00', to: '2026-03-05T04:00:00+02:00' },
        { from: '2026-03-01T11:00:00Z', to: '2026-03-01T13:00:00Z' },
        { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' },
        { from: '2026-03-02T00:00:00Z', to: '2027-03-02T00:00:00Z' },
        { from: 'tomorrow', to: '1' },
        { from: '2026-99-99T00:00:00Z', to: '2026-03-02T00:00:00Z' },
        null,
      ],
    })
    expect(policy?.maintenance.map(({ from }) => from.toISOString())).toEqual([
      '2026-03-01T11:00:00.000Z',
      '2026-03-04T22:00:00.000Z',
    ])
    expect(windowNow(policy, NOW)?.to).toEqual(new Date('2026-03-01T13:00:00Z'))
    expect(windowNow(policy, new Date('2026-03-01T13:00:00Z'))?.to).toEqual(new Date('2026-03-05T02:00:00Z'))
    expect(windowNow(null, NOW)).toBeNull()
  })
})

describe('a decision', () => {
  const none = readPolicy({ probe: 'none' })
  const slower = readPolicy({ probe: { everyMinutes: 240 } })
  const NEVER: LatestProbe = { at: null, reason: null }
  const wait = (until: string) => ({ do: 'wait', until: new Date(until) })

  test.each<[string, ReturnType<typeof readPolicy>, LatestProbe, unknown]>([
    ['no policy', null, NEVER, { do: 'probe' }],
    ['no policy, a recheck', null, { at: ago(0.3), reason: 'timed_out' }, { do: 'probe' }],
    ['none', none, NEVER, { do: 'note_opt_out' }],
    ['none, from the next run on', none, { at: ago(15), reason: 'answered' }, { do: 'note_opt_out' }],
    ['none, noted today', none, { at: ago(60), reason: 'opted_out' }, wait('2026-03-02T11:00:00Z')],
    ['none, noted yesterday', none, { at: ago(1440), reason: 'opted_out' }, { do: 'note_opt_out' }],
    ['slower', slower, NEVER, { do: 'probe' }],
    ['slower, too early', slower, { at: ago(15), reason: 'answered' }, wait('2026-03-01T15:45:00Z')],
    ['slower, a recheck', slower, { at: ago(0.3), reason: 'timed_out' }, wait('2026-03-01T15:59:42Z')],
    ['slower, late enough', slower, { at: ago(240), reason: 'answered' }, { do: 'probe' }],
    ['refused by header today', null, { at: ago(15), reason: 'opted_out' }, wait('2026-03-02T11:45:00Z')],
    ['refused by header yesterday', null, { at: ago(1440), reason: 'opted_out' }, { do: 'probe' }],
    ['dated ahead by a wrong clock', slower, { at: ago(-600), reason: 'answered' }, { do: 'probe' }],
  ])('%s', (_, policy, latest, decision) => {
    expect(decideProbe(policy, latest, NOW)).toEqual(decision)
  })
})

describe('a request that a description marks at another origin', () => {
  const policyOf = (value: object) => readPolicy(value)
  const request = (isOneDomain: boolean) => ({
    url: 'https://api.example/health',
    descriptions: ['https://docs.example/a.json', 'https://docs.example/b.json'],
    isOneDomain,
  })
  const named = { descriptions: ['https://docs.example/b.json'] }

  test.each<[string, boolean, object | null, number | null, unknown]>([
    ['without a policy', false, null, null, 'not_agreed'],
    ['of one domain, without a policy', true, null, null, null],
    ['named', false, named, null, null],
    ['with another one named', false, { descriptions: ['https://docs.example/c.json'] }, null, 'not_agreed'],
    ['with its origin named', false, { descriptions: ['https://docs.example/'] }, null, 'not_agreed'],
    ['named, and refused', false, { ...named, probe: 'none' }, null, 'refuses_probes'],
    ['of one domain, and refused', true, { probe: 'none' }, null, 'refuses_probes'],
    ['named, too soon', false, { ...named, probe: { everyMinutes: 60 } }, 59, 'refuses_probes'],
    ['named, after its pause', false, { ...named, probe: { everyMinutes: 60 } }, 60, null],
  ])('%s', (_, isOneDomain, policy, minutes, refusal) => {
    const lastAt = minutes === null ? null : ago(minutes)
    expect(refusalOf(request(isOneDomain), policy === null ? null : policyOf(policy), lastAt, NOW)).toBe(refusal)
  })

  test('of a file only so many addresses are read', () => {
    const descriptions = Array.from({ length: MOST_DESCRIPTIONS + 1 }, (_, n) => `https://a.example/${n}`)
    expect(readPolicy({ descriptions })?.descriptions).toHaveLength(MOST_DESCRIPTIONS)
  })
})
