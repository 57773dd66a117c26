import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HAS_NATS } from '../../lib/outcome-stream/test-nats'
import { HAPROXY } from '../programs/haproxy'
import { PGBOUNCER } from '../programs/pgbouncer'
import { bench } from './cluster'
import { FAULT_NAMES } from './fault-list'

const HAS_PROGRAMS = HAS_NATS && HAPROXY !== undefined && PGBOUNCER !== undefined && existsSync('/usr/lib/postgresql')

test.skipIf(!HAS_PROGRAMS)(
  'the built service on many machines loses and doubles nothing, and its proxy hides every fault but a promotion',
  { timeout: 900_000 },
  async () => {
    const flags = { tools: '500', seconds: '12', 'cost-seconds': '2' }
    const result = await bench.run(flags, () => undefined)
    expect(result).toMatchObject({
      acknowledgedLost: 0,
      countedTwice: 0,
      uncertainEvents: 0,
      messagesLeft: 0,
      requestsFailed: 0,
      faults: FAULT_NAMES.map((name) => ({ name })),
    })
    expect(result.maxStalenessS).toBeLessThan(10)
    // It was under load, and the faults were felt where nothing is repeated.
    expect(result.acknowledgedEvents).toBeGreaterThan(5000)
    expect(result.requestsFailedOnce).toBeGreaterThan(0)
  },
)
