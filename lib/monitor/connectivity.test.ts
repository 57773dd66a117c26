import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openConnectivity } from './connectivity'

const now = new Date('2026-11-01T00:00:00Z')
const secondsOn = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('one canary that answers anything is enough; losing connectivity and having it back are each logged once', async () => {
  const canary = createServer((_request, response) => response.writeHead(500).end())
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  const { port } = canary.address() as AddressInfo
  const close = () => new Promise((resolve) => canary.close(resolve).closeAllConnections())
  const dead = 'http://127.0.0.1:1'
  const alive = `http://127.0.0.1:${port}`
  const logged: string[] = []
  const allowedOrigins = [dead, alive]
  const connectivity = openConnectivity({
    canaryUrls: [dead, alive],
    userAgent: 'AssayTest/1',
    allowedOrigins,
    log: (text) => logged.push(text),
  })

  expect(await connectivity.works(now)).toBe(true)
  await close()
  expect(await connectivity.works(secondsOn(59)), 'a success is used for a minute').toBe(true)
  expect(await connectivity.works(secondsOn(60))).toBe(false)
  expect(await connectivity.works(secondsOn(90))).toBe(false)
  await new Promise<void>((resolve) => canary.listen(port, '127.0.0.1', resolve))
  expect(await connectivity.works(secondsOn(100)), 'a failure for a quarter of it').toBe(false)
  expect(await connectivity.works(secondsOn(105))).toBe(true)
  await close()
  expect(logged.map((text) => text.split(':')[0])).toEqual(['Connectivity is lost', 'Connectivity is back'])
})

test('without canaries connectivity is taken to work', async () => {
  expect(
    await openConnectivity({ canaryUrls: [], userAgent: '', allowedOrigins: [], log: () => undefined }).works(now),
  ).toBe(true)
})
