import { parseConfig } from '../../lib/config'
import { PROBERS } from '../../lib/probers'
import { runProbe } from '../../lib/probers/probe'
import type { ProbeSettings } from '../../lib/probers/prober'
import { type Bench, BenchCannotRun, round } from '../bench'
import { benchProbeSettings } from '../probe-settings'

/** Launches packages of npm, one after another, with the service's own prober and settings (`PROBE_LAUNCH_…`). */
export const bench: Bench = {
  flags: { packages: '', registry: 'npm' },
  async run({ packages = '', registry = 'npm' }, print) {
    const names = packages.split(',').filter((name) => name !== '')
    if (names.length === 0) throw new BenchCannotRun('needs --packages NAME,NAME')
    if (registry !== 'npm' && registry !== 'pypi') throw new BenchCannotRun('--registry is npm or pypi')
    const settings = launchSettings()
    const rows = []
    for (const name of names) {
      const row = await launched(registry, name, settings)
      print(`${name} ${row.version ?? '-'} ${row.reason} ${row.tools ?? '-'} ${row.notes.join(' ')}`)
      rows.push(row)
    }
    return { packages: rows }
  },
}

function launchSettings(): ProbeSettings {
  const { launch, pypiUrl, deadlineSeconds } = parseConfig({ ...process.env, PROBE_LAUNCH: 'bwrap' }).probe
  return benchProbeSettings({ deadlineMs: deadlineSeconds * 1000, launch, pypiUrl })
}

async function launched(kind: 'npm' | 'pypi', name: string, settings: ProbeSettings) {
  const target = { serverId: `${kind}/${name}`, prober: 'prober', kind, url: name, own: false, generation: null }
  const prober = PROBERS[kind === 'npm' ? 'npm-launch' : 'pypi-launch']
  const beganAt = performance.now()
  const found = await runProbe(target, settings, () => new Date(), {
    probers: { prober },
    onDefect: (cause) => process.stderr.write(`${String(cause)}\n`),
  })
  const { reason, version = null, tools, notes, observation } = found
  const seconds = round((performance.now() - beganAt) / 1000, 1)
  return {
    package: name,
    version,
    reason,
    tools: tools?.length ?? null,
    notes,
    latencyMs: observation.latencyMs,
    seconds,
  }
}
