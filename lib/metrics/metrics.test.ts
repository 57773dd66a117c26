import { expect, test } from 'vitest'
import { Counts, DurationCounts } from './counts'
import { Metrics } from './metrics'

test('counts are kept by both labels', () => {
  const counts = new Counts()
  counts.add('health', 200)
  counts.add('health', 200)
  counts.add('health', 404)
  counts.add('accepted', '', 25)
  expect(counts.list()).toEqual([
    { label: 'health', second: '200', count: 2 },
    { label: 'health', second: '404', count: 1 },
    { label: 'accepted', second: '', count: 25 },
  ])
})

test('durations are counted up to each bound, a bound itself included', () => {
  const durations = new DurationCounts([1, 10])
  for (const durationMs of [0, 1, 1.5, 10, 11, 1000]) durations.add('search', durationMs)
  expect(durations.list()).toEqual([{ label: 'search', upTo: [2, 4, 6], count: 6, sumMs: 1023.5 }])
})

test('a probe is counted by the outcome that its reason implies', () => {
  const metrics = new Metrics()
  metrics.probe('forbidden', 20)
  metrics.probe('timed_out', 20_000)
  expect(metrics.probes.list()).toEqual([
    { label: 'auth_required', second: 'forbidden', count: 1 },
    { label: 'failed', second: 'timed_out', count: 1 },
  ])
  expect(metrics.probeDurations.list().map(({ label }) => label)).toEqual(['auth_required', 'failed'])
})

test('a job is counted with its result, and its failure is thrown on', async () => {
  const metrics = new Metrics()
  expect(await metrics.job('keep', async () => 7)).toBe(7)
  await expect(metrics.job('keep', () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
  expect(metrics.jobs.list()).toEqual([
    { label: 'keep', second: 'ok', count: 1 },
    { label: 'keep', second: 'failed', count: 1 },
  ])
  expect(metrics.jobDurations.list()[0]?.count).toBe(2)
})
