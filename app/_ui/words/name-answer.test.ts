import { describe, expect, test } from 'vitest'
import { capitalized, readAs, statusAnswer } from './name-answer'

const AT = '2026-11-22T12:00:00Z'
const facts = (sign: Parameters<typeof statusAnswer>[0]['summary']['sign'], more = {}) => ({
  subject: 'Acme’s MCP server',
  summary: { headline: 'As it is', lines: [], sign },
  checkedAt: AT,
  asksForPayment: false,
  ...more,
})

describe('the answer to “is it down?”', () => {
  test.each([
    ['healthy', {}, 'No. Acme’s MCP server answered {time}', null],
    ['healthy', { checkedAt: null }, 'No. Acme’s MCP server answers', null],
    ['auth', {}, 'No. Acme’s MCP server answered {time} and asks for sign-in', null],
    ['auth', { asksForPayment: true }, 'No. Acme’s MCP server answered {time} and asks for payment', null],
    ['degraded', {}, 'No, but Acme’s MCP server does not work as it should', 'As it is.'],
    ['down', {}, 'Yes. Acme’s MCP server is down', 'As it is.'],
    ['unknown', {}, 'We cannot say whether Acme’s MCP server is down', 'As it is.'],
    ['unsafe', {}, 'Acme’s MCP server is unsafe: do not connect', null],
  ] as const)('%s %j', (sign, more, text, detail) => {
    expect(statusAnswer(facts(sign, more))).toMatchObject({ text, detail })
  })
})

test('a name begins a sentence', () => {
  expect(['zorgblatt', 'iPhone', 'émile', '𝒂', ''].map(capitalized)).toEqual(['Zorgblatt', 'IPhone', 'Émile', '𝒂', ''])
})

test('how it was read', () => {
  expect(readAs({ intent: 'status', name: 'GitHub' })).toBe('is the product “GitHub” down?')
})
