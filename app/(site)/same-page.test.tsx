import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { signingKeyFromSeed } from 'assay-verify/attestation'
import { at, HOURS, MINUTES, outage, probes } from 'assay-verify/state/test-observations'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverMetadata } from '@/app/_ui/server/server-metadata'
import { ServerReport } from '@/app/_ui/server/server-report'
import type { Context } from '@/lib/api/context'
import { profile } from '@/lib/api/page-data/profile'
import { serverPage } from '@/lib/api/page-data/server-page'
import { settledHealth } from '@/lib/api/page-data/settled-health'
import { openAttester } from '@/lib/api/signing/attester'
import { openTestContext } from '@/lib/api/test-context'
import { onlyKey } from '@/lib/api/test-keys'
import { cachedPage } from '@/lib/runtime/pages/cached-page'
import { streamable, testServer, testTool } from '@/lib/store/test-catalog'

const CHECKED_AT = 6 * HOURS + 10 * MINUTES
const server = (id: string) =>
  testServer(id, { remotes: [streamable(`https://${id.slice(2)}.example/mcp`)], tools: [testTool('a')] })

describe('a page between two checks', () => {
  let opened: Awaited<ReturnType<typeof openTestContext>>
  let context: Context
  beforeAll(async () => {
    opened = await openTestContext([server('g/up'), server('g/down'), server('g/unseen')], at(CHECKED_AT))
    await opened.watched('g/up', probes(0, 24))
    await opened.watched('g/down', [...probes(0, 20), ...outage(6 * HOURS, 8)])
    const attester = openAttester(onlyKey(signingKeyFromSeed(new Uint8Array(32).fill(7))), 'https://assay.example')
    context = Object.assign(opened.context, { attester })
  })
  afterAll(() => opened.close())

  const readAt = (seconds: number): Context => Object.assign(Object.create(context), { now: at(seconds) })

  /** The page with its head, as a process sends it so many seconds after the start of test time. */
  async function answerAt(serverId: string, seconds: number, copy?: string) {
    const then = readAt(seconds)
    const facts = await serverPage(await profile({ toolId: serverId }, then), then)
    const markup = renderToStaticMarkup(<ServerReport facts={{ ...facts, category: null }} now={then.now} />)
    const head = JSON.stringify(serverMetadata(facts))
    const page = cachedPage({ status: 200, headers: {}, body: Buffer.from(head + markup) }, undefined)
    let answer = { status: 0, etag: '' }
    const response = {
      writeHead(status: number, headers: OutgoingHttpHeaders) {
        answer = { status, etag: String(headers.etag) }
        return response
      },
      end: () => undefined,
    }
    await page.send({ 'if-none-match': copy }, response as unknown as ServerResponse, false)
    return answer
  }

  test.each(['g/up', 'g/down', 'g/unseen'])('of %s is the same minutes later, and answered 304', async (serverId) => {
    const first = await answerAt(serverId, CHECKED_AT)
    expect(first).toMatchObject({ status: 200, etag: expect.stringMatching(/^"/) })
    for (const minutes of [3, 11])
      expect(await answerAt(serverId, CHECKED_AT + minutes * MINUTES, first.etag)).toEqual({ ...first, status: 304 })
  })

  test('and while its result is too old for a verdict', async () => {
    const stale = await answerAt('g/up', CHECKED_AT + 5 * HOURS)
    expect(stale).not.toEqual(await answerAt('g/up', CHECKED_AT))
    expect(await answerAt('g/up', CHECKED_AT + 5 * HOURS + 20 * MINUTES)).toEqual(stale)
  })

  test('the verdict is that of the moment of reading', async () => {
    expect((await settledHealth('g/down', readAt(CHECKED_AT))).status).toBe('down')
    expect((await settledHealth('g/down', readAt(CHECKED_AT + 5 * HOURS))).status).toBe('unknown')
  })
})
