import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { readConfiguration } from '../servers/read-configuration.ts'
import { inverse, made, recipeOf } from './recipe.ts'
import { unwrapFile } from './unwrap-file.ts'
import { wrapFile } from './wrap-file.ts'

const RUNS = { numRuns: 80 }

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-guard-property-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'mcp.json')
const machine = { env: { ASSAY_GUARD_STATE: join(folder, 'state') }, home: '/home/me', platform: 'linux' }
const program = ['C:\\Program Files\\nodejs\\node.exe', '/opt/assay-guard/dist/assay-guard.js'] as const
const print = () => undefined

/** White space and comments, as they may stand anywhere between the words of a text. */
const space = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', ' ', '\n  ', '\r\n\t', '  ') },
  { weight: 1, arbitrary: fc.constantFrom('/* a, "b": [ */', '// c }\n', ' /*\r\n*/ ') },
)
const words = fc.oneof(
  fc.constantFrom('-y', '--', '--name', '', 'run', 'a b', '$' + '{KEY}', 'ключ', '"', '\\', 'C:\\x', '\u2028'),
  fc.string({ maxLength: 8 }).map((text) => text.replaceAll('\0', '')),
)
const plain = fc.stringMatching(/^[A-Za-z][\w-]{0,8}$/)
const headerValue = fc.string({
  maxLength: 12,
  unit: fc.constantFrom('a', '"', '\\', '/', ' ', 'é', '$', '{', '😀', ':'),
})

type Json = string | number | boolean | null | Json[] | { members: [string, Json][] }

/** An entry of one of the forms, with members that no form has. */
const entry: fc.Arbitrary<Json> = fc
  .tuple(
    fc.array(words, { maxLength: 4 }),
    plain,
    fc.uniqueArray(fc.tuple(plain, headerValue), { maxLength: 3, selector: ([name]) => name.toLowerCase() }),
    fc.constantFrom(
      'command',
      'bare',
      'list',
      'nested',
      'url',
      'serverUrl',
      'httpUrl',
      'typed',
      'remote',
      'secret',
      'odd',
    ),
    fc.shuffledSubarray([0, 1, 2]),
  )
  .map(([args, command, headers, form, others]) => {
    const more: [string, Json][] = others.map((n) => [`x${n}`, [n, { members: [['command', 'z']] }]])
    const env: [string, Json] = ['env', { members: [['A', 'b']] }]
    const signed: [string, Json] = ['headers', { members: headers }]
    const url = `https://${command}.example/mcp`
    const byForm: Record<string, [string, Json][]> = {
      command: [['command', command], env, ['args', args]],
      bare: [
        ['type', 'stdio'],
        ['command', `/bin/${command} x`],
      ],
      list: [
        ['type', 'local'],
        ['command', [command, ...args]],
        ['environment', { members: [] }],
      ],
      nested: [['command', { members: [['path', command], ['args', args], env] }]],
      url: [['url', url], signed],
      serverUrl: [signed, ['serverUrl', url]],
      httpUrl: [['httpUrl', `${url}/sse`]],
      typed: [['url', url], ['type', 'sse'], signed],
      remote: [['type', 'remote'], ['oauth', false], ['url', url], signed],
      secret: [['url', `${url}?k=1`], signed],
      odd: [['command', 5]],
    }
    return { members: [...more.slice(0, 1), ...(byForm[form] ?? []), ...more.slice(1)] }
  })

/** The text of a value, with white space from `gaps`, and some characters escaped. */
function written(value: Json, gap: () => string): string {
  if (typeof value === 'string') {
    const text = JSON.stringify(value)
    return gap() === ''
      ? text.replace(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : text
  }
  if (value === null || typeof value !== 'object') return String(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((one) => `${gap()}${written(one, gap)}${gap()}`)
    : value.members.map(([name, one]) => `${gap()}${written(name, gap)}${gap()}:${gap()}${written(one, gap)}${gap()}`)
  const comma = parts.length > 0 && gap() === '\n  ' ? ',' : ''
  return `${isList ? '[' : '{'}${parts.join(',')}${comma}${gap()}${isList ? ']' : '}'}`
}

const configuration = fc
  .tuple(
    fc.uniqueArray(fc.tuple(plain, entry), { maxLength: 4, selector: ([name]) => name }),
    fc.array(space, { minLength: 1, maxLength: 40 }),
    fc.constantFrom('mcpServers', 'servers', 'context_servers', 'mcp'),
    fc.constantFrom('', '\uFEFF'),
  )
  .map(([entries, gaps, list, mark]) => {
    let at = 0
    const gap = () => gaps[at++ % gaps.length] ?? ''
    return (
      mark +
      written(
        {
          members: [
            ['a', 1],
            [list, { members: entries }],
            ['z', 'url'],
          ],
        },
        gap,
      ) +
      gap()
    )
  })

async function wrap(): Promise<boolean> {
  const options = { path, program, service: null, except: [], isDryRun: false }
  try {
    await wrapFile(options, { machine, cwd: folder, ask: async (_, transport) => ({ kind: 'open', transport }), print })
  } catch (error) {
    // As where it names no servers.
    expect(String(error)).toMatch(/it names no servers|is not JSON/)
    return false
  }
  return readFileSync(path, 'utf8').includes('assay-guard')
}
const unwrap = () => unwrapFile({ path, program }, { machine, print })
const servers = () => readConfiguration(path, { machine, cwd: folder }).servers

it('a wrapped file has the same servers, and is unwrapped byte for byte', async () => {
  let wrapped = 0
  await fc.assert(
    fc.asyncProperty(configuration, async (text) => {
      writeFileSync(path, text)
      const before = servers()
      if (!(await wrap())) {
        expect(readFileSync(path, 'utf8')).toBe(text)
        return
      }
      wrapped += 1
      expect(servers()).toEqual(before)
      const once = readFileSync(path, 'utf8')
      await wrap()
      expect(readFileSync(path, 'utf8')).toBe(once)
      unwrap()
      expect(readFileSync(path, 'utf8')).toBe(text)
    }),
    RUNS,
  )
  expect(wrapped).toBeGreaterThan(RUNS.numRuns / 3)
})

it('a file whose originals are lost has the same servers when it is unwrapped', async () => {
  await fc.assert(
    fc.asyncProperty(configuration, async (text) => {
      writeFileSync(path, text)
      const before = servers()
      if (!(await wrap())) return
      rmSync(machine.env.ASSAY_GUARD_STATE, { recursive: true, force: true })
      unwrap()
      expect(servers()).toEqual(before)
      expect(readFileSync(path, 'utf8')).not.toMatch(/assay-guard/i)
    }),
    RUNS,
  )
})

it('the inverse of a recipe makes the source again', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(30), fc.nat(30), fc.string({ maxLength: 4 }), fc.nat(30)), { maxLength: 4 }),
      (source, drawn) => {
        const ends = drawn.flatMap(([a, b]) => [a, b].map((one) => Math.min(one, source.length))).sort((a, b) => a - b)
        const changes = drawn.map(([, , text, from], at) => {
          const [start, end] = [ends[2 * at] ?? 0, ends[2 * at + 1] ?? 0]
          const moved = Math.min(from, source.length)
          return { start, end, by: [text, [moved, Math.min(moved + 5, source.length)] as const] }
        })
        const recipe = recipeOf(source.length, changes)
        expect(made(made(source, recipe), inverse(source, recipe))).toBe(source)
      },
    ),
    RUNS,
  )
})
