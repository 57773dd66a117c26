import { describe, expect, it } from 'vitest'
import { watchedFetch } from './watched-fetch.ts'

function answering(type: string, chunks: string[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  return watchedFetch(10, async () => new Response(body, { headers: { 'content-type': type } }))
}

const read = async (type: string, chunks: string[]) => (await answering(type, chunks)('http://127.0.0.1/')).text()

describe('watchedFetch', () => {
  it('passes an answer up to the limit', async () => {
    expect(await read('application/json', ['12345', '67890'])).toBe('1234567890')
    await expect(read('application/json', ['12345', '678901'])).rejects.toThrow('more than 10 bytes')
  })

  it('limits each message of a stream, not the stream', async () => {
    const events = ['data:1\n\n', 'data:2\r\n\r\n', 'da', 'ta:3\n\n', '\n\ndata:4', '\n\n']
    expect(await read('text/event-stream; charset=utf-8', events)).toBe(events.join(''))
    await expect(read('text/event-stream', ['data:1\n\n', 'data:', '123456'])).rejects.toThrow('more than 10 bytes')
  })

  it('passes what has no body', async () => {
    const empty = watchedFetch(10, async () => new Response(null, { status: 204, headers: { 'x-a': 'b' } }))
    const response = await empty('http://127.0.0.1/')
    expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([204, 'b', ''])
  })
})
