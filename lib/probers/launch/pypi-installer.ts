import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { runProcess } from './bounded-process'
import { cannotStart, type Installer, launchUnavailable, type Workplace } from './installer'
import { findPython, type Python } from './python'
import { READ_PROGRAM, RESOLVE_WHEELS, START_PROGRAM } from './python-scripts'
import { SANDBOX_PACKAGE } from './sandbox'

/**
 * A dependency is declared by an address, so that installing it would fetch what the package names, or run code of it.
 */
const OUTSIDE_INDEX = 3
/** In the launch folder. */
const PIP_CONFIGURATION = 'pip.conf'
const Newest = z.object({ version: z.string().regex(/^\d[\w.+!-]{0,255}$/) })
const Program = z.object({
  name: z.string().max(256),
  module: z.string().regex(/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/),
  attribute: z.string().regex(/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/),
})

/**
 * Installs wheels only, so that no code of a package runs. pip would follow dependencies that are addresses and build
 * what is there; so it is given one name after another, and the dependencies are read from the wheels.
 */
export const pypiInstaller: Installer = {
  async findNewest(name, workplace) {
    const python = await findPython(workplace)
    const { code, stdout } = await runScript(python, workplace, RESOLVE_WHEELS, 'newest', name)
    const newest = Newest.safeParse(parseJson(stdout))
    if (code === 0 && newest.success) return newest.data.version
    throw launchUnavailable('The package index has no wheel of it for this machine.')
  },

  async install(name, version, workplace) {
    const python = await findPython(workplace)
    const { code } = await runScript(python, workplace, RESOLVE_WHEELS, 'all', `${name}==${version}`)
    if (code === OUTSIDE_INDEX) throw launchUnavailable('It has a dependency outside the package index.')
    if (code !== 0) throw launchUnavailable('The package manager could not install it.')
    const found = await runScript(python, workplace, READ_PROGRAM, name)
    const program = Program.safeParse(parseJson(found.stdout))
    if (!program.success) throw cannotStart('It names no program to start.')
    const { name: script, module, attribute } = program.data
    return {
      program: [python.path, '-I', '-B', '-c', START_PROGRAM, SANDBOX_PACKAGE, script, module, attribute],
      mounts: [...python.mounts, [join(workplace.folder, 'package'), SANDBOX_PACKAGE]],
    }
  },
}

/**
 * The address of the index may hold a password, and arguments of processes can be read by every user of the machine.
 */
async function runScript(
  python: Python,
  { folder, environment, pypiUrl, signal }: Workplace,
  ...words: readonly string[]
) {
  const [script = '', ...args] = words
  await writeFile(join(folder, PIP_CONFIGURATION), `[global]\nindex-url = ${pypiUrl}/simple/\n`, { mode: 0o600 })
  const command = [python.path, '-I', '-B', '-c', script, folder, ...args]
  // Without PATH no other program is found, as those that fetch source code.
  return runProcess(command, {
    cwd: folder,
    env: { ...environment, PATH: '/nonexistent', HOME: folder, PIP_CONFIG_FILE: join(folder, PIP_CONFIGURATION) },
    signal,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
