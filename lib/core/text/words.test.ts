import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitIdentifier, wordsOf } from './words'

describe('splitIdentifier', () => {
  it.each([
    ['get_currentWeather', 'get current weather'],
    ['HTTPServer', 'HTTP server'],
    ['parseXMLDocument', 'parse XML document'],
    ['get-current.weather', 'get current weather'],
    ['nasa/apod', 'nasa apod'],
    ['GET_WEATHER_NOW', 'get weather now'],
    ['AWS', 'AWS'],
    ['listURLs', 'list URLs'],
    ['getIDsOf', 'get IDs of'],
    ['listS3Buckets', 'list S3 buckets'],
    ['EC2Instances', 'EC2 instances'],
    ['top10Results', 'top10 results'],
    ['sha256sum', 'sha256sum'],
    ['n8n_workflow', 'n8n workflow'],
    ['OAuth2Token', 'oauth2 token'],
    ['searchYouTube', 'search youtube'],
    ['PostgreSQL', 'postgresql'],
    ['GitHub_createIssue', 'github create issue'],
    ['DuckDuckGoSearch', 'duckduckgo search'],
    ['获取天气', '获取天气'],
    ['Über_straße', 'über straße'],
    ['  spaced   out  ', 'spaced out'],
    ['__--..//', ''],
    ['', ''],
  ])('%j -> %j', (identifier, words) => {
    expect(splitIdentifier(identifier)).toBe(words)
  })

  it('loses no letter or digit, and separates by single spaces', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_.-]{0,40}$/), (identifier) => {
        const words = splitIdentifier(identifier)
        expect(words.replaceAll(' ', '').toLowerCase()).toBe(identifier.replace(/[_.-]/g, '').toLowerCase())
        expect(words).toBe(words.split(' ').filter(Boolean).join(' '))
      }),
    )
  })
})

describe('wordsOf', () => {
  it.each([
    ['Get the current weather!', ['get', 'the', 'current', 'weather']],
    ['Café CRÈME, naïve', ['cafe', 'creme', 'naive']],
    ['snake_case and camelCase', ['snake', 'case', 'and', 'camelcase']],
    ["Domino's don’t", ['domino', 'dont']],
    ["l'eau d’aujourd'hui", ['l', 'eau', 'd', 'aujourd', 'hui']],
    ['天气预报 API', ['天气', '气预', '预报', 'api']],
    ['天', ['天']],
    ['北京weather天', ['北京', 'weather', '天']],
    ['한국어 날씨', ['한국', '국어', '날씨']],
    ['が', ['が']],
    ['हिन्दी में', ['हिन्दी', 'में']],
    ['Ελληνικά', ['ελληνικα']],
    ['ﬁle №1 １２３', ['file', 'no1', '123']],
    ['İstanbul', ['istanbul']],
    ['\ud800 lone', ['lone']],
    ['…', []],
    ['', []],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  it('gives lower-cased words of bounded length without white space, the same in both normal forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const words = wordsOf(text)
        for (const word of words) {
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,64}$/u)
          expect(word.isWellFormed()).toBe(true)
        }
        expect(wordsOf(text.normalize('NFD'))).toEqual(wordsOf(text.normalize('NFC')))
      }),
    )
  })

  // Quadratic work on any of these would take minutes.
  it.each([
    ['marks', 'a\u0315\u0300'.repeat(300_000)],
    ['one run of marks', `a${'\u0315\u0300'.repeat(300_000)}`],
    ['CJK', '天'.repeat(500_000)],
    ['apostrophes', "a'".repeat(500_000)],
    ['capitals', 'aA'.repeat(500_000)],
    ['one word', 'a'.repeat(1_000_000)],
  ])('is linear on %s', (_, text) => {
    expect(wordsOf(text).length).toBeGreaterThan(0)
    expect(splitIdentifier(text).length).toBeGreaterThan(0)
  })
})
