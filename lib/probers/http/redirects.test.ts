import { expect, test, vi } from 'vitest'
import { olderServer } from '../test-mcp'
import { probe, serve } from '../test-servers'

// Probes of public servers, on loopback: here every name is that of this machine, and every address is public.
vi.mock('../../safe-fetch/address', async (original) => ({
  ...(await original<typeof import('../../safe-fetch/address')>()),
  isPublicAddress: () => true,
  resolveByDns: () => async () => ['127.0.0.1'],
}))

test('a redirect to another public origin is followed and noted, and later requests go straight there', async () => {
  const server = await olderServer()
  const target = server.url.replace('127.0.0.1', 'second.example.com')
  let redirects = 0
  const first = await serve((_, response) => {
    redirects += 1
    response.writeHead(308, { location: target }).end()
  })
  const found = await probe(`${first.replace('127.0.0.1', 'first.example.com')}/mcp`, {
    generation: 'initialize',
    own: false,
  })
  expect(found).toMatchObject({ reason: 'answered' })
  expect(found.notes).toEqual(['It redirects to another origin, which many clients do not follow.'])
  expect(redirects).toBe(1)
})
