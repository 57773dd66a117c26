import { chmod, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from 'assay-verify/duration'
import { runProcess } from './bounded-process'
import { FILTER, FILTER_FILE, SANDBOX_ID } from './sandbox'

const PREFIX = 'assay-launch-'
/** No launch takes as long: what is older was left by a process that was killed. */
const LEFT_BEHIND_AFTER_MS = 6 * HOUR_MS
/** Far more than the files take that an installation may have. What is left then is removed before a later launch. */
const REMOVAL_MS = 60_000

/** Runs one step with a folder that is removed afterwards. */
export async function withLaunchFolder<T>(step: (folder: string) => Promise<T>): Promise<T> {
  await removeLeftBehind()
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  try {
    // The sandbox may run as another user than this process.
    await chmod(folder, 0o755)
    await makeReadableFolder(join(folder, 'package'))
    await writeEtc(join(folder, 'etc'))
    if (FILTER !== null) await writeFile(join(folder, FILTER_FILE), FILTER)
    return await step(folder)
  } finally {
    await remove(folder)
  }
}

/**
 * Programs that ask for the name of their user or for `localhost` end without these files; those of the machine are not
 * shown.
 */
async function writeEtc(etc: string): Promise<void> {
  await makeReadableFolder(etc)
  const files = {
    passwd: `probe:x:${SANDBOX_ID}:${SANDBOX_ID}::/home:/usr/sbin/nologin\n`,
    group: `probe:x:${SANDBOX_ID}:\n`,
    hosts: '127.0.0.1 localhost\n::1 localhost\n',
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(etc, name), text)
    await chmod(join(etc, name), 0o644)
  }
}

/** Whatever mask this process has for new files: the embedded database sets one. */
async function makeReadableFolder(path: string): Promise<void> {
  await mkdir(path)
  await chmod(path, 0o755)
}

async function removeLeftBehind(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(tmpdir(), name)
    const changedAt = await stat(path).catch(() => undefined)
    if (changedAt === undefined || Date.now() - changedAt.mtimeMs < LEFT_BEHIND_AFTER_MS) continue
    await remove(path)
  }
}

/**
 * By a process of its own, as a package may have many files; what cannot be removed, as a folder of another user,
 * stays.
 */
async function remove(folder: string): Promise<void> {
  const signal = AbortSignal.timeout(REMOVAL_MS)
  const bounds = { cwd: '/', env: { PATH: '/usr/bin:/bin' }, signal }
  await runProcess(['rm', '-rf', '--', folder], bounds).catch(() => undefined)
}
