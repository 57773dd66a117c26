import { describe, expect, test } from 'vitest'
import { EXAMPLE_SERVER, EXAMPLE_TOOL, withExample } from '../contract/example-tool'
import type { Context } from './context'
import { exampleTool } from './example-tool'
import { health } from './operations/health'
import { llms } from './operations/llms'
import { openStates } from './test-states'

describe('the tool that examples name', () => {
  test('is known here, may be used, and is what llms.txt names', async () => {
    const { context, close } = await openStates()
    const { toolId, serverId } = await exampleTool(context())
    expect(toolId.startsWith(`${serverId}/`)).toBe(true)
    expect(await health({ toolId }, context())).toMatchObject({ recommendation: 'proceed', verdict: 'healthy' })
    const text = await llms({}, context())
    expect(text).toContain(`/v1/health/${toolId})`)
    expect(text).not.toContain(EXAMPLE_TOOL)
    await close()
  })

  test('is that of the contract where the database cannot be used', async () => {
    expect(await exampleTool({} as Context)).toEqual({ toolId: EXAMPLE_TOOL, serverId: EXAMPLE_SERVER })
  })
})

test('examples of the contract name it, wherever they name a tool or a server', () => {
  const example = { toolId: 'a/b/c$&', serverId: 'a/b' }
  const given = {
    ids: [EXAMPLE_TOOL, EXAMPLE_SERVER, 'garden/lantern/lamps'],
    at: null,
    n: 1,
    text: `x ${EXAMPLE_TOOL}`,
  }
  expect(withExample(given, example)).toEqual({ ids: ['a/b/c$&', 'a/b', 'a/b'], at: null, n: 1, text: 'x a/b/c$&' })
})
