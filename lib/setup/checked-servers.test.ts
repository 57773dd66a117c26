import { expect, test } from 'vitest'
import { changesOf } from './checked-servers'

test('what took back a promise is not called a breaking change', () => {
  const [first, second] = [new Date('2026-11-20T12:00:00Z'), new Date('2026-11-21T12:00:00Z')]
  const changed = { kind: 'schema_breaking', severity: 'major', openedAt: second } as const
  const open = [
    changed,
    { ...changed, openedAt: first },
    { ...changed, severity: 'critical' },
    { ...changed, kind: 'down' },
  ] as const
  expect(changesOf(open)).toEqual([
    { kind: 'schema_breaking', label: 'breaking change', tools: 2, since: first.toISOString() },
    { kind: 'schema_breaking', label: 'less safe', tools: 1, since: second.toISOString() },
  ])
})
