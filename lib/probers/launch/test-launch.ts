import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ProbeResult, runProbe } from '../probe'
import type { LaunchSettings, Prober, ProbeTarget } from '../prober'
import { settingsFor } from '../test-servers'
import { checkSandbox } from './check-sandbox'
import type { Installer } from './installer'
import { withLaunchFolder } from './launch-folder'
import { LAUNCHING, launcherWith, placeOfLaunch } from './launch-package'
import { SANDBOX_NODE, SANDBOX_PACKAGE } from './sandbox'
import { launchSettings } from './test-launch-settings'

/** Whether this machine can make a sandbox. In many containers no process may make namespaces. */
export const canMakeSandbox = await withLaunchFolder((folder) =>
  checkSandbox(folder, [], launchSettings(), AbortSignal.timeout(20_000)).then(
    () => true,
    () => false,
  ),
)

export interface TestLaunch extends Partial<LaunchSettings> {
  prober?: Prober
  name?: string
  maxAnswerBytes?: number
  pypiUrl?: string
  launched?: ProbeTarget['launched']
}

/** Launches a package with this prober. A defect fails the test. */
export function launch(prober: Prober, name: string, options: TestLaunch = {}): Promise<ProbeResult> {
  const { maxAnswerBytes = 1_000_000, pypiUrl = null, launched = null, ...changes } = options
  const kind = prober.takes[0] ?? 'npm'
  const target = { serverId: 'test/server', prober: 'prober', kind, url: name, own: false, generation: null, launched }
  const settings = settingsFor(name, { maxAnswerBytes, pypiUrl, launch: launchSettings(changes) })
  const onDefect = (cause: unknown) => {
    throw cause
  }
  return runProbe(target, settings, () => new Date('2026-03-01T12:00:00Z'), { onDefect, probers: { prober } })
}

/** Launches a script as if it were an installed package. */
export function launchScript(script: string, options: TestLaunch = {}): Promise<ProbeResult> {
  return launch(scriptLauncher(script), 'scripted', options)
}

/** A prober for which every package is this script, at version 1.0.0. */
export function scriptLauncher(script: string, onInstall: () => void = () => undefined): Prober {
  const installer = installerOf({ 'index.cjs': script }, onInstall)
  return {
    ...LAUNCHING,
    takes: ['npm'],
    placeOf: placeOfLaunch('npm'),
    isEnabled: ({ launch }) => Boolean(launch),
    probe: launcherWith('npm', installer),
  }
}

function installerOf(files: Readonly<Record<string, string>>, onInstall: () => void): Installer {
  return {
    findNewest: async () => '1.0.0',
    install: async (_, __, { folder }) => {
      onInstall()
      for (const [name, text] of Object.entries(files)) {
        const path = join(folder, 'package', name)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, text)
      }
      return {
        program: [SANDBOX_NODE, join(SANDBOX_PACKAGE, 'index.cjs')],
        mounts: [[join(folder, 'package'), SANDBOX_PACKAGE]],
      }
    },
  }
}

/**
 * A server in JavaScript. It lists the tools of `tools()`, which may say what it found, and `first` runs at its start.
 */
export function serverScript(first = '', tools = "() => ['echo']"): string {
  return `
    ${first}
    const tools = ${tools}
    const send = (value) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...value }) + '\\n')
    require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
      const { id, method } = JSON.parse(line)
      const serverInfo = { name: 'a package', version: '1' }
      if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } })
      else if (method === 'tools/list') send({ id, result: { tools: (await tools()).map((name) => ({ name, description: '', inputSchema: { type: 'object' } })) } })
      else if (id !== undefined) send({ id, error: { code: -32601, message: 'no' } })
    })`
}
