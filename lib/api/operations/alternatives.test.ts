import { at, HOURS, probes } from 'assay-verify/state/test-observations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AlternativesAnswer } from '../../contract/shapes/candidates'
import type { SubjectDescription } from '../../core/catalog/subject-description'
import { markRemovedTools } from '../../store/catalog/tools'
import { streamable, testServer, testTool } from '../../store/test-catalog'
import { openTestContext } from '../test-context'
import { findAlternatives, listReplaceable } from './alternatives'

const now = at(6 * HOURS)
const read = (more = {}) =>
  testTool('read_file', { inputSchema: { type: 'object', properties: { path: { type: 'string' } } }, ...more })
const CATALOG = [
  testServer('g/own', {
    repository: 'https://github.com/a/b',
    remotes: [streamable('https://one.example/own')],
    tools: [read(), testTool('gone_file')],
  }),
  testServer('g/fork', { repository: 'git@github.com:A/b.git', tools: [read()] }),
  testServer('g/same-address', { remotes: [streamable('https://one.example/own/')], tools: [read()] }),
  testServer('g/neighbour', { remotes: [streamable('https://one.example/other')], tools: [read()] }),
  testServer('g/dead', { remotes: [streamable('https://dead.example/mcp')], tools: [read()] }),
  testServer('g/alive', { remotes: [streamable('https://alive.example/mcp')], tools: [read(), testTool('read_page')] }),
  testServer('g/unseen', { tools: [read({ inputSchema: null })] }),
  testServer('g/eraser', { tools: [testTool('delete_file')] }),
  testServer('g/jira', { tools: [read({ description: 'Reads an attached file in Jira.' })] }),
  testServer('g/faint', { tools: [read()] }),
  testServer('g/api', { description: 'Reads files over HTTP.' }),
]

let opened: Awaited<ReturnType<typeof openTestContext>>
const described: SubjectDescription[] = []
const alike = [
  ...['own', 'fork', 'same-address', 'neighbour', 'dead', 'alive', 'unseen'].map((name, index) => ({
    id: `g/${name}/read_file`,
    similarity: 0.99 - index * 0.05,
  })),
  { id: 'g/api', similarity: 0.85 },
  { id: 'g/eraser/delete_file', similarity: 0.98 },
  { id: 'g/jira/read_file', similarity: 0.97 },
  { id: 'g/faint/read_file', similarity: 0.599 },
  { id: 'g/unlisted/read_file', similarity: 0.9 },
]

beforeAll(async () => {
  opened = await openTestContext(CATALOG, now)
  opened.finder.alike = (subject) => {
    described.push(subject)
    return alike
  }
  await opened.watched('g/dead', probes(0, 24, 'connect_failed'))
  await opened.watched('g/alive', probes(0, 24))
})
afterAll(() => opened.close())

/** Forgets what was found, so that it is searched again. */
const forget = () => opened.context.db.execute(sql`DELETE FROM alternative_lists`)
const answerFor = async (toolId: string, limit = 10) => {
  const answer = await findAlternatives(toolId, limit, opened.context)
  expect(AlternativesAnswer.parse(answer)).toEqual(answer)
  expect(answer.reason === null).toBe(answer.alternatives.length > 0)
  const isStored = (await opened.context.alternatives.findStored([toolId])).has(toolId)
  const replaceable = await listReplaceable([toolId, 'no/such'], opened.context)
  expect([...replaceable]).toEqual(isStored && answer.alternatives.length > 0 ? [toolId] : [])
  for (const { similarity } of answer.alternatives) expect(similarity).toBeGreaterThanOrEqual(answer.floor)
  return answer
}
beforeEach(() => forget())

const ask = async (toolId: string, limit?: number) => (await answerFor(toolId, limit)).alternatives

