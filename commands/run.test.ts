import { spawn } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CommandFailed, mustRun, run } from './run.mjs'

const node = (code: string, options = {}) => run(process.execPath, ['-e', code], options)
const RUN = pathToFileURL(fileURLToPath(new URL('run.mjs', import.meta.url))).href

describe('a child', () => {
  it('gives back its code, and the first and last lines it printed', async () => {
    const result = await node(`for (let i = 0; i < 300; i++) console.log('line ' + i); process.exitCode = 3`)
    expect(result.code).toBe(3)
    const lines = result.output.split('\n')
    expect([lines.length, lines[0], lines[29], lines[30], lines[31], lines.at(-1)]).toEqual([
      80,
      'line 0',
      'line 29',
      '…',
      'line 251',
      'line 299',
    ])
  })

  it('is heard line by line', async () => {
    const lines: string[] = []
    await node(`process.stdout.write('one\\ntw'); setTimeout(() => process.stdout.write('o\\r\\nthree'), 50)`, {
      onLine: (line: string) => lines.push(line),
    })
    expect(lines).toEqual(['one', 'two', 'three'])
  })

  it('gets our environment, with what is added and what is taken out', async () => {
    const { output } = await node(`console.log(process.env.ADDED, process.env.NODE_ENV, typeof process.env.PATH)`, {
      env: { ADDED: 'yes', NODE_ENV: undefined },
    })
    expect(output).toBe('yes undefined string')
  })

  it('is ended when its time is up, with all it started', async () => {
    // The inner one holds the pipe open: we go on only when it is gone too.
    const code = `require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'inherit' })
      setTimeout(() => {}, 60000)`
    expect(await node(code, { timeoutMs: 500 })).toEqual({ code: 124, output: '' })
  })

  it('that fails says what failed and why', async () => {
    const failed = mustRun('the build', process.execPath, ['-e', 'console.error("no such page"); process.exit(2)'])
    await expect(failed).rejects.toThrow(new CommandFailed('the build ended with code 2', 'no such page'))
    await expect(run('/no/such/program', [])).rejects.toThrow(CommandFailed)
  })
})

describe('Ctrl-C', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends the child first, then us with %i', async (signal, exitCode) => {
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
