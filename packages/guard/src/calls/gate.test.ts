import { expect, test } from 'vitest'
import { UpstreamFailure } from '../upstream/upstream.ts'
import { definitionsOf, down, healthy, NOON, TestGate, tool } from './test-gate.ts'

const ARGS = { path: '/notes.txt' }
const MINUTE = 60_000
const INSTEAD = 'Use barn fetch_file instead: rename path to file. Its arguments: {"file":"/notes.txt"}'

test('without a service, or with one that knows nothing, every call goes to its server', () => {
  const alone = new TestGate({ oracle: null })
  expect(alone.gate.refusal(alone.files, 'read_file', ARGS)).toBe(null)
  const { gate, files } = new TestGate()
  expect(gate.refusal(files, 'read_file', ARGS)).toBe(null)
})

test('a confirmed outage is refused before the first failure: why, since when, until when, what to call instead', () => {
  const at = new TestGate()
  at.says(down())
  const refusal = at.gate.refusal(at.files, 'read_file', ARGS)
  expect(refusal?.code).toBe('down')
  expect(refusal?.text).toBe(
    'files is down for 18 minutes (as of 11:59 UTC). It is expected back within an hour. ' +
      `The next call is tried at 12:05:00 UTC. ${INSTEAD}`,
  )
  expect(at.gate.refusal(at.barn, 'fetch_file', null)).toBe(null)
  at.says(down(NOON, { up: 40 }))
  expect(at.gate.refusal(at.files, 'read_file', ARGS)?.text).toContain('40 % likely to be up in an hour')
})

test('one call is let through per interval all the same, and one that is answered ends the refusals', () => {
  const at = new TestGate()
  at.says(down())
  const isRefused = () => at.gate.refusal(at.files, 'read_file', ARGS) !== null
  expect(isRefused()).toBe(true)
  at.now += 5 * MINUTE
  at.says(down())
  expect([isRefused(), isRefused()]).toEqual([false, true])
  at.failed()
  at.now += 5 * MINUTE
  at.says(down())
  expect([isRefused(), isRefused()]).toEqual([false, true])
  at.answered()
  expect(isRefused()).toBe(false)
})

test('a handshake of the guard that was answered ends a confirmed outage', () => {
  const at = new TestGate()
  at.says(down())
  expect(at.gate.refusal(at.files, 'read_file', ARGS)?.code).toBe('down')
  at.gate.recordHandshake(at.files)
  expect(at.gate.refusal(at.files, 'read_file', ARGS)).toBe(null)
})

test('a bundle that is too old says nothing', () => {
  const at = new TestGate()
  at.says(down())
  at.now += 11 * MINUTE
  expect(at.gate.refusal(at.files, 'read_file', ARGS)).toBe(null)
})

test('a server whose texts are unsafe is refused, also without a lock file', () => {
  const at = new TestGate()
  at.says({ ...healthy(), changed: { unsafe_text: ['read_file'], tool_removed: ['gone'] } })
  expect(at.gate.refusal(at.files, 'read_file', ARGS)?.code).toBe('unsafe')
  expect(at.gate.refusal(at.files, 'gone', ARGS)).toMatchObject({ code: 'removed' })
  expect(at.gate.refusal(at.files, 'other', ARGS)).toBe(null)
})

test('the own circuit is named with its last failure and the next attempt', () => {
  const at = new TestGate()
  at.says(healthy())
  for (let count = 0; count < 3; count += 1) {
    expect(at.gate.refusal(at.files, 'read_file', ARGS)).toBe(null)
    at.failed()
    at.gate.failureText(at.files, 'read_file', ARGS, new UpstreamFailure('closed', 'files ended.', true))
  }
  at.now += 2000
  expect(at.gate.refusal(at.files, 'read_file', ARGS)).toMatchObject({
    code: 'circuit',
    text: `files has not answered since 12:00:00 UTC. Last: files ended. The next call is tried at 12:00:30 UTC. ${INSTEAD}`,
  })
  expect(at.gate.refusal(at.barn, 'fetch_file', ARGS)).toBe(null)
  expect(at.gate.tallyOf(at.files)).toMatchObject({ calls: 3, failed: 3, refused: { circuit: 1 } })
  at.now += 28_000
  expect(at.gate.refusal(at.files, 'read_file', ARGS)).toBe(null)
})

test('a failed call: how, whether it may have acted, what the service knows, what to call instead', () => {
  const at = new TestGate()
  at.says(down())
  const failure = new UpstreamFailure('silence', 'files gave no sign of life for 30 s.', true)
  expect(at.gate.failureText(at.files, 'read_file', ARGS, failure)).toBe(
    'files gave no sign of life for 30 s. It may have acted on the call all the same. ' +
      `files is down for 18 minutes (as of 11:59 UTC). ${INSTEAD}`,
  )
  at.gate.listedTools(at.files, definitionsOf(tool('read_file')))
  expect(at.gate.failureText(at.files, 'read_file', ARGS, failure)).not.toContain('may have acted')
})

test('an alternative that is itself refused is not named', () => {
  const at = new TestGate()
  at.says(down(), { barn: down() })
  expect(at.gate.refusal(at.files, 'read_file', ARGS)?.text).not.toContain('barn')
  at.says(down())
  for (let count = 0; count < 3; count += 1) at.failed(at.barn)
  expect(at.gate.refusal(at.files, 'read_file', ARGS)?.text).not.toContain('barn')
})

test('hostile names and long arguments do not come into a text', () => {
  const at = new TestGate()
  at.says(down(), { alternative: { tool: '<b>\u202eevil\n', renamed: [['path', '<i>"\u200b']] } })
  const text = at.gate.refusal(at.files, 'read_file', { path: 'x'.repeat(5000) })?.text ?? ''
  expect(text).not.toMatch(/[\u200b\u202e\n<>]/)
  expect(text.length).toBeLessThan(500)
})

test('with substitutes off no alternative is named, and none is called', () => {
  const at = new TestGate({ substitution: 'off' })
  at.says(down())
  const refusal = at.gate.refusal(at.files, 'read_file', ARGS)
  expect(refusal?.text).not.toContain('barn')
  expect(refusal && at.gate.substitute(at.files, 'read_file', ARGS, refusal)).toBe(null)
})

test('reports name a tool only where its server declares it', () => {
  const at = new TestGate()
  at.says(healthy())
  at.answered()
  expect(at.outcomes).toEqual([])
  at.gate.listedTools(at.files, definitionsOf(tool('read_file')))
  at.answered()
  at.failed()
  expect(at.outcomes).toEqual([
    { at: NOON, toolId: 'g/files/read_file', success: true, latencyMs: 3 },
    { at: NOON, toolId: 'g/files/read_file', success: false, latencyMs: 3, errorClass: 'network' },
  ])
})
