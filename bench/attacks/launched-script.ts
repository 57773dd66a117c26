import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LAUNCHING, launcherWith, placeOfLaunch } from '../../lib/probers/launch/launch-package'
import { SANDBOX_NODE, SANDBOX_PACKAGE } from '../../lib/probers/launch/sandbox'
import { type ProbeResult, runProbe } from '../../lib/probers/probe'
import type { LaunchSettings } from '../../lib/probers/prober'
import { benchProbeSettings } from '../probe-settings'

export const BOUNDS: LaunchSettings = {
  atOnce: 1,
  installMs: 60_000,
  installBytes: 100_000_000,
  answerMs: 12_000,
  memoryBytes: 1_000_000_000,
  processes: 64,
  environment: {},
}

/** Launches a script in JavaScript as if it were an installed package. */
export function launchScript(script: string, changes: Partial<LaunchSettings> = {}): Promise<ProbeResult> {
  const target = {
    serverId: 'npm/scripted',
    prober: 'prober',
    kind: 'npm',
    url: 'scripted',
    own: false,
    generation: null,
  } as const
  const settings = benchProbeSettings({ maxAnswerBytes: 1_000_000, launch: { ...BOUNDS, ...changes } })
  const probe = launcherWith('npm', {
    findNewest: async () => '1.0.0',
    install: async (_, __, { folder }) => {
      await writeFile(join(folder, 'package', 'index.cjs'), script)
      const program = [SANDBOX_NODE, join(SANDBOX_PACKAGE, 'index.cjs')]
      return { program, mounts: [[join(folder, 'package'), SANDBOX_PACKAGE]] }
    },
  })
  const prober = { ...LAUNCHING, takes: ['npm'] as const, placeOf: placeOfLaunch('npm'), probe }
  return runProbe(target, settings, () => new Date(), {
    probers: { prober },
    onDefect: (cause) => process.stderr.write(`${String(cause)}\n`),
  })
}

/** A server whose one tool is named as this expression says. */
export function serverNaming(expression: string): string {
  return `
    const send = (value) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...value }) + '\\n')
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line)
      if (method === 'initialize') send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } } })
      else if (method === 'tools/list') send({ id, result: { tools: [{ name: 'got ' + (${expression}), inputSchema: { type: 'object' } }] } })
      else if (id !== undefined) send({ id, error: { code: -32601, message: 'no' } })
    })`
}