test('never the same repository, backend or server, never one that is down; the living first, then the most alike', async () => {
  const found = await ask('g/own/read_file')
  expect(found.map(({ toolId }) => toolId)).toEqual([
    'g/alive/read_file',
    'g/jira/read_file',
    'g/neighbour/read_file',
    'g/api',
    'g/unseen/read_file',
  ])
  expect(found[0]).toMatchObject({
    verdict: 'healthy',
    similarity: 0.74,
    relevance: 0.74,
    argsCompatible: true,
    mappable: true,
    independent: { repository: true, backend: true, host: true },
  })
  expect(found[1]).toMatchObject({ similarity: 0.873, relevance: 0.873 })
  expect(found[2]).toMatchObject({ verdict: 'unknown', independent: { host: false } })
  expect(found[4]).toMatchObject({ argsCompatible: null, mappable: null, parameterMap: [] })
  expect(await ask('g/own/read_file', 1)).toHaveLength(1)
})

test('whether there is one, where the most similar subjects cannot be used', async () => {
  const others = Array.from({ length: 30 }, (_, n) => ({ id: `g/gone-${n}/read_file`, similarity: 0.99 }))
  const before = opened.finder.alike
  opened.finder.alike = () => others
  expect(await ask('g/own/read_file')).toEqual([])
  await forget()
  opened.finder.alike = () => [...others, { id: 'g/alive/read_file', similarity: 0.9 }]
  expect(await ask('g/own/read_file')).toHaveLength(1)
  opened.finder.alike = before
})

test('what has no list yet is searched for where its alternatives are asked for, not where many are looked over', async () => {
  const before = described.length
  expect(await listReplaceable(['g/own/read_file'], opened.context)).toEqual(new Set())
  expect(described.length).toBe(before)
  expect(await ask('g/own/read_file')).not.toEqual([])
  expect(await listReplaceable(['g/own/read_file'], opened.context)).toEqual(new Set(['g/own/read_file']))
})

test('a list is searched for once, and its states are read every time', async () => {
  const [first, asked] = [await ask('g/own/read_file'), described.length]
  expect(await ask('g/own/read_file')).toEqual(first)
  expect(described.length).toBe(asked)
  const { db } = opened.context
  const list = sql`SELECT alternatives FROM alternative_lists WHERE subject_id = 'g/own/read_file'`
  const { rows } = (await db.execute(list)) as unknown as { rows: { alternatives: string[] }[] }
  expect(rows[0]?.alternatives).toContain('g/dead/read_file')
  await db.execute(sql`UPDATE subjects SET listed = false WHERE id = 'g/alive/read_file'`)
  expect((await ask('g/own/read_file')).map(({ toolId }) => toolId)).not.toContain('g/alive/read_file')
  await db.execute(sql`UPDATE subjects SET listed = true WHERE id = 'g/alive/read_file'`)
})

test('a tool is compared by everything in its catalog entry', async () => {
  await ask('g/own/read_file')
  expect(described.at(-1)).toEqual({
    id: 'g/own/read_file',
    kind: 'tool',
    serverId: 'g/own',
    name: 'read_file',
    title: null,
    description: 'Does read_file.',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    serverTitle: 'Title of g/own',
    serverDescription: 'A server for tests.',
  })
})

test('one that is down has alternatives, and so has one that its server no longer lists', async () => {
  expect((await ask('g/dead/read_file')).map(({ toolId }) => toolId)).toContain('g/alive/read_file')
  const { db } = opened.context
  await opened.watched('g/own', probes(0, 24))
  await markRemovedTools(db, ['g/own/gone_file'], now)
  expect((await ask('g/own/gone_file')).length).toBeGreaterThan(0)
  expect(described.at(-1)).toMatchObject({ name: 'gone_file', description: 'Does gone_file.' })
})

test('an unknown tool of a known server is compared by its name and the description of its server', async () => {
  const found = await ask('g/own/read/whole file')
  expect(found.map(({ toolId }) => toolId)).not.toContain('g/own/read_file')
  expect(found[0]).toMatchObject({ toolId: 'g/alive/read_file', argsCompatible: null })
  expect(described.at(-1)).toMatchObject({
    name: 'read/whole file',
    description: 'A server for tests.',
    inputSchema: null,
  })
})

