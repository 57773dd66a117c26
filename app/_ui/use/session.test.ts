import type { KnownServer, ServerStateEntry } from 'assay-decide/bundle'
import { decide } from 'assay-decide/decide'
import { DEFAULT_POLICY } from 'assay-decide/policy'
import { expect, test } from 'vitest'
import session from './session.json' with { type: 'json' }

const NOW = Date.UTC(2026, 10, 27, 7, 8, 10)
const MINUTE = Math.floor(NOW / 60_000)
const known = (id: string, state: ServerStateEntry, tools: KnownServer['facts']['tools'] = {}): KnownServer => ({
  facts: { id, title: id, keys: [], tools },
  state: { ...state, until: MINUTE + 30 },
  pins: null,
})

/** Servers of the demonstration, as they were when the session was recorded. */
const QUILLWORK = 'official/example.quillwork/files'
const instead = { serverId: QUILLWORK, tool: 'read_file', renamed: [['path', 'file_path']] as [string, string][] }
const SERVERS = {
  oldbarn: known('demo/oldbarn.example/storage', { v: 'down', since: MINUTE - 25, up: 50 }, { read_file: [instead] }),
  quillwork: known(QUILLWORK, { v: 'healthy' }),
  cellar: known('demo/cellar.example/archive', { v: 'healthy', changed: { safety: ['tidy_archive'] } }),
}

test('the session that was recorded is what the decision says of these calls', () => {
  const view = {
    assessedAt: NOW - 30_000,
    expiresAt: NOW + 570_000,
    servers: new Map(Object.entries(SERVERS).map(([name, one]) => [name, [one]])),
    configuredNames: new Map([[QUILLWORK, 'quillwork']]),
  }
  const said = session.map((line) => {
    const call = { keys: [line.server], configuredName: line.server, tool: line.tool, arguments: line.arguments }
    const { action, text } = decide(call, view, DEFAULT_POLICY, [], NOW)
    return { ...line, action, text }
  })
  expect(session).toEqual(said)
})
