import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { MessageReader } from './message-reader.ts'

async function reading(chunks: readonly (string | Buffer)[], largestBytes = 100) {
  const stream = new PassThrough()
  const found: unknown[] = []
  const errors: string[] = []
  const reader = new MessageReader(stream, largestBytes, {
    onMessage: (message) => found.push(message),
    onError: (error) => errors.push(error.message),
    onTooLarge: (error) => errors.push(error.message),
  })
  for (const chunk of chunks) stream.write(chunk)
  await setImmediate()
  await new Promise<void>((resolve) => reader.whenIdle(resolve))
  return { found, errors }
}

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' })

describe('MessageReader', () => {
  it('reads messages however they are cut, and nothing that is not at its end', async () => {
    const text = Buffer.from(`${JSON.stringify(ping('ä'))}\n${JSON.stringify(ping(2))}\r\n${JSON.stringify(ping(3))}`)
    for (let at = 1; at < text.length; at += 1)
      expect((await reading([text.subarray(0, at), text.subarray(at)])).found).toEqual([ping('ä'), ping(2)])
  })

  it('leaves out what is no JSON, and reports JSON that is no message', async () => {
    const no = [{}, [], null, { ...ping(1), jsonrpc: '1.0' }, ping({}), { ...ping(1), x: 1 }, { jsonrpc: '2.0', id: 1 }]
    const lines = ['', 'DEBUG', '[1,2', ...no.map((value) => JSON.stringify(value)), JSON.stringify(ping(1))]
    const { found, errors } = await reading([`${lines.join('\n')}\n`])
    expect(found).toEqual([ping(1)])
    expect(errors).toHaveLength(no.length)
  })

  it('reads results, errors and notifications', async () => {
    const messages = [
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: '' } },
      { jsonrpc: '2.0', method: 'x', params: {} },
    ]
    expect((await reading(messages.map((message) => `${JSON.stringify(message)}\n`))).found).toEqual(messages)
  })

  it('reads nothing more after a message over the limit', async () => {
    const { found, errors } = await reading([`${JSON.stringify(ping(1))}\n`, 'x'.repeat(99), 'xx', `\n{}\n`])
    expect([found.length, errors]).toEqual([1, ['a message of more than 100 bytes']])
  })

  it('passes on many messages, and long ones, in their order', async () => {
    const ids = Array.from({ length: 50_000 }, (_, at) => at)
    const long = { jsonrpc: '2.0', method: 'x', params: { text: 'x'.repeat(1e6) } }
    const { found } = await reading([`${ids.map((id) => JSON.stringify(ping(id))).join('\n')}\n`], 1e7)
    expect(found).toEqual(ids.map(ping))
    const stream = new PassThrough()
    const whole = new Promise((resolve, reject) => {
      new MessageReader(stream, 1e7, { onMessage: resolve, onError: reject, onTooLarge: reject })
    })
    const text = Buffer.from(`${JSON.stringify(long)}\n`)
    for (let at = 0; at < text.length; at += 65_536) stream.write(text.subarray(at, at + 65_536))
    expect(await whole).toEqual(long)
  })
})
