import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessCommand } from '../../core/catalog/process-command'
import type { LaunchSettings } from '../prober'
import { filterBytes } from './seccomp/filter'
import { numberOf, processorOf } from './seccomp/system-calls'
import { START_SANDBOX } from './start-script'

/**
 * The user inside: no account of any system. As root, this process starts the sandbox as this user outside, too: the
 * kernel limits no number of processes of root.
 */
export const SANDBOX_ID = 64_321

/** The processor of this machine; null: the system calls of it are not known, so that no sandbox is made. */
const PROCESSOR = processorOf(process.arch)
/**
 * The filter of system calls for this machine, as `bwrap --seccomp` reads it; null: there is none, so that no sandbox
 * is made.
 */
export const FILTER = PROCESSOR && filterBytes(PROCESSOR)
/** In the launch folder. */
export const FILTER_FILE = 'seccomp.bpf'

/** What runs in a sandbox, by its paths inside. */
export interface Sandboxed {
  program: readonly string[]
  /** Read-only, besides the programs and libraries of the system: a path outside, and its place inside. */
  mounts: readonly (readonly [from: string, to: string])[]
}

/** Where Node is inside. */
export const SANDBOX_NODE = '/run/launch/bin/node'
/** Where the installed package is inside. */
export const SANDBOX_PACKAGE = '/run/launch/package'

const MEGABYTE = 1_000_000
const MOST_FILE_BYTES = 64 * MEGABYTE
const MOST_OPEN_FILES = 512
const MOST_LOCKED_BYTES = 64_000
const MS_PER_SECOND = 1000
/** Where the programs that make a sandbox are looked for. */
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin'

/**
 * The command that runs a program under bubblewrap: namespaces of its own, without network, without rights, with the
 * system's programs and libraries read-only, an empty home, a bounded environment and a filter of system calls. It ends
 * with the process that started it, and everything it started with it. `group` is the cgroup that it enters; null:
 * none.
 */
export function sandboxCommand(
  folder: string,
  { program, mounts }: Sandboxed,
  settings: LaunchSettings,
  group: { procs: string } | null,
): ProcessCommand {
  const keyctl = PROCESSOR && numberOf('keyctl', PROCESSOR)
  return {
    command: 'perl',
    args: [
      '-e',
      START_SANDBOX,
      `${keyctl}`,
      join(folder, FILTER_FILE),
      group?.procs ?? '',
      ...asSandboxUser(),
      'bwrap',
      ...ISOLATION,
      ...systemMounts(),
      ...etcMounts(folder),
      '--ro-bind',
      process.execPath,
      SANDBOX_NODE,
      ...mounts.flatMap(([from, to]) => ['--ro-bind', from, to]),
      ...WRITABLE,
      ...ENVIRONMENT,
      '--',
      ...limits(settings),
      ...program,
    ],
    cwd: '/',
    env: { PATH: SYSTEM_PATH },
  }
}

/** As root, a sandbox is started by a user without rights; otherwise by the user of this process. */
function asSandboxUser(): string[] {
  if (process.getuid?.() !== 0) return []
  return ['setpriv', `--reuid=${SANDBOX_ID}`, `--regid=${SANDBOX_ID}`, '--clear-groups', '--inh-caps=-all', '--']
}

const ISOLATION = [
  '--unshare-user',
  '--unshare-ipc',
  '--unshare-pid',
  '--unshare-net',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--disable-userns',
  '--uid',
  `${SANDBOX_ID}`,
  '--gid',
  `${SANDBOX_ID}`,
  '--cap-drop',
  'ALL',
  '--hostname',
  'sandbox',
  '--die-with-parent',
  '--new-session',
  '--clearenv',
  '--seccomp',
  '3',
]

/** The writable folders, all in memory, and the most bytes of each. */
export const WRITABLE_BYTES = { '/dev/shm': 16 * MEGABYTE, '/tmp': 64 * MEGABYTE, '/home': 64 * MEGABYTE } as const

/**
 * The last ones make the roots read-only of the file systems that have no size of their own, and `/proc`, where a
 * process could make the kernel end others before it. Memory mapped from `/dev/zero` could be kept unmapped, and
 * `/proc/keys` names keys of the service: nobody needs either.
 */
const WRITABLE = [
  '--proc',
  '/proc',
  ...['/proc/keys', '/proc/key-users'].flatMap((path) => ['--ro-bind-try', '/dev/null', path]),
  '--dev',
  '/dev',
  '--ro-bind',
  '/dev/null',
  '/dev/zero',
  ...Object.entries(WRITABLE_BYTES).flatMap(([path, bytes]) => ['--size', `${bytes}`, '--tmpfs', path]),
  '--chdir',
  '/home',
  '--remount-ro',
  '/proc',
  '--remount-ro',
  '/dev',
  '--remount-ro',
  '/',
]

const ENVIRONMENT = Object.entries({
  PATH: '/run/launch/bin:/usr/bin:/bin',
  HOME: '/home',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
}).flatMap(([name, value]) => ['--setenv', name, value])

/** /usr/local, /usr/src and the like are not shown: services are installed there. */
function systemMounts(): string[] {
  const ofUsr = ['bin', 'lib', 'lib32', 'lib64', 'libexec', 'share/zoneinfo', 'share/ca-certificates', 'share/nodejs']
  return [
    ...ofUsr.flatMap((name) => ['--ro-bind-try', `/usr/${name}`, `/usr/${name}`]),
    ...['/bin', '/lib', '/lib32', '/lib64'].flatMap(mountOfRoot),
  ]
}

/** Most systems have a link there to the folder of that name in /usr. */
function mountOfRoot(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return []
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

function etcMounts(folder: string): string[] {
  return [
    ...['passwd', 'group', 'hosts'].flatMap((name) => ['--ro-bind', join(folder, 'etc', name), `/etc/${name}`]),
    ...['/etc/ssl/certs', '/etc/ld.so.cache', '/etc/alternatives'].flatMap((path) => ['--ro-bind-try', path, path]),
  ]
}

/** Set inside, where the kernel counts only what runs in the sandbox. */
function limits({ memoryBytes, processes, answerMs }: LaunchSettings): string[] {
  const cpuSeconds = Math.ceil(answerMs / MS_PER_SECOND)
  return [
    'prlimit',
    `--nproc=${processes}`,
    `--data=${memoryBytes}`,
    `--cpu=${cpuSeconds}`,
    `--fsize=${MOST_FILE_BYTES}`,
    `--nofile=${MOST_OPEN_FILES}`,
    `--memlock=${MOST_LOCKED_BYTES}`,
    '--core=0',
    '--',
    'nice',
    '-n',
    '10',
  ]
}
