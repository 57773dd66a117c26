import { spawn } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CommandFailed, mustRun, run } from './run.mjs'

const node = (code: string, options = {}) => run(process.execPath, ['-e', code], options)
const RUN = pathToFileURL(fileURLToPath(new URL('run.mjs', import.meta.url))).href

describe('a child', () => {
  it('returns its exit code and its output', async () => {
    const lines: string[] = []
    const result = await node(`console.log('one'); console.error('two'); process.exitCode = 3`, {
      onLine: (line: string) => lines.push(line),
    })
    expect(result.code).toBe(3)
    expect(result.output.split('\n').sort()).toEqual(['', 'one', 'two'])
    expect(lines.sort()).toEqual(['one', 'two'])
  })

  it('inherits the environment, with names added and removed', async () => {
    const { output } = await node(`console.log(process.env.ADDED, process.env.NODE_ENV, typeof process.env.PATH)`, {
      env: { ADDED: 'yes', NODE_ENV: undefined },
    })
    expect(output).toBe('yes undefined string\n')
  })

  it('is ended after its timeout, with everything it started', async () => {
    // The inner process keeps the pipe open, so the call returns only when it has ended too.
    const code = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'inherit' })
      setTimeout(() => {}, 60000)`
    expect(await node(code, { timeoutMs: 500 })).toEqual({ code: 124, output: '' })
  })

  it('ends with everything it leaves running', async () => {
    // The inner process keeps the pipe open for a minute, or until it is ended.
    const code = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'inherit' })
      process.exit()`
    expect((await node(code)).code).toBe(0)
  })

  it('that fails is reported with what failed and its output', async () => {
    const failed = mustRun('the build', process.execPath, ['-e', 'console.error("no such page"); process.exit(2)'])
    await expect(failed).rejects.toThrow(new CommandFailed('the build ended with code 2\nno such page'))
    await expect(run('/no/such/program', [])).rejects.toThrow(CommandFailed)
  })
})

describe('Ctrl-C', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends the child first, then its parent with %i', async (signal, exitCode) => {
    const outer = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { run } from '${RUN}'
      run(process.execPath, ['-e', 'console.log(process.pid); process.on("${signal}", () => setTimeout(() => process.exit(0), 200)); setTimeout(() => {}, 60000)'], { onLine: console.log })
        .catch((error) => process.exit(error.exitCode))`,
    ])
    const pid = await new Promise<number>((resolve) => outer.stdout.once('data', (chunk) => resolve(Number(chunk))))
    outer.kill(signal)
    expect(await new Promise((resolve) => outer.once('exit', resolve))).toBe(exitCode)
    expect(isAlive(pid)).toBe(false)
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
