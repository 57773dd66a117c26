import { describe, expect, test } from 'vitest'
import { purposeOf } from './purpose'
import cases from './purpose.cases.json' with { type: 'json' }

const purpose = (name: string, description = '', serverId = 'g/owner/server') =>
  purposeOf({ kind: 'tool', serverId, name, description })

describe('act', () => {
  test.each(cases.act as [string, string, string | null][])('%s (%s): %s', (name, description, act) => {
    expect(purpose(name, description).act).toBe(act)
  })

  test('a server has none', () => {
    const server = purposeOf({
      kind: 'server',
      serverId: 'g/a/b',
      name: 'Create issues',
      description: 'Create issues.',
    })
    expect(server.act).toBeNull()
  })
})

test.each([
  ['asana_create_project', 'project'],
  ['projectCreate', 'project'],
  ['crm_update_lead', 'lead'],
  ['fetch', null],
])('%s is about %s', (name, object) => {
  expect(purpose(name).object).toBe(object)
})

describe('countries', () => {
  test.each([
    ['get_alerts', 'Get weather alerts for a US state.', ['us']],
    ['get_alerts', 'Let us get weather alerts.', []],
    ['search_companies', 'Finds companies in the UK or Germany.', ['gb', 'de']],
    ['get_forecast', 'The weather of a city (e.g. Tokyo).', []],
    ['get_forecast', 'The weather of a city, for example Tokyo.', []],
    ['get_forecast', 'The weather of "Tokyo".', []],
    ['get_forecast', 'The weather of a city. Tokyo works best.', []],
    ['korean_stock_price', '', ['kr']],
    ['holidays', 'Holidays of France, Spain and Italy.', []],
  ])('%s: %s', (name, description, countries) => {
    expect(purpose(name, description).countries).toEqual(countries)
  })

  test('of the name of the server, not of its owner', () => {
    expect(purpose('search', '', 'g/owner/japan-trains').countries).toEqual(['jp'])
    expect(purpose('search', '', 'g/japan/trains').countries).toEqual([])
  })
})

describe('products', () => {
  test.each([
    ['create_issue', 'Create an issue in Jira.', 'g/a/b', ['jira']],
    ['create_issue', '', 'g/a/jira-mcp-server', ['jira']],
    ['gmail_list_messages', '', 'g/a/b', ['google']],
    ['gmail_send_email', 'Send an email', 'g/a/gmail', []],
    ['search', 'Search the web', 'g/a/notion', []],
    ['create_image', '', 'g/a/figma', []],
    ['list_tables', '', 'g/a/mcp-postgres-server', ['postgres']],
  ])('%s (%s) of %s keeps its data in %j', (name, description, serverId, products) => {
    expect(purpose(name, description, serverId).keptIn).toEqual(products)
  })

  test('one that is only mentioned', () => {
    const { keptIn, mentions } = purpose('create_issue', 'Creates an issue. Works like Jira.')
    expect([keptIn, mentions]).toEqual([[], ['jira']])
  })
})
