import { describe, expect, test } from 'vitest'
import { purposeOf } from './purpose'
import { replacementBy } from './replacement'

/** `server/tool: description`; without a tool it is a server. */
const purpose = (said: string) => {
  const [, server = '', tool, description = ''] = /^([^/]*)(?:\/([^:]*))?(?::\s*(.*))?$/.exec(said) ?? []
  const kind = tool === undefined ? 'server' : 'tool'
  return purposeOf({ kind, serverId: `g/owner/${server}`, name: tool ?? server, description })
}
const between = (original: string, other: string) => {
  const replacement = replacementBy(purpose(original), purpose(other))
  return replacement && { share: replacement.share, inOtherProduct: replacement.inOtherProduct }
}

describe('no replacement', () => {
  test.each([
    ['memory/delete_entities', 'memory/create_entities'],
    ['memory/delete_entities', 'memory/list_entities'],
    ['crm/list_leads', 'crm/delete_lead'],
    ['crm/get_lead', 'crm/update_lead'],
    ['github/create_issue', 'github/list_issues'],
    ['tools/encode_base64', 'tools/decode_base64'],
    ['drive/upload_file', 'drive/download_file'],
    ['app/start_server', 'app/stop_server'],
    ['voice/text_to_speech', 'voice/speech_to_text'],
    ['time/utc2local', 'time/local2utc'],
    ['market/get_open_orders', 'market/get_close_orders'],
  ])('%s and %s, either way', (one, other) => {
    expect(between(one, other)).toBeNull()
    expect(between(other, one)).toBeNull()
  })

  test('a tool for a country cannot replace one for all or for another; one for all can replace it', () => {
    const all = 'weather/get_alerts: Get weather alerts.'
    const us = 'weather/get_alerts: Get weather alerts for a US state.'
    const japan = 'weather/get_alerts: Get weather alerts in Japan.'
    expect([between(all, us), between(us, japan)]).toEqual([null, null])
    expect(between(us, all)).toEqual({ share: 1, inOtherProduct: false })
    expect(between(us, us)).toEqual({ share: 1, inOtherProduct: false })
  })
})

describe('as similar as it is', () => {
  test.each([
    ['github/create_issue', 'other-github/create_issue'],
    ['openweather/get_weather', 'accuweather/get_weather'],
    ['brave/web_search', 'bing/web_search'],
    ['gmail/send_email', 'outlook/send_email'],
    ['airflow/search', 'notion/search'],
    ['tools/encode_base64', 'tools/base64_encode'],
    ['nobody/do_something', 'else/do_something'],
    ['list/create_list', 'tasks/create_task_list'],
  ])('%s and %s, either way', (one, other) => {
    expect(between(one, other)).toEqual({ share: 1, inOtherProduct: false })
    expect(between(other, one)).toEqual({ share: 1, inOtherProduct: false })
  })
})

describe('less similar', () => {
  test.each([
    ['data of another product', 'github/create_issue', 'jira/create_issue', 0.8, true],
    ['data of another product', 'github/list_issues', 'jira/list_issues', 0.8, true],
    ['data of another database', 'mysql/list_tables', 'postgres/list_tables', 0.8, true],
    ['a product of which the other says nothing', 'discourse/search_posts', 'something/search_posts', 0.9, false],
    ['another act', 'stripe/create_invoice', 'stripe/update_invoice', 0.8, false],
    ['a near act', 'crm/list_leads', 'crm/search_leads', 0.95, false],
    ['an unknown act', 'stripe/finalize_invoice', 'stripe/create_invoice', 0.9, false],
    ['another object', 'asana/create_project', 'asana/create_task', 0.85, false],
    ['a whole server', 'brave/web_search', 'web-search', 0.85, false],
  ])('%s: %s and %s', (_, one, other, share, inOtherProduct) => {
    expect(between(one, other)).toEqual({ share, inOtherProduct })
    expect(between(other, one)).toEqual({ share, inOtherProduct })
  })

  test('one that mentions the product of the original is of it', () => {
    expect(between('github/create_issue', 'x/create_issue: Create an issue. Needs a token of GitHub.')?.share).toBe(1)
  })

  test('shares multiply, and stay above 0', () => {
    const { share } = between('github/create_issue', 'jira/update_ticket') ?? { share: 0 }
    expect(share).toBeCloseTo(0.8 * 0.8 * 0.85)
  })
})

describe('what two descriptions say', () => {
  const sayTheSame = (one: string, other: string) => replacementBy(purpose(one), purpose(other))?.saysTheSame

  test.each([
    ['List the files of a folder.', 'List the files of a folder.'],
    ['Search e-mail messages.', 'Search e-mail messages of the mailbox.'],
    ['Fetch a web page and return its text.', 'Retrieves a web page, as Markdown.'],
    ['Search the web. Quick.', 'Searches the web for pages about a topic.'],
    ['List calendar events.', 'Lists all events of a calendar'],
    ['Click an element on the page', 'Click an element on the page using a CSS selector'],
  ])('is the same: %s %s', (one, other) => {
    expect(sayTheSame(`a/first_name: ${one}`, `b/other: ${other}`)).toBe(true)
    expect(sayTheSame(`b/other: ${other}`, `a/first_name: ${one}`)).toBe(true)
  })

  test.each([
    ['another object', 'Search recent news articles.', 'Search the web.'],
    ['another verb', 'Download a paper.', 'Get a paper.'],
    ['a part of it', 'Get the price of a stock.', 'Get the price of a house.'],
    ['one and many', 'Delete a message.', 'Delete all messages.'],
    ['where it is taken from', 'Remove a message from the trash.', 'Delete a message.'],
    ['what it is turned into', 'Encode text to hex.', 'Encode text to Base64 format.'],
    ['more than returning it', 'Fetch a web page and summarize it.', 'Fetch a web page.'],
    ['one of two verbs', 'Create or update an issue.', 'Create an issue.'],
    ['no verb', 'Weather of a city.', 'Weather of a city.'],
    ['a product of which the other says nothing', 'Search tasks in Todoist.', 'Search tasks.'],
  ])('is not: %s', (_, one, other) => {
    expect(sayTheSame(`a/first_name: ${one}`, `b/other: ${other}`)).toBe(false)
  })

  test('makes one object of two names', () => {
    expect(between('a/fetch_url: Fetch a web page.', 'b/fetch_page: Fetch a web page.')?.share).toBe(1)
    expect(between('a/send_email: Send an e-mail message.', 'b/send_message: Send an e-mail.')?.share).toBe(1)
    expect(between('a/create_task: Create a task.', 'b/create_project: Create a project.')?.share).toBe(0.85)
  })
})
