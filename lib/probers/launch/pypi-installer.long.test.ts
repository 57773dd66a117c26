import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ProbeResult } from '../probe'
import { pypiLaunch } from '../pypi-launch'
import { serve } from '../test-servers'
import { type Files, zip } from './test-archives'
import { canMakeSandbox, launch, type TestLaunch } from './test-launch'

const hasPip = spawnSync('/usr/bin/python3', ['-m', 'pip', '--version']).status === 0

interface Wheel {
  version?: string
  requires?: readonly string[]
  programs?: Readonly<Record<string, string>>
  files?: Files
}

function wheelOf(name: string, { version = '1.0', requires = [], programs = {}, files = {} }: Wheel): Buffer {
  const info = `${name}-${version}.dist-info`
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    ...requires.map((one) => `Requires-Dist: ${one}`),
  ]
  const entries = Object.entries(programs).map(([program, place]) => `${program} = ${place}`)
  const all: Record<string, string | Buffer> = {
    ...files,
    [`${info}/METADATA`]: `${metadata.join('\n')}\n`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    [`${info}/entry_points.txt`]: `[console_scripts]\n${entries.join('\n')}\n`,
  }
  const record = Object.entries(all).map(([path, text]) => {
    const digest = createHash('sha256').update(text).digest('base64url')
    return `${path},sha256=${digest},${Buffer.byteLength(text)}`
  })
  return zip({ ...all, [`${info}/RECORD`]: `${[...record, `${info}/RECORD,,`].join('\n')}\n` })
}

/** An index whose `simple/` lists these wheels. */
async function indexOf(wheels: Readonly<Record<string, readonly Wheel[]>>): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const url = await serve((request, response) => {
    const [, folder, name = '', file] = (request.url ?? '').split('/')
    asked.push(request.url ?? '')
    const found = wheels[name]
    if (folder !== 'simple' || found === undefined) return response.writeHead(404).end()
    const fileOf = ({ version = '1.0' }: Wheel) => `${name}-${version}-py3-none-any.whl`
    if (!file) {
      response.setHeader('content-type', 'text/html')
      return response.end(found.map((wheel) => `<a href="${fileOf(wheel)}">${fileOf(wheel)}</a>`).join('\n'))
    }
    return response.end(wheelOf(name, found.find((wheel) => fileOf(wheel) === file) ?? {}))
  })
  return { url, asked }
}

/** The arguments of all processes of this machine. */
function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
}

const server = `
import json, sys
def main(name='echo'):
    for line in sys.stdin:
        message = json.loads(line)
        if message['method'] == 'initialize':
            result = {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}}, 'serverInfo': {'name': 'x', 'version': '1'}}
        elif message['method'] == 'tools/list':
            result = {'tools': [{'name': name, 'inputSchema': {'type': 'object'}}]}
        elif 'id' in message:
            print(json.dumps({'jsonrpc': '2.0', 'id': message['id'], 'error': {'code': -32601, 'message': 'no'}}), flush=True)
            continue
        else:
            continue
        print(json.dumps({'jsonrpc': '2.0', 'id': message['id'], 'result': result}), flush=True)
`
const whole: Wheel = { programs: { server: 'server:main' }, files: { 'server.py': server } }

async function launchFrom(
  wheels: Readonly<Record<string, readonly Wheel[]>>,
  options: TestLaunch = {},
): Promise<ProbeResult> {
  const { url } = await indexOf(wheels)
  return launch(pypiLaunch, 'server', { pypiUrl: url, ...options })
}

