import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProcess } from './bounded-process'
import { launchUnavailable, type Workplace } from './installer'
import type { Sandboxed } from './sandbox'

/** A Python with pip that also runs in the sandbox. */
export interface Python {
  path: string
  /** Its own folder, where it is not a part of the system. */
  mounts: Sandboxed['mounts']
}

let known: Python | undefined

/** The first on the path, else that of the system. Throws `ProbeFailure` where there is none. */
export async function findPython(workplace: Workplace): Promise<Python> {
  if (known !== undefined) return known
  const folders = [...(workplace.environment.PATH ?? '').split(delimiter), '/usr/bin']
  const paths = [...new Set(folders)].map((folder) => join(folder, 'python3')).filter((path) => existsSync(path))
  for (const path of paths) {
    const python = await readPython(path, workplace)
    if (python === undefined) continue
    const runs = await workplace.runsInSandbox({ program: [python.path, '-I', '-c', ''], mounts: python.mounts })
    if (!runs) continue
    known = python
    return python
  }
  throw launchUnavailable('No Python with pip runs in the sandbox.')
}

async function readPython(path: string, { signal, folder }: Workplace): Promise<Python | undefined> {
  const script = 'import os, pip, sys; print(os.path.realpath(sys.executable)); print(sys.base_prefix)'
  const bounds = { cwd: folder, env: { PATH: '/usr/bin:/bin' }, signal }
  const { code, stdout } = await runProcess([path, '-I', '-c', script], bounds)
  const [executable, prefix] = stdout.split('\n')
  if (code !== 0 || !executable || !prefix) return undefined
  return { path: executable, mounts: prefix === '/usr' ? [] : [[prefix, prefix]] }
}