test('a server that lists no tool is compared by its title and description', async () => {
  const found = await ask('g/api')
  expect(described.at(-1)).toMatchObject({ name: 'Title of g/api', description: 'Reads files over HTTP.' })
  expect(found.length).toBeGreaterThan(0)
  expect(found.map(({ toolId }) => toolId)).not.toContain('g/api')
  expect(found.every(({ replaces }) => replaces === 'g/api')).toBe(true)
})

test('a server is replaced by what replaces its tools: the best of each other server, with what it stands for', async () => {
  const { alike: before } = opened.finder
  opened.finder.alike = ({ name }) =>
    name === 'read_file' ? [...alike, { id: 'g/alive/read_page', similarity: 0.7 }] : []
  const found = await ask('g/own')
  opened.finder.alike = before
  expect(found.map(({ toolId }) => toolId)).toEqual([
    'g/alive/read_file',
    'g/jira/read_file',
    'g/neighbour/read_file',
    'g/api',
    'g/unseen/read_file',
  ])
  expect(found[0]).toMatchObject({ replaces: 'g/own/read_file', argsCompatible: true })
  expect(new Set(found.map(({ serverId }) => serverId)).size).toBe(found.length)
})

test('a tool in place of a server comes before the server that has it', async () => {
  const { alike: before } = opened.finder
  opened.finder.alike = ({ name }) =>
    name === 'read_file' ? [{ id: 'g/alive/read_file', similarity: 0.8 }] : [{ id: 'g/alive', similarity: 0.99 }]
  const found = await ask('g/own')
  opened.finder.alike = before
  expect(found.map(({ toolId, replaces }) => [toolId, replaces])).toEqual([['g/alive/read_file', 'g/own/read_file']])
})

test('what no server could have is refused with the nearest ids', async () => {
  await expect(ask('nobody/knows/this')).rejects.toMatchObject({ code: 'unknown_tool' })
  await expect(ask('g/oown/read_file')).rejects.toMatchObject({
    code: 'unknown_tool',
    extra: { nearest: expect.arrayContaining(['g/own/read_file']) },
  })
})

test.each([
  ['nothing alike', [], 'nothing_does_the_same'],
  ['too little alike', ['g/faint/read_file'], 'nothing_does_the_same'],
  ['the opposite', ['g/eraser/delete_file'], 'nothing_does_the_same'],
  ['down', ['g/dead/read_file', 'g/eraser/delete_file'], 'all_down'],
  ['removed from its server', ['g/own/gone_file'], 'nothing_does_the_same'],
])('%s: an empty list that says why', async (_, ids, code) => {
  const { alike: before } = opened.finder
  opened.finder.alike = () => alike.filter(({ id }) => ids.includes(id))
  expect(await answerFor('g/own/read_file')).toMatchObject({
    alternatives: [],
    reason: { code, text: expect.any(String) },
  })
  opened.finder.alike = before
})

test('what should be avoided is never listed, and an empty list says so', async () => {
  const { db } = opened.context
  const change = { class: 'unsafe_text', at: now.toISOString(), text: 'Its instructions hide text.', declared: true }
  const facts = { usage: null, breakingChangesAt: [], openChange: change }
  await db.execute(sql`UPDATE subjects SET facts = ${JSON.stringify(facts)}::jsonb WHERE id = 'g/alive/read_file'`)
  expect((await ask('g/own/read_file')).map(({ toolId }) => toolId)).not.toContain('g/alive/read_file')
  await forget()
  const { alike: before } = opened.finder
  opened.finder.alike = () => alike.filter(({ id }) => id === 'g/alive/read_file' || id === 'g/dead/read_file')
  expect(await answerFor('g/own/read_file')).toMatchObject({ alternatives: [], reason: { code: 'all_to_avoid' } })
  opened.finder.alike = before
})
