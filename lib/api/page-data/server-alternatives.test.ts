import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, HOURS, probes } from '../../core/state/test-observations'
import { streamable, testServer, testTool } from '../../store/test-catalog'
import { openTestContext } from '../test-context'
import { serverAlternatives } from './server-alternatives'
import type { ServerTool } from './server-tools'

let opened: Awaited<ReturnType<typeof openTestContext>>

beforeAll(async () => {
  opened = await openTestContext(
    [
      testServer('g/own', { tools: [testTool('odd_thing'), testTool('read_file')] }),
      testServer('g/other', { remotes: [streamable('https://other.example/mcp')], tools: [testTool('read_file')] }),
    ],
    at(6 * HOURS),
  )
  opened.finder.alike = ({ name }) => (name === 'read_file' ? [{ id: 'g/other/read_file', similarity: 0.99 }] : [])
  await opened.watched('g/other', probes(0, 24))
})
afterAll(() => opened.close())

const tool = (name: string, removedAt: string | null = null): ServerTool => ({
  toolId: `g/own/${name}`,
  name,
  description: '',
  status: 'healthy',
  readOnly: null,
  destructive: null,
  removedAt,
  fault: null,
})
const alternativesWith = (...tools: ServerTool[]) => serverAlternatives('g/own', tools, 3, opened.context)

test('a server that none can replace as a whole has the alternatives of its first tool that has any', async () => {
  const { alternatives, insteadOf } = await alternativesWith(tool('odd_thing'), tool('read_file'))
  expect(alternatives.map(({ toolId }) => toolId)).toEqual(['g/other/read_file'])
  expect(insteadOf).toEqual({ toolId: 'g/own/read_file', name: 'read_file' })
})

test('without such a tool it has none and says why', async () => {
  for (const tools of [[], [tool('odd_thing')], [tool('read_file', '2026-11-20T00:00:00.000Z')]])
    expect(await alternativesWith(...tools)).toMatchObject({
      alternatives: [],
      insteadOf: null,
      reason: { code: 'nothing_does_the_same' },
    })
})
