import { expect, test } from 'vitest'
import { makeApiKey } from '../../core/caller/api-key'
import { openLog } from './log'

function written(format: 'json' | 'text', level: 'error' | 'warn' | 'info' = 'info') {
  const lines: string[] = []
  return { lines, log: openLog({ level, format, write: (text) => lines.push(text) }) }
}

test('a line of JSON has time, level, message and fields, and nothing of the machine', () => {
  const { lines, log } = written('json')
  log.info('step', { step: 'database', durationMs: 12 })
  log.warn('connectivity is lost')
  expect(lines.every((line) => line.endsWith('}\n'))).toBe(true)
  const [step, warning] = lines.map((line) => JSON.parse(line))
  expect(step).toEqual({ level: 'info', time: expect.any(String), step: 'database', durationMs: 12, message: 'step' })
  expect(Object.keys(warning).sort()).toEqual(['level', 'message', 'time'])
  expect(new Date(warning.time).toISOString()).toBe(warning.time)
})

test('an error has its type, code, stack and causes, in both forms', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const failure = new TypeError('it could not be read', { cause: refused })
  const json = written('json')
  json.log.error('not ready', failure)
  const { err, level, message } = JSON.parse(json.lines[0] ?? '')
  expect({ level, message }).toEqual({ level: 'error', message: 'not ready' })
  expect(err).toMatchObject({
    type: 'TypeError',
    message: 'it could not be read',
    cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' },
  })
  const text = written('text')
  text.log.error('not ready', failure)
  expect(text.lines[0]).toMatch(/^\S+Z not ready\nTypeError: it could not be read\n {4}at .*log\.test\.ts/)
  expect(text.lines[0]).toMatch(/\ncaused by Error: connect ECONNREFUSED\n {4}at /)
})

test('lines less important than the level are left out', () => {
  const { lines, log } = written('text', 'error')
  log.info('step')
  log.warn('connectivity is lost')
  log.error('failed', new Error('disk full'))
  expect(lines).toHaveLength(1)
})

const NEEDLE = 'needle4711'
const KEY = makeApiKey(Uint8Array.from({ length: 96 }, (_, n) => n))
const ofDatabase = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  ['parameters of a statement', new Error(`Failed query: select $1\nparams: ${NEEDLE}`)],
  ['a value that a column does not take', ofDatabase('22P02', `invalid input syntax for type integer: "${NEEDLE}"`)],
  ['a value over several lines', ofDatabase('22P02', `invalid input syntax for type json: "a\n${NEEDLE}"`)],
  ['a key', new Error(`refused ${KEY.slice(0, 20)}${NEEDLE}`)],
  ['a bearer secret', new Error(`authorization: Bearer ${NEEDLE}`)],
  ['credentials in an address', new Error(`connect postgres://assay:${NEEDLE}@db.example/assay`)],
  ['an e-mail address', new Error(`no such user ${NEEDLE}@example.org`)],
  ['a thrown text', `${NEEDLE}@example.org is unknown`],
  ['the cause of a cause', new Error('a', { cause: new Error('b', { cause: new Error(`Bearer ${NEEDLE}`) }) })],
])('%s is left out of a logged error', (_, cause) => {
  for (const format of ['json', 'text'] as const) {
    const { lines, log } = written(format)
    log.error('internal error at /v1/ingest', cause)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('internal error at /v1/ingest')
    expect(lines[0]).not.toContain(NEEDLE)
  }
})
