import { describe, expect, test } from 'vitest'
import { capitalized, readAs, statusAnswer } from './name-answer'

const AT = '2026-11-22T12:00:00Z'
type Facts = Parameters<typeof statusAnswer>[0]
const answerTo = (sign: Facts['sign'], more: Partial<Facts> = {}) =>
  statusAnswer({ subject: 'Acme’s MCP server', sign, answeredAt: AT, isStarted: false, asksForPayment: false, ...more })

describe('the answer to “is it down?”', () => {
  test.each([
    ['healthy', {}, 'No. Acme’s MCP server answered {time}'],
    ['healthy', { answeredAt: null }, 'No. Acme’s MCP server answers'],
    ['healthy', { isStarted: true }, 'No. Acme’s MCP server started {time}'],
    ['auth', {}, 'No. Acme’s MCP server answered {time} and asks for sign-in'],
    ['auth', { asksForPayment: true }, 'No. Acme’s MCP server answered {time} and asks for payment'],
    ['degraded', {}, 'No, but Acme’s MCP server does not work as it should'],
    ['down', {}, 'Yes. Acme’s MCP server is down'],
    ['unknown', {}, 'We cannot say whether Acme’s MCP server is down'],
    ['unsafe', {}, 'Acme’s MCP server is unsafe: do not connect'],
  ] as const)('%s %j', (sign, more, text) => {
    expect(answerTo(sign, more)).toBe(text)
  })
})

test('a name begins a sentence', () => {
  expect(['zorgblatt', 'iPhone', 'émile', '𝒂', ''].map(capitalized)).toEqual(['Zorgblatt', 'IPhone', 'Émile', '𝒂', ''])
})

test('how it was read', () => {
  expect(readAs({ intent: 'status', name: 'GitHub' })).toBe('is the product “GitHub” down?')
})
