import { expect, test } from 'vitest'
import type { CheckedServer } from '@/lib/setup/rules/checked-server'
import { textShown } from '../test-render'
import { CheckedTable } from './checked-table'

const now = new Date('2026-11-20T12:00:00Z')
const ROW: CheckedServer = {
  id: 'g/s',
  title: 'Files',
  status: 'healthy',
  access: 'open',
  downSince: null,
  reasons: [{ code: 'answered', text: 'It answered.' }],
  isRemoved: false,
  isRead: true,
  hasAlternatives: false,
  changes: [],
  packages: [],
  days: undefined,
}
const shown = (more: Partial<CheckedServer>) =>
  textShown(<CheckedTable rows={[{ ...ROW, ...more }]} entriesOf={() => []} />)

test('that nothing changed is said only of what was read', () => {
  expect(shown({})).toContain('No change that breaks callers')
  const never = { status: 'unknown', isRead: false, reasons: [{ code: 'never_probed', text: 'Not yet.' }] } as const
  expect(shown(never)).toContain('Not checked yet')
  expect(shown(never)).not.toContain('No change')
  expect(shown({ status: 'auth', isRead: false })).toContain('Not read')
})

test('changes of tools have how many changed', () => {
  const change = { kind: 'schema_breaking', label: 'less safe', tools: 1, since: now.toISOString() } as const
  expect(shown({ changes: [change] })).toContain('one tool: less safe, ')
  expect(shown({ changes: [{ ...change, tools: 3 }] })).toContain('3 tools: less safe, ')
})

test('what works with an open fault has its reason, and what is unsafe has something to use instead', () => {
  const changed = shown({ reasons: [{ code: 'tool_unsafe_change', text: '`tidy` may now delete.' }] })
  expect(changed).toContain('Working, less safe')
  expect(changed).toContain('tidy may now delete.')
  const unsafe = shown({
    hasAlternatives: true,
    reasons: [{ code: 'unsafe_text', text: 'Its instructions send data out.' }],
  })
  expect(unsafe).toContain('Unsafe Its instructions send data out. Use instead')
})
