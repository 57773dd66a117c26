import { join } from 'node:path'
import { isReachable, outcomeOf } from 'assay-verify/state/observation'
import type { Package } from '../../core/catalog/catalog'
import type { Place } from '../../core/catalog/probe-target'
import { startCommand } from '../../core/catalog/start-command'
import { StepTimedOut, withinMs } from '../mcp/mcp-transport'
import {
  type Findings,
  type LaunchSettings,
  NOTHING_FOUND,
  type Probe,
  ProbeFailure,
  type ProbeSettings,
  type ProbeTarget,
} from '../prober'
import { runProcess } from './bounded-process'
import { checkSandbox, runsInSandbox } from './check-sandbox'
import { FolderTooLarge, withinBytes } from './folder-bound'
import { type Installer, launchUnavailable, type Workplace } from './installer'
import { withLaunchFolder } from './launch-folder'
import { withMemoryGroup } from './memory/memory-group'
import { probeSandboxed } from './probe-sandboxed'
import { type Sandboxed, sandboxCommand } from './sandbox'

/** For the sandbox itself and for removing what was installed. */
const BESIDES_MS = 15_000

/** What the rows of the probers that launch packages have in common; the index must be configured besides. */
export const LAUNCHING = {
  evidence: 'launch',
  deadlineMsOf: ({ launch, deadlineMs }: ProbeSettings) =>
    launch ? launch.installMs + launch.answerMs + BESIDES_MS : deadlineMs,
  atOnce: ({ launch }: ProbeSettings) => launch?.atOnce ?? 1,
  sends: [
    {
      request: 'server/discover, initialize, tools/list',
      purpose:
        'The package is installed from the package index, without running its scripts, and started once a version in a sandbox without network. Nothing is sent to its operator.',
    },
  ],
} as const

/** One budget for all launches. They need the network, for the index. null: the name is not of the index's form. */
export function placeOfLaunch(registry: Package['registry']): (name: string) => Place | null {
  return (name) => (startCommand({ registry, name }) === null ? null : { network: 'public', host: 'launch' })
}

/**
 * A prober that installs the newest version of a package into a throw-away folder, and starts and probes it in a
 * sandbox.
 */
export function launcherWith(registry: Package['registry'], installer: Installer): Probe {
  return async (target, settings, controls) => {
    const { launch } = settings
    if (!launch || startCommand({ registry, name: target.url }) === null) throw new ProbeFailure('not_probeable')
    return withLaunchFolder(async (folder) => {
      await checkSandbox(folder, [], launch, controls.signal)
      const found = await install(folder, target, installer, settings, launch, controls.signal)
      if ('reason' in found) return found
      await checkSandbox(folder, found.sandboxed.mounts, launch, controls.signal)
      const findings = await withMemoryGroup(launch, (group) => {
        const command = sandboxCommand(folder, found.sandboxed, launch, group)
        return probeSandboxed({ command, group }, target, settings, launch, controls)
      })
      return { ...findings, version: found.version }
    })
  }
}

/**
 * The installed package, or the findings where it cannot be installed, or its newest version was launched before and
 * need not be again.
 */
async function install(
  folder: string,
  target: ProbeTarget,
  installer: Installer,
  { pypiUrl = null }: ProbeSettings,
  launch: LaunchSettings,
  stop: AbortSignal,
): Promise<{ sandboxed: Sandboxed; version: string } | Findings> {
  const { installMs, installBytes, environment } = launch
  let version: string | null = null
  try {
    return await withinMs(installMs, stop, (timed) =>
      withinBytes(folder, installBytes, timed, async (signal) => {
        const runs = (sandboxed: Sandboxed) => runsInSandbox(folder, sandboxed, launch, signal)
        const workplace: Workplace = { folder, environment, pypiUrl, signal, runsInSandbox: runs }
        const newest = await installer.findNewest(target.url, workplace)
        version = newest
        const before = launchedBefore(target, newest)
        if (before !== undefined) return before
        const sandboxed = await installer.install(target.url, newest, workplace)
        await makeReadable(workplace)
        return { sandboxed, version: newest }
      }),
    )
  } catch (error) {
    const { reason, notes } = failureOf(error)
    return { ...NOTHING_FOUND, reason, notes: [...notes], version }
  }
}

/** Throws an error that is not about the installation again. */
function failureOf(error: unknown): ProbeFailure {
  if (error instanceof StepTimedOut) return launchUnavailable('Its installation took longer than allowed.', error)
  if (error instanceof FolderTooLarge)
    return launchUnavailable('Its installation is larger, or has more files, than allowed.', error)
  if (error instanceof ProbeFailure) return error
  throw error
}

/** The sandbox may run as another user. */
async function makeReadable({ folder, signal }: Workplace): Promise<void> {
  const command = ['chmod', '-R', 'a+rX', join(folder, 'package')]
  const { code } = await runProcess(command, { cwd: '/', env: { PATH: '/usr/bin:/bin' }, signal })
  if (code !== 0) throw launchUnavailable('What was installed cannot be made readable for the sandbox.')
}

/** A failure is never repeated unseen. */
function launchedBefore({ launched }: ProbeTarget, version: string): Findings | undefined {
  if (launched?.version !== version || isReachable(outcomeOf(launched.reason)) !== true) return undefined
  const notes = ['This version was launched before: it was not started again.']
  return { ...NOTHING_FOUND, reason: launched.reason, notes, version }
}
