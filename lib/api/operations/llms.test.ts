import { expect, test } from 'vitest'
import { config } from '../../config'
import type { OperationContract } from '../../contract/operation'
import { OPERATIONS } from '../../contract/operations'
import type { Context } from '../context'
import { llms } from './llms'

const context = { baseUrl: 'https://assay.example' } as Context

test('begins as llmstxt.org has it and names every operation once', async () => {
  const text = await llms({}, context)
  expect(text).toMatch(/^# Assay\n\n> \S/)
  for (const { method, path, key } of Object.values<OperationContract>(OPERATIONS)) {
    const lines = text.split('\n').filter((line) => line.startsWith(`- \`${method} ${path}\``))
    expect(lines, path).toHaveLength(1)
    expect(lines[0]?.includes('Needs a key.')).toBe(key === 'required')
  }
})

test('every link is whole and of this service', async () => {
  const places = [...(await llms({}, context)).matchAll(/\]\(([^)]*)\)/g)].map(([, place = '']) => new URL(place))
  expect(places.map(({ pathname }) => pathname)).toEqual(
    expect.arrayContaining(['/v1/route', '/v1/search', '/mcp', '/openapi.json', '/docs', '/problems']),
  )
  for (const { origin } of places) expect(origin).toBe('https://assay.example')
})

test('the limits are those of this service', async () => {
  const text = await llms({}, context)
  const { keylessPerMinute, keyedPerMinute, keysAnHour, freePerMinute } = config().limits
  expect(text).toContain(`Without a key: ${keylessPerMinute} points a minute`)
  expect(text).toContain(`: ${keyedPerMinute} points a minute`)
  expect(text).toContain(`${keysAnHour} an hour`)
  expect(text).toContain(`no points: ${freePerMinute} requests a minute`)
})
