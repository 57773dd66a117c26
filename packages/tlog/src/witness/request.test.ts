import { describe, expect, it } from 'vitest'
import { formatWitnessRequest, parseSizeResponse, parseWitnessRequest } from './request.ts'

// The example of C2SP tlog-witness.
const BODY = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`

describe('requests to witnesses', () => {
  it('the example of the specification is parsed and written back', () => {
    const request = parseWitnessRequest(BODY)
    expect(request).toMatchObject({ oldSize: 20_852_014, proof: { length: 4 } })
    expect(request?.checkpoint.startsWith('example.com/behind-the-sofa\n20852163\n')).toBe(true)
    expect(request && formatWitnessRequest(request)).toBe(BODY)
  })

  it('a first request has no proof', () => {
    const body = formatWitnessRequest({ oldSize: 0, proof: [], checkpoint: 'a\n' })
    expect(body).toBe('old 0\n\na\n')
    expect(parseWitnessRequest(body)).toEqual({ oldSize: 0, proof: [], checkpoint: 'a\n' })
  })

  it.each([
    '',
    'old 0\n',
    'old\n\na\n',
    'old 00\n\na\n',
    'old 01\n\na\n',
    'old -1\n\na\n',
    'old  1\n\na\n',
    'OLD 1\n\na\n',
    'old 1\r\n\r\na\n',
    'old 1\nAAAA\n\na\n',
    'old 1\nPlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw\n\na\n',
    `old 1\n${'PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n'.repeat(64)}\na\n`,
    `old 1\n\n${'a'.repeat(200_000)}`,
  ])('%# is refused', (body) => {
    expect(parseWitnessRequest(body)).toBeUndefined()
  })

  it('sizes of conflicts', () => {
    expect(parseSizeResponse('20852014\n')).toBe(20_852_014)
    for (const body of ['', '5', '5\n\n', ' 5\n', '05\n', '1e9\n', '99999999999999999999\n']) {
      expect(parseSizeResponse(body)).toBeUndefined()
    }
  })
})
