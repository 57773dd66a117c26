import { describe, expect, it } from 'vitest'
import { askedProduct } from './asked-product'
import { type NamedCandidate, nameKey, nameKeysOf, nearestNames, rankNamed } from './product-names'

function candidate(
  leader: string,
  name: string,
  publisher: string | null,
  more: Partial<NamedCandidate> = {},
): NamedCandidate {
  const state = publisher === null ? 'claimed' : 'verified'
  return {
    ...{
      leader,
      name,
      entries: 1,
      copyOf: null,
      lookAlikeOf: null,
      publisher: { name: publisher, state, why: 'known_account' },
    },
    ...more,
  }
}
const ranked = (asked: string, ...candidates: NamedCandidate[]) => {
  const { ranked, own } = rankNamed(asked, candidates)
  return { ids: ranked.map(({ leader }) => leader), own }
}

describe('names of products', () => {
  it.each([
    ['GitHub MCP Server', 'github'],
    ['Google-Drive', 'googledrive'],
    ['MCP', 'mcp'],
    ['Mem 0', 'mem0'],
    ['😀', ''],
  ])('%s is found by %j', (name, key) => {
    expect(nameKey(name)).toBe(key)
  })

  it('are those of its entries, packages and verified publisher, its own first', () => {
    const publisher = { name: 'Google', state: 'verified' as const }
    const entries = [{ id: 'a/x/big-query', title: 'BigQuery / 大数据', packages: [{ name: '@google/bq-mcp' }] }]
    expect(nameKeysOf({ name: 'Google BigQuery', publisher }, entries)).toEqual([
      ...['googlebigquery', 'google', 'bigquery'],
      ...['bigquery大数据', '大数据', 'bq'],
    ])
    expect(nameKeysOf({ name: 'Lamps', publisher: { name: 'octo', state: 'claimed' } }, [])).toEqual(['lamps'])
  })
})

describe('the product that a name means', () => {
  it('is the publisher’s own of that name, then its others, then strangers’, copies and look-alikes', () => {
    const found = ranked(
      'github mcp',
      candidate('copy', 'GitHub', null, { copyOf: 'own', entries: 50 }),
      candidate('look-alike', 'GitHub', null, { lookAlikeOf: 'own' }),
      candidate('stranger', 'GitHub', null, { entries: 9 }),
      candidate('search', 'GitHub Search', 'GitHub'),
      candidate('own', 'GitHub', 'GitHub'),
    )
    expect(found).toEqual({ ids: ['own', 'search', 'stranger', 'copy', 'look-alike'], own: true })
  })

  it('may be of a publisher with another name', () => {
    const found = ranked(
      'playwright',
      candidate('a', 'Playwright', null, { entries: 9 }),
      candidate('b', 'Playwright', 'Microsoft'),
    )
    expect(found).toEqual({ ids: ['b', 'a'], own: true })
  })

  it('is not known where a publisher makes servers for products of others', () => {
    const publisher = { name: 'Examples', state: 'verified' as const, why: 'known_for_others' }
    const example = candidate('a', 'GitLab', 'Examples', { publisher })
    expect(ranked('gitlab', example, candidate('b', 'GitLab', null)).own).toBe(false)
    expect(ranked('examples hub', candidate('a', 'Examples Hub', 'Examples', { publisher })).own).toBe(true)
  })

  it('is not known where a verified publisher only adds its name to it', () => {
    const found = ranked('postgres', candidate('a', 'Prisma Postgres', 'Prisma'), candidate('b', 'Postgres', null))
    expect(found).toEqual({ ids: ['b', 'a'], own: false })
  })

  it('is none where nothing is found', () => {
    expect(ranked('unheard of')).toEqual({ ids: [], own: false })
  })
})

describe('names near one that is unknown', () => {
  it('are those that few letters tell apart, then those that begin alike', () => {
    const names = ['github', 'gitlab', 'gitee', 'githubactions', 'notion', 'stripe']
    expect(nearestNames('githib', names, 9)).toEqual([
      { key: 'github', distance: 1, near: 'one letter differs' },
      { key: 'gitlab', distance: 2, near: '2 letters differ' },
    ])
    expect(nearestNames('gihtub', names, 1)).toMatchObject([{ key: 'github', near: 'two letters are swapped' }])
    expect(nearestNames('git hub act', names, 9)).toMatchObject([
      { key: 'github', near: 'same beginning' },
      { key: 'githubactions', near: 'same beginning' },
    ])
    expect(nearestNames('zzzzzz', names, 9)).toEqual([])
    expect(nearestNames('', names, 9)).toEqual([])
  })
})

describe('what a text asks of a product', () => {
  it.each([
    ['is GitHub down?', 'status', 'GitHub'],
    ['Is the Google Drive MCP server down right now', 'status', 'Google Drive'],
    ['github down', 'status', 'github'],
    ['linear status', 'status', 'linear'],
    ['status of Linear', 'status', 'Linear'],
    ['notion alternatives', 'alternatives', 'notion'],
    ['alternative to Notion MCP', 'alternatives', 'Notion'],
    ['install stripe', 'install', 'stripe'],
    ['How to install the Sentry MCP server?', 'install', 'Sentry'],
    ['Sentry MCP', 'name', 'Sentry'],
    ['google drive mcp server', 'name', 'google drive'],
    ['playwright', 'name', 'playwright'],
  ])('%j: %s of %s', (text, intent, name) => {
    expect(askedProduct(text)).toMatchObject({ intent, name })
  })

  it.each(['', '   ?', 'https://mcp.example.com/mcp', 'a '.repeat(60), 'send a mail to all of my friends today'])(
    '%j: nothing',
    (text) => {
      expect(askedProduct(text)).toBeNull()
    },
  )
})
