import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { npmLaunch } from '../npm-launch'
import type { ProbeResult } from '../probe'
import { serve } from '../test-servers'
import cases from './npm-installer.long.cases.json' with { type: 'json' }
import { type Files, tarball } from './test-archives'
import { canMakeSandbox, launch, serverScript, type TestLaunch } from './test-launch'

const npm = join(dirname(dirname(process.execPath)), 'lib/node_modules/npm/bin/npm-cli.js')
const given = spawnSync(process.execPath, [npm, 'config', 'get', 'allow-remote'], { encoding: 'utf8' }).stdout
const canInstall = canMakeSandbox && given.trim() !== 'undefined'

interface Published {
  manifest?: object
  files?: Files
}

/** A registry of these packages, each of version 1.2.3, with every path that was asked for. */
async function registryOf(packages: Readonly<Record<string, Published>>): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = []
  const origin = await serve((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    asked.push(path)
    const [name = '', archive] = path.split('/-/')
    const { manifest = {}, files = {} } = packages[name] ?? {}
    const whole = { name, version: '1.2.3', bin: 'index.js', ...manifest }
    const content = tarball({ 'package.json': JSON.stringify(whole), ...files })
    if (packages[name] === undefined) return response.writeHead(404).end('{"error":"not found"}')
    if (archive !== undefined) return response.end(content)
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`
    const version = { ...whole, dist: { tarball: `${origin}/${name}/-/x.tgz`, integrity } }
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } }))
  })
  return { origin, asked }
}

function launchFrom(origin: string, name: string, options: TestLaunch = {}): Promise<ProbeResult> {
  const environment = {
    PATH: process.env.PATH ?? '',
    npm_config_registry: origin,
    npm_config_userconfig: '/dev/null',
    npm_config_fetch_retries: '0',
  }
  return launch(npmLaunch, name, { environment, ...options })
}

const server = { 'index.js': `#!/usr/bin/env node\n${serverScript()}` }

describe.skipIf(!canInstall)('a package of npm (needs bubblewrap, and an npm that can refuse other origins)', () => {
  test('is installed with its dependencies, without scripts, and started', async () => {
    const manifest = {
      dependencies: { '@scope/part': '^1.0.0' },
      devDependencies: { 'not-there': '1.0.0' },
      scripts: { preinstall: 'exit 1', install: 'exit 1', postinstall: 'exit 1', prepare: 'exit 1' },
    }
    const files = {
      'index.js': `#!/usr/bin/env node\n${serverScript("const name = require('@scope/part')", '() => [name]')}`,
    }
    const { origin } = await registryOf({
      '@someone/server': { manifest, files },
      '@scope/part': {
        manifest: { main: 'main.js', bin: undefined },
        files: { 'main.js': 'module.exports = "from a part"' },
      },
    })
    expect(await launchFrom(origin, '@someone/server')).toMatchObject({
      reason: 'started',
      version: '1.2.3',
      tools: [{ name: 'from a part' }],
      notes: [],
    })
  })

  test.each<[string, Published, Partial<ProbeResult>]>([
    [
      'one of several programs, by its name',
      { manifest: { bin: { other: 'x.js', server: 'index.js' } }, files: server },
      { reason: 'started' },
    ],
    ['a program without a first line', { files: { 'index.js': serverScript() } }, { reason: 'started' }],
    [
      'no program',
      { manifest: { bin: undefined } },
      { reason: 'process_failed', notes: ['It names no program to start.'] },
    ],
    [
      'a program it does not hold',
      {},
      { reason: 'process_failed', notes: ['The program that it names is not in it.'] },
    ],
    ['a program outside', { manifest: { bin: '../../../../../../../../usr/bin/env' } }, { reason: 'process_failed' }],
    [
      'a missing dependency',
      { manifest: { dependencies: { gone: '1.0.0' } }, files: server },
      { reason: 'process_failed', notes: ['One of its dependencies is not published.'] },
    ],
    [
      'another system',
      { manifest: { os: ['win32'] }, files: server },
      { reason: 'launch_unavailable', notes: ['It is not made for the system of this machine.'] },
    ],
  ])('with %s', async (_, published, found) => {
    const { origin } = await registryOf({ '@someone/server': published })
    expect(await launchFrom(origin, '@someone/server')).toMatchObject(found)
  })

  test.each(['ORIGIN/internal.tgz', 'git+ORIGIN/x.git', 'file:/etc'])(
    'with a dependency outside the index is not installed, and nothing is fetched: %s',
    async (address) => {
      let requests = 0
      const other = await serve((_, response) => {
        requests += 1
        response.end()
      })
      const { origin } = await registryOf({
        server: { manifest: { dependencies: { part: '1.2.3' } }, files: server },
        part: { manifest: { bin: undefined, dependencies: { x: address.replace('ORIGIN', other) } } },
      })
      expect(await launchFrom(origin, 'server')).toMatchObject({
        reason: 'launch_unavailable',
        notes: ['It has a dependency outside the package index.'],
        version: '1.2.3',
      })
      expect(requests).toBe(0)
    },
  )

  test('that the index does not have, or whose index does not answer, cannot be launched: whether it is gone is for the look-up to say', async () => {
    const { origin } = await registryOf({})
    expect(await launchFrom(origin, 'server')).toMatchObject({
      reason: 'launch_unavailable',
      notes: ['The package index answered that it has no such package.'],
    })
    const failing = await serve((_, response) => response.writeHead(500).end('<html>'))
    expect((await launchFrom(failing, 'server')).reason).toBe('launch_unavailable')
    const silent = await serve(() => {})
    expect(await launchFrom(silent, 'server', { installMs: 3_000 })).toMatchObject({
      reason: 'launch_unavailable',
      notes: ['Its installation took longer than allowed.'],
    })
  })

  test('that is larger than allowed is not started', async () => {
    const files = { ...server, data: randomBytes(6_000_000) }
    const { origin } = await registryOf({ server: { files } })
    expect(await launchFrom(origin, 'server', { installBytes: 5_000_000 })).toMatchObject({
      reason: 'launch_unavailable',
      notes: ['Its installation is larger, or has more files, than allowed.'],
    })
  })

  test('that was launched before at its newest version is only looked up', async () => {
    const { origin, asked } = await registryOf({ server: { files: server } })
    const found = await launchFrom(origin, 'server', {
      launched: { version: '1.2.3', reason: 'start_needs_credentials' },
    })
    expect(found).toMatchObject({ reason: 'start_needs_credentials', version: '1.2.3' })
    expect(asked).toEqual(['server'])
  })
})

test.each(cases.refusedNames)('a name that is none of a package is not launched: %j', async (name) => {
  expect(npmLaunch.placeOf(name)).toBeNull()
  expect((await launch(npmLaunch, name)).reason).toBe('not_probeable')
})

test('launching needs its setting', () => {
  const settings = { pypiUrl: null } as never
  expect(npmLaunch.isEnabled(settings)).toBe(false)
  expect(npmLaunch.placeOf('@someone/server')).toEqual({ network: 'public', host: 'launch' })
})
