import { spawnSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { bench } from './stream'

const SERVER = process.env.TEST_DATABASE_URL
const HAS_NATS = spawnSync('nats-server', ['--version']).status === 0

test.skipIf(SERVER === undefined || !HAS_NATS)(
  'kill -9 of processes that take outcomes in, that count them, and of NATS loses and doubles nothing acknowledged',
  { timeout: 300_000 },
  async () => {
    vi.stubEnv('DATABASE_URL', SERVER)
    const result = await bench.run({ part: 'faults', seconds: '5', 'fault-seconds': '20' }, () => undefined)
    expect(result).toMatchObject({ acknowledgedLost: 0, countedTwice: 0 })
    expect(result.acknowledgedBatches).toBeGreaterThan(100)
  },
)