describe.skipIf(!canMakeSandbox || !hasPip)('a package of PyPI (needs bubblewrap, and Python with pip)', () => {
  test('is installed with its dependencies and started', async () => {
    const requires = ['part[more]>=1,<2', 'other; python_version < "3"', 'third; extra == "dev"']
    const files = { 'server.py': `${server}\nimport third, part\ndef run():\n    main(part.NAME)\n` }
    const found = await launchFrom({
      server: [
        { version: '0.9' },
        { version: '1.1', requires, files, programs: { other: 'server:no', server: 'server:run' } },
      ],
      part: [
        {
          version: '1.5',
          requires: ['third>1; extra == "more"', 'server'],
          files: { 'part.py': 'NAME = "from a part"' },
        },
        { version: '2.0' },
      ],
      third: [{ version: '1.0' }, { version: '1.2', files: { 'third.py': '' } }],
    })
    expect(found).toMatchObject({ reason: 'started', version: '1.1', tools: [{ name: 'from a part' }], notes: [] })
  })

  test('with a dependency that is an address is not installed, and nothing is fetched', async () => {
    let requests = 0
    const other = await serve((_, response) => {
      requests += 1
      response.end()
    })
    for (const address of [`${other}/x.tar.gz`, `git+${other}/x.git`]) {
      const found = await launchFrom({
        server: [{ ...whole, requires: ['part'] }],
        part: [{ requires: [`x @ ${address}`] }],
      })
      expect(found).toMatchObject({
        reason: 'launch_unavailable',
        notes: ['It has a dependency outside the package index.'],
        version: '1.0',
      })
    }
    expect(requests).toBe(0)
  })

  test.each<[string, Wheel, Partial<ProbeResult>]>([
    [
      'no program',
      { files: { 'server.py': server } },
      { reason: 'process_failed', notes: ['It names no program to start.'] },
    ],
    [
      'a program that is no name',
      { ...whole, programs: { server: "os;print('x'):main" } },
      { reason: 'launch_unavailable' },
    ],
    [
      'a program that is not there',
      { ...whole, programs: { server: 'missing:main' } },
      { reason: 'process_failed', notes: ['It ended with code 1 before it had answered.'] },
    ],
    [
      'a missing key',
      { ...whole, files: { 'server.py': "import os\nraise SystemExit('WEATHER_API_KEY is required')" } },
      { reason: 'start_needs_credentials', version: '1.0' },
    ],
    ['a dependency that is not there', { ...whole, requires: ['gone'] }, { reason: 'launch_unavailable' }],
  ])('with %s', async (_, wheel, found) => {
    expect(await launchFrom({ server: [wheel] })).toMatchObject(found)
  })

  test('is asked for with the password of the index, which no other user can read', async () => {
    const { url } = await indexOf({ server: [whole] })
    const seen: string[] = []
    const signedIn = new Set<string>()
    const guarded = await serve(async (request, response) => {
      signedIn.add(request.headers.authorization ?? 'none')
      seen.push(...commandLines().filter((line) => line.includes('hidden-word')))
      const answer = await fetch(`${url}${request.url}`)
      response.setHeader('content-type', answer.headers.get('content-type') ?? 'application/octet-stream')
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
    const pypiUrl = guarded.replace('//', '//name:hidden-word@')
    expect(await launch(pypiLaunch, 'server', { pypiUrl })).toMatchObject({ reason: 'started' })
    expect(signedIn).toContain(`Basic ${Buffer.from('name:hidden-word').toString('base64')}`)
    expect(seen).toEqual([])
  })

  test('without a wheel, or of an index that fails, says nothing', async () => {
    expect(await launchFrom({})).toMatchObject({
      reason: 'launch_unavailable',
      notes: ['The package index has no wheel of it for this machine.'],
    })
    const silent = await serve(() => {})
    const found = await launch(pypiLaunch, 'server', { pypiUrl: silent, installMs: 4_000 })
    expect(found).toMatchObject({ reason: 'launch_unavailable', notes: ['Its installation took longer than allowed.'] })
  })
})

test('launching needs its setting and an index', () => {
  const launchOnly = { launch: {} } as never
  const both = { launch: {}, pypiUrl: 'http://127.0.0.1' } as never
  expect([pypiLaunch.isEnabled(launchOnly), pypiLaunch.isEnabled(both)]).toEqual([false, true])
  expect(pypiLaunch.placeOf('--index-url=x')).toBeNull()
  expect(pypiLaunch.placeOf('some-server')).toEqual({ network: 'public', host: 'launch' })
})
