import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { decide } from './decide.ts'
import type { RecentEvent } from './decision.ts'
import { createHolder } from './holder/holder.ts'
import { memoryStore } from './holder/store.ts'
import { TestService, testKey } from './holder/test-service.ts'
import { endpointNameOf, serverKey } from './names.ts'
import { DEFAULT_POLICY } from './policy.ts'
import { minutesOf } from './test-views.ts'

const EXAMPLE = readFileSync('packages/decide/README.md', 'utf8').split('```js\n')[1]?.split('\n```')[0] ?? ''
const NAMES = { decide, createHolder, memoryStore, endpointNameOf, serverKey, DEFAULT_POLICY }

interface Example {
  refresh(): Promise<void>
  guarded(tool: string, args: object, call: (tool: string) => Promise<string>): Promise<string | { refused: string }>
  recent: RecentEvent[]
}

/** The example, after its imports. `warned` gets what it says. */
function runExample({ fetch }: TestService, warned: string[]): Promise<Example> {
  const code = `(async () => {${EXAMPLE.replace(/^import .*$/gm, '')}\nreturn { refresh, guarded, recent }\n})()`
  return runInNewContext(code, { ...NAMES, fetch, console: { warn: (text: string) => warned.push(text) } })
}

it('is run by the example of the README: a denial, a trial, and on', async () => {
  const now = Date.now()
  const service = new TestService(await testKey(), now)
  const keys = [await serverKey({ kind: 'url', name: 'barn.example/mcp' })]
  const state = { v: 'down', since: minutesOf(now) - 20, until: minutesOf(now) + 60 } as const
  await service.publish([{ id: 'garden/oldbarn', title: 'Old Barn', keys, tools: {}, state }])
  const { refresh, guarded, recent } = await runExample(service, [])
  const call = async () => 'done'
  expect(await guarded('read_file', {}, call)).toBe('done')
  recent.length = 0
  await refresh()
  const refused = expect.stringMatching(/^barn is down for \d\d minutes \(as of \d\d:\d\d UTC\)\.$/)
  expect(await guarded('read_file', {}, call)).toEqual({ refused, alternative: null })
  for (const event of recent) event.at -= 5 * 60_000
  expect(await guarded('read_file', {}, call)).toBe('done')
  expect(await guarded('read_file', {}, call)).toBe('done')
  expect(recent.map(({ kind }) => kind)).toEqual(['denied', 'trial', 'completed', 'completed'])
})

it('goes on in the example where there is no service', async () => {
  const warned: string[] = []
  const { refresh, guarded, recent } = await runExample(new TestService(await testKey(), Date.now()), warned)
  await refresh()
  expect(warned).toEqual([expect.stringMatching(/answered 404$/)])
  const call = async () => Promise.reject(new Error('refused'))
  await expect(guarded('read_file', {}, call)).rejects.toThrow('refused')
  expect(recent.map(({ kind }) => kind)).toEqual(['failed'])
})
