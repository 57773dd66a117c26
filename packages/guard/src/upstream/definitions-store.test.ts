import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Launch } from '../servers/configured-server.ts'
import { definitionsFolder, type Remembered } from './definitions-store.ts'

const REMEMBERED: Remembered = {
  definitions: {
    readAt: 1,
    era: 'legacy',
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'a', version: '1' },
    capabilities: { tools: {} },
    instructions: 'Grüße\u2028\ud800',
    tools: [{ name: 'echo', inputSchema: { type: 'object' } }],
    prompts: null,
    resources: null,
    resourceTemplates: null,
  },
  spoken: { legacy: true, modern: null },
}
const STDIO: Launch = { kind: 'stdio', command: 'a', args: ['b'], env: { KEY: 'secret-value' }, cwd: null }
const HTTP: Launch = {
  kind: 'http',
  url: 'http://127.0.0.1:1/mcp',
  headers: { Authorization: 'secret-value' },
  transport: 'streamable-http',
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'guard-definitions-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return join(made, 'definitions')
}

function onlyFile(path: string): string {
  const [name = '', ...others] = readdirSync(path)
  expect(others).toEqual([])
  return join(path, name)
}

describe('definitionsFolder', () => {
  it('gives back what was written, also to another process', () => {
    const path = folder()
    expect(definitionsFolder(path).read(STDIO)).toBeNull()
    definitionsFolder(path).write(STDIO, REMEMBERED)
    expect(definitionsFolder(path).read(STDIO)).toEqual(REMEMBERED)
  })

  it('tells servers apart by command and arguments or by address, not by environment or headers', () => {
    const store = definitionsFolder(folder())
    store.write(STDIO, REMEMBERED)
    expect(store.read({ ...STDIO, env: {} })).toEqual(REMEMBERED)
    expect(store.read({ ...STDIO, args: ['c'] })).toBeNull()
    expect(store.read(HTTP)).toBeNull()
    store.write(HTTP, { ...REMEMBERED, spoken: { legacy: false, modern: true } })
    expect(store.read({ ...HTTP, headers: {} })?.spoken).toEqual({ legacy: false, modern: true })
  })

  it('writes nothing of the launch, for nobody else to read', () => {
    const path = folder()
    definitionsFolder(path).write(STDIO, REMEMBERED)
    const file = onlyFile(path)
    expect(readFileSync(file, 'utf8')).not.toContain('secret')
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  it.each([
    ['cut off', (text: string) => text.slice(0, -9)],
    ['one character changed', (text: string) => text.replace('echo', 'Echo')],
    ['empty', () => ''],
    ['no JSON', () => 'x\ny\n'],
  ])('takes a damaged file as none: %s', (_, damage) => {
    const path = folder()
    const store = definitionsFolder(path)
    store.write(STDIO, REMEMBERED)
    const file = onlyFile(path)
    writeFileSync(file, damage(readFileSync(file, 'utf8')))
    expect(store.read(STDIO)).toBeNull()
    store.write(STDIO, REMEMBERED)
    expect(store.read(STDIO)).toEqual(REMEMBERED)
  })

  it('remembers nothing where it cannot be written or is too large', () => {
    const path = folder()
    const store = definitionsFolder(path)
    const instructions = 'x'.repeat(34_000_000)
    store.write(STDIO, { ...REMEMBERED, definitions: { ...REMEMBERED.definitions, instructions } })
    expect(store.read(STDIO)).toBeNull()
    writeFileSync(path, 'a file in place of the folder')
    store.write(STDIO, REMEMBERED)
    expect(store.read(STDIO)).toBeNull()
  })
})
