import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { onDatabase } from '../store/test-databases'
import { batchOf, emptyOutcomes, recordTestTools, TOOLS } from './sql/test-outcomes'
import { HAS_NATS, openTestCluster } from './test-nats'
import { consume, openProcess, STREAM, settingsOf, until, untilCounted } from './test-stream'

const now = new Date()

describe.skipIf(!HAS_NATS)('a cluster of three NATS servers', () => {
  onDatabase(({ db }) => {
    test('keeps each message three times, and goes on without any one of them', { timeout: 240_000 }, async () => {
      await recordTestTools(db, now)
      const reporters = await emptyOutcomes(db, now)
      const servers = await openTestCluster()
      onTestFinished(async () => {
        await Promise.all(servers.map((server) => server.close()))
      })
      const process = openProcess(db, settingsOf(servers))
      await process.stream.start()
      await until(() => process.stream.usable() !== null)
      const { config } = await (servers[0] ?? fail()).manage((jsm) => jsm.streams.info(STREAM))
      expect(config.num_replicas).toBe(3)
      consume(db, process, 500)
      let sent = 0
      /** Sends a batch as a caller does, who repeats it until it is acknowledged. */
      const send = async () => {
        const batch = batchOf(reporters[''] ?? 0, TOOLS, { hash: `h${sent}`, content: 'c' })
        sent += 1
        for (;;) {
          const answer = await process.writer.count(batch, now).catch(() => null)
          if (answer !== null) return expect(answer.accepted).toBe(TOOLS.length)
          await wait(200)
        }
      }
      for (const server of servers) {
        for (let n = 0; n < 20; n += 1) await send()
        await server.kill()
        for (let n = 0; n < 20; n += 1) await send()
        await server.start()
        await untilCounted(db, sent)
      }
    })
  })
})

function fail(): never {
  throw new Error('the cluster has servers')
}
