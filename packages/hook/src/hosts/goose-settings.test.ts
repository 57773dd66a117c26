import { describe, expect, it } from 'vitest'
import { extensionsIn } from './goose-settings.ts'

const ONE = { one: { type: 'streamable_http', uri: 'https://x.example/mcp' } }
const LINES = ['  one:', '    type: streamable_http', '    uri: https://x.example/mcp']
const block = (...lines: string[]) => ['extensions:', ...lines].join('\n')

describe('the extensions of Goose are read', () => {
  it('as it writes them', () => {
    const yaml = `# mine
extensions:
  one:
    enabled: true
    type: stdio
    name: 'It''s one'
    cmd: npx   # runs it
    args:
    - -y
    - "@garden/lantern"
    envs: {}
    timeout: 300
  "two":
    args: [a, "b"]
    uri: https://x.example/mcp
    headers:
      Authorization: secret
    enabled: false
other:
  three: 3
`
    expect(extensionsIn(yaml)).toEqual({
      one: {
        ...{ enabled: true, type: 'stdio', name: "It's one", cmd: 'npx', args: ['-y', '@garden/lantern'] },
        ...{ envs: '{}', timeout: '300' },
      },
      two: { args: ['a', 'b'], uri: 'https://x.example/mcp', headers: [], enabled: false },
    })
  })

  it.each([
    ['with a byte order mark and the line ends of Windows', `\uFEFF${block(...LINES).replaceAll('\n', '\r\n')}`],
    [
      'after and before other settings',
      `GOOSE_MODEL: x\n${block(...LINES)}\nother:\n  two:\n    uri: https://y.example\n`,
    ],
    [
      'with comments',
      block('# first', '  one: # mine', '    type: streamable_http # http', '', '    uri: https://x.example/mcp'),
    ],
    [
      'with quoted names and values',
      block("  'one':", '    "type": "streamable_http"', "    uri: 'https://x.example/mcp'"),
    ],
    ['not indented by two', block(...LINES.map((line) => `  ${line.replace(/^ {4}/, '          ')}`))],
    ['as a document of its own', `---\n${block(...LINES)}\n`],
  ])('%s', (_, yaml) => expect(extensionsIn(yaml)).toEqual(ONE))

  it('without what is in members of members', () => {
    const yaml = block(
      ...LINES,
      '    headers:',
      '      uri: https://wrong.example',
      '    description: |',
      '      uri: text',
    )
    expect(extensionsIn(yaml).one).toMatchObject(ONE.one)
  })

  it('with lists in each of their forms', () => {
    const lists = [
      '    args: [-y, \'@a/b\', "c d"]',
      '    more:',
      '    - -y',
      '    - # none',
      '    - "@a/b"',
      '    other:',
      '      - x # first',
    ]
    expect(extensionsIn(block('  one:', ...lists)).one).toEqual({
      args: ['-y', '@a/b', 'c d'],
      more: ['-y', '', '@a/b'],
      other: ['x'],
    })
  })
})

describe('of what Goose does not write', () => {
  it.each([
    ['nothing', ''],
    ['no block', 'extension: x'],
    ['an empty block', 'extensions: {}'],
    ['an alias', 'extensions: *all'],
    ['a list', block('  - one', '  - two')],
    ['the block within another', `profile:\n  ${block(...LINES)}`],
    ['the block within a text', `note: |\n  ${block(...LINES)}`],
    ['binary data', '\0\u0001extensions:\n\0\0'],
  ])('%s is none', (_, yaml) => expect(extensionsIn(yaml)).toEqual({}))

  it.each([
    ['aliases and merges', block('  base: &base', '    cmd: npx', '  one:', '    <<: *base', '    args: *args')],
    ['values in braces', block('  one: { type: stdio, cmd: npx }')],
    ['tags', block('  one: !!map', '    cmd: !!str npx')],
    ['open quotes', block('  "one:', "    cmd: 'npx", '    uri: "https://x')],
    ['tabs', block('\tone:', '\t\tcmd: npx')],
    ['depth', block(...Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`))],
  ])('%s do no harm', (_, yaml) => {
    expect(() => extensionsIn(yaml)).not.toThrow()
    expect(JSON.stringify(extensionsIn(yaml))).not.toContain('"cmd":"npx","args":["')
  })

  it('names of the language are names as others', () => {
    const found = extensionsIn(
      block('  __proto__:', '    uri: https://x.example', '  constructor:', '    __proto__: x'),
    )
    expect(Object.keys(found)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype)
  })

  it('long lines take no long time', () => {
    const long = 200_000
    const lines = [
      `a${' '.repeat(long)}b`,
      `${'"'.repeat(long)}:`,
      `${'['.repeat(long)}`,
      `${':'.repeat(long)}`,
      `- ${' #'.repeat(long)}x`,
    ]
    const yaml = block(...lines.flatMap((line) => [`  one:`, `    ${line}`, `    x: ${line}`]))
    // A reader that goes back over what it read would need hours.
    expect(Object.keys(extensionsIn(yaml))).toContain('one')
  })
})
