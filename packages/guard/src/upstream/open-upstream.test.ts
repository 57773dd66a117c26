import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { Circuit } from './circuit.ts'
import { definitionsInMemory } from './definitions-store.ts'
import { openUpstream } from './open-upstream.ts'

const SERVER = fileURLToPath(new URL('../test-servers/plain-server.mjs', import.meta.url))

describe('openUpstream', () => {
  it('starts a server at its first request and reads what it declares', async () => {
    const upstream = openUpstream(
      {
        name: 'plain',
        launch: { kind: 'stdio', command: process.execPath, args: [SERVER], env: {}, cwd: null },
        names: [],
        isLocal: true,
        silenceMs: 20_000,
      },
      { onRequest: async () => ({}), onNotification: () => {}, onStarted: () => {}, onChanged: () => {} },
      () => ({ info: { name: 'a', version: '1' }, capabilities: {}, era: 'legacy' }),
      { store: definitionsInMemory(), circuit: new Circuit() },
    )
    expect(await upstream.learn(10_000)).toMatchObject({ era: 'legacy', tools: [{ name: 'echo' }] })
    const answer = await upstream.request({
      method: 'tools/call',
      params: { name: 'echo', arguments: { a: 1 } },
      signal: new AbortController().signal,
      onProgress: () => {},
      allowInputRequired: false,
    })
    expect(answer).toEqual({ content: [{ type: 'text', text: '{"a":1}' }] })
    await upstream.close()
  })
})
