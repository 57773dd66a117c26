import { expect, test } from 'vitest'
import { SENT_BY_PROBER } from '../core/evidence/sent-requests'
import { PROBERS } from './index'

test('the requests of every prober are described to the operators of what it probes', () => {
  for (const name of Object.keys(PROBERS)) expect(SENT_BY_PROBER[name]?.length, name).toBeGreaterThan(0)
})
