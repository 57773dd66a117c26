import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessCommand } from '../../core/catalog/process-command'
import type { LaunchSettings } from '../prober'

/** The user inside: no account of any system. As root, this process starts the sandbox as this user outside, too: the kernel limits no number of processes of root. */
export const SANDBOX_ID = 64_321

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
const HOME_BYTES = 64 * MEGABYTE
const TMP_BYTES = 64 * MEGABYTE
const SHARED_MEMORY_BYTES = 16 * MEGABYTE
const MOST_FILE_BYTES = 64 * MEGABYTE
const MOST_OPEN_FILES = 512
const MS_PER_SECOND = 1000
/** Where the programs that make a sandbox are looked for. */
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin'

/**
 * The command that runs a program under bubblewrap: namespaces of its own, without network, without rights, with the system's programs and libraries
 * read-only, an empty home and a bounded environment. It ends with the process that started it, and everything it started with it.
 */
export function sandboxCommand(
  folder: string,
  { program, mounts }: Sandboxed,
  settings: LaunchSettings,
): ProcessCommand {
  return {
    command: 'bwrap',
    args: [
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
    ...sandboxUser(),
  }
}

/** As root, a sandbox is started by a user without rights; otherwise by the user of this process. */
export function sandboxUser(): Pick<ProcessCommand, 'user'> {
  return process.getuid?.() === 0 ? { user: { uid: SANDBOX_ID, gid: SANDBOX_ID } } : {}
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
]

/** The last two make the roots of the two file systems read-only that have no size of their own. */
const WRITABLE = [
  '--proc',
  '/proc',
  '--dev',
  '/dev',
  ...tmpfs(SHARED_MEMORY_BYTES, '/dev/shm'),
  ...tmpfs(TMP_BYTES, '/tmp'),
  ...tmpfs(HOME_BYTES, '/home'),
  '--chdir',
  '/home',
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

function tmpfs(bytes: number, path: string): string[] {
  return ['--size', `${bytes}`, '--tmpfs', path]
}

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

/** Set inside, where the kernel counts only what runs in the sandbox. Where memory runs out, the kernel ends the sandbox first. */
function limits({ memoryBytes, processes, answerMs }: LaunchSettings): string[] {
  const cpuSeconds = Math.ceil(answerMs / MS_PER_SECOND)
  return [
    'prlimit',
    `--nproc=${processes}`,
    `--data=${memoryBytes}`,
    `--cpu=${cpuSeconds}`,
    `--fsize=${MOST_FILE_BYTES}`,
    `--nofile=${MOST_OPEN_FILES}`,
    '--core=0',
    '--',
    'choom',
    '-n',
    '1000',
    '--',
    'nice',
    '-n',
    '10',
  ]
}
