import type { Tool } from '@modelcontextprotocol/client'
import type { AlternativeFacts } from 'assay-decide/bundle'
import { expect, test } from 'vitest'
import { type Members, UpstreamFailure } from '../upstream/upstream.ts'
import { definitionsOf, down, healthy, TestGate, tool } from './test-gate.ts'

const ARGS = { path: '/notes.txt' }
const THERE = tool('fetch_file', {
  inputSchema: { type: 'object', properties: { file: { type: 'string' }, lines: {} }, required: ['file'] },
})
const writing = { annotations: { readOnlyHint: false } }

interface Setting {
  args?: Members | null
  failing?: Tool
  there?: Tool
  alternative?: Partial<AlternativeFacts>
  mode?: 'off' | 'suggest' | 'auto'
  barn?: ReturnType<typeof down>
}

function substituteIn({ args = ARGS, failing = tool('read_file'), there = THERE, mode = 'auto', ...said }: Setting) {
  const at = new TestGate({ substitution: mode })
  at.says(down(), { ...(said.barn && { barn: said.barn }), alternative: { apart: true, ...said.alternative } })
  at.gate.listedTools(at.files, definitionsOf(failing))
  at.gate.listedTools(at.barn, definitionsOf(there))
  const refusal = at.gate.refusal(at.files, 'read_file', args)
  return refusal && at.gate.substitute(at.files, 'read_file', args, refusal)
}

test('a tool that only reads is called in place of another of the same kind', () => {
  expect(substituteIn({})).toMatchObject({
    server: { name: 'barn' },
    tool: 'fetch_file',
    arguments: { file: '/notes.txt' },
    text: expect.stringMatching(
      /^files is down for 18 minutes .* Instead fetch_file of barn was called, with path as file; what follows is its result\.$/,
    ),
  })
})

test('also after a call that failed, as it changed nothing', () => {
  const at = new TestGate({ substitution: 'auto' })
  at.says(healthy(), { alternative: { apart: true } })
  at.gate.listedTools(at.files, definitionsOf(tool('read_file')))
  at.gate.listedTools(at.barn, definitionsOf(THERE))
  const failure = new UpstreamFailure('closed', 'The connection to files ended.', true)
  expect(at.gate.substitute(at.files, 'read_file', ARGS, failure)).toMatchObject({
    arguments: { file: '/notes.txt' },
    text: expect.stringMatching(/^The connection to files ended\. Instead /),
  })
})

test.each<[string, Setting]>([
  ['it is not turned on', { mode: 'suggest' }],
  ['the called tool may write', { failing: tool('read_file', writing) }],
  ['the called tool does not say what it does', { failing: tool('read_file', { annotations: {} }) }],
  [
    'the called tool promises a form of its results',
    { failing: tool('read_file', { outputSchema: { type: 'object' } }) },
  ],
  ['the other one may write', { there: { ...THERE, ...writing } }],
  [
    'the other one contradicts itself',
    { there: { ...THERE, annotations: { readOnlyHint: true, destructiveHint: true } } },
  ],
  ['it is not known to be apart', { alternative: { apart: undefined as never } }],
  ['an argument has no place there', { args: { path: '/a', encoding: 'utf8' } }],
  ['two arguments would be one', { args: { path: '/a', file: '/b' } }],
  ['an argument is of another type there', { args: { path: 7 } }],
  ['a required one is not given', { args: {} }],
  ['there are no arguments', { args: null }],
  ['its server is out itself', { barn: down() }],
  ['its server is not in this guard', { alternative: { serverId: 'g/elsewhere' } }],
  ['its server does not list it', { there: tool('other') }],
])('nothing is called instead where %s', (_, setting) => {
  expect(substituteIn(setting)).toBe(null)
})
