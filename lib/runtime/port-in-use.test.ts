import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { refusePortInUse } from './standalone-adapter'

const host = '127.0.0.1'
const other = createServer()
const takenPort = new Promise<number>((resolve) =>
  other.listen(0, host, () => resolve((other.address() as AddressInfo).port)),
)
afterAll(() => other.close())

test('a port where another process listens is refused before anything is opened, and a free one is left free', async () => {
  const port = await takenPort
  await expect(refusePortInUse({ port, host })).rejects.toMatchObject({ code: 'EADDRINUSE', syscall: 'listen', port })
  await new Promise((resolve) => other.close(resolve))
  await refusePortInUse({ port, host })
  await refusePortInUse({ port, host })
})
