import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outcomeOf } from 'assay-verify/state/observation'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { serve } from '../test-servers'
import { SANDBOX_ID } from './sandbox'
import cases from './sandbox.cases.json' with { type: 'json' }
import { canMakeSandbox, launchScript, serverScript } from './test-launch'

/** The command lines of all processes of this machine. */
function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
}

const isRunning = (mark: string) => commandLines().some((line) => line.includes(mark))
const NODE = '/run/launch/bin/node'
const sleeper = (mark: string, options = '') =>
  `require('node:child_process').spawn('${NODE}', ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)', '${mark}'], { stdio: 'ignore'${options} }).unref()`

/** What the server finds out, as the names of its tools. */
async function found(tools: string, first = ''): Promise<string[]> {
  const { tools: listed, reason, notes } = await launchScript(serverScript(first, tools))
  expect({ reason, notes }).toEqual({ reason: 'started', notes: [] })
  return (listed ?? []).map(({ name }) => name)
}

describe.skipIf(!canMakeSandbox)(
  'a package in the sandbox (needs bubblewrap, and the right to make namespaces)',
  () => {
    test('that lists its tools has started, and nothing is left of it', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'launches-'))
      chmodSync(folder, 0o755)
      vi.stubEnv('TMPDIR', folder)
      onTestFinished(() => {
        vi.unstubAllEnvs()
        rmSync(folder, { recursive: true })
      })
      const result = await launchScript(serverScript())
      expect(result).toMatchObject({ reason: 'started', version: '1.0.0', tools: [{ name: 'echo' }], notes: [] })
      expect(result.observation.latencyMs).toEqual(expect.any(Number))
      expect(readdirSync(folder)).toEqual([])
    })

    test('that offers no tools has answered', async () => {
      expect((await launchScript(serverScript('', '() => []'))).reason).toBe('answered_without_tools')
    })

    test('sees nothing of the environment of this process', async () => {
      process.env.DATABASE_URL = 'postgres://secret'
      onTestFinished(() => {
        delete process.env.DATABASE_URL
      })
      const names = await found('() => Object.keys(process.env).filter((name) => name !== "PWD").sort()')
      expect(names).toEqual(['HOME', 'LANG', 'PATH', 'TMPDIR'])
      const others = await found(
        `() => { const all = require('node:fs').readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).flatMap((pid) => { try { return [require('node:fs').readFileSync('/proc/' + pid + '/environ', 'latin1')] } catch { return [] } }); return ['' + all.some((one) => one.includes('secret'))] }`,
      )
      expect(others).toEqual(['false'])
    })

    test('runs without rights, as a user of no system, and sees no processes but its own', async () => {
      const status = "require('node:fs').readFileSync('/proc/self/status', 'utf8')"
      const [uid, capabilities, privileges, pids] = await found(
        `() => ['uid ' + process.getuid(), ${status}.match(/CapBnd:\\s*(\\w+)/)[1], ${status}.match(/NoNewPrivs:\\s*(\\w+)/)[1], 'pids ' + (require('node:fs').readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length < 5)]`,
      )
      expect([uid, capabilities, privileges, pids]).toEqual([`uid ${SANDBOX_ID}`, '0000000000000000', '1', 'pids true'])
    })

    test('cannot write outside its home, nor read what is no part of the system', async () => {
      const secret = join(tmpdir(), `secret-of-${process.pid}`)
      writeFileSync(secret, 'x')
      onTestFinished(() => rmSync(secret))
      const paths = ['/x', '/etc/x', '/usr/bin/x', '/dev/x', '/run/launch/package/x', '/home/x', '/tmp/x']
      const written = `${JSON.stringify(paths)}.filter((path) => { try { require('node:fs').writeFileSync(path, 'x'); return true } catch { return false } })`
      const unread = [secret, process.cwd(), '/root', '/var', '/srv', '/opt', '/etc/shadow', '/sys']
      const read = `${JSON.stringify(unread)}.filter((path) => require('node:fs').existsSync(path))`
      expect(await found(`() => [...${written}, ...${read}]`)).toEqual(['/home/x', '/tmp/x'])
      expect(existsSync('/x')).toBe(false)
    })

    test('cannot reach a server of this machine, nor resolve a name', async () => {
      let requests = 0
      const origin = await serve((_, response) => {
        requests += 1
        response.end()
      })
      const tries = `async () => [await fetch('${origin}').then(() => 'reached', (error) => 'fetch ' + error.cause.code), await require('node:dns').promises.resolve('example.com').then(() => 'resolved', (error) => 'resolve ' + error.code)]`
      expect(await found(tries)).toEqual(['fetch ECONNREFUSED', 'resolve ECONNREFUSED'])
      expect(requests).toBe(0)
    })

    test('may listen, where nobody reaches it', async () => {
      const first =
        "let port; const server = require('node:net').createServer().listen(0, '0.0.0.0', () => { port = server.address().port })"
      const [port = '0'] = await found("() => ['' + port]", first)
      expect(Number(port)).toBeGreaterThan(0)
      await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
    })

    test('cannot start more processes than allowed', async () => {
      const seconds = `60.${process.pid}`
      const first = `
      const children = []
      for (let n = 0; n < 200; n += 1) {
        try { children.push(require('node:child_process').spawn('/usr/bin/sleep', ['${seconds}'], { stdio: 'ignore' }).on('error', () => {}).pid) } catch {}
      }`
      const [started = '0'] = await found("() => ['' + children.filter((pid) => pid !== undefined).length]", first)
      expect(Number(started)).toBeLessThan(64)
      expect(isRunning(`sleep\u0000${seconds}`)).toBe(false)
    })

    test('that forks without end does not hold the probe up, and ends with it', async () => {
      const mark = `forks-${process.pid}`
      const forks = `for (;;) try { require('node:child_process').spawn('/bin/sh', ['-c', 'while :; do :; done', '${mark}'], { stdio: 'ignore', detached: true }).on('error', () => {}) } catch {}`
      expect((await launchScript(forks, { answerMs: 1_500, memoryBytes: 200_000_000 })).observation.reason).toMatch(
        /^(timed_out|process_failed)$/,
      )
      expect(isRunning(mark)).toBe(false)
    })

    test('cannot fill the disk', async () => {
      const fill = `() => ['/home', '/tmp', '/dev/shm'].map((folder) => {
      let bytes = 0
      try { for (let n = 0; n < 40; n += 1) { require('node:fs').writeFileSync(folder + '/' + n, Buffer.alloc(10_000_000)); bytes += 10_000_000 } } catch (error) { return folder + ' ' + error.code + ' ' + (bytes < 70_000_000) }
      return 'filled'
    })`
      expect(await found(fill)).toEqual(['/home ENOSPC true', '/tmp ENOSPC true', '/dev/shm ENOSPC true'])
    })

    test('cannot take more memory than allowed', async () => {
      const own = await launchScript('const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1))', {
        memoryBytes: 300_000_000,
      })
      expect(own.reason).toBe('process_failed')
      const child = `require('node:child_process').spawn('${NODE}', ['-e', 'const all = Array.from({ length: 12 }, () => Buffer.alloc(10_000_000, 1)); setInterval(() => all, 1000)'], { stdio: 'ignore' })`
      const together = await launchScript(`for (let n = 0; n < 5; n += 1) ${child}; setInterval(() => {}, 1000)`, {
        memoryBytes: 400_000_000,
        processes: 200,
      })
      expect(together).toMatchObject({ reason: 'process_failed', notes: ['It used more memory than allowed.'] })
    })

    test('that never answers is ended, also where it ignores SIGTERM', async () => {
      const mark = `mark-${process.pid}-silent`
      const script = `process.on('SIGTERM', () => {}); ${sleeper(mark)}; setInterval(() => {}, 1000)`
      expect((await launchScript(script, { answerMs: 3_000 })).reason).toBe('timed_out')
      expect(isRunning(mark)).toBe(false)
    })

    test('leaves no daemon behind', async () => {
      const mark = `mark-${process.pid}-daemon`
      expect((await launchScript(serverScript(sleeper(mark, ', detached: true')))).reason).toBe('started')
      expect(isRunning(mark)).toBe(false)
    })

    test.each([
      ['lines', "const more = () => process.stdout.write('hello\\n'.repeat(10000), more); more()"],
      ['a line', "const more = () => process.stdout.write('x'.repeat(100000), more); more()"],
      ['errors', "const more = () => process.stderr.write('API_KEY is missing\\n'.repeat(10000), more); more()"],
    ])('that prints %s without end is read up to a bound', async (_, script) => {
      expect((await launchScript(script)).reason).toBe('answer_too_large')
    })

    test('that prints garbage and ends has failed', async () => {
      const script = "process.stdout.write(require('node:crypto').randomBytes(5000), () => process.exit(3))"
      const result = await launchScript(script)
      expect(result).toMatchObject({
        reason: 'process_failed',
        notes: ['It ended with code 3 before it had answered.'],
      })
    })

    test.each(cases.askingPackages)('that asks for %s and ends', async (_, script, reason, outcome) => {
      const result = await launchScript(script)
      expect(result.reason).toBe(reason)
      expect(outcomeOf(result.reason)).toBe(outcome)
      expect(JSON.stringify(result)).not.toContain('WEATHER')
    })

    test('that speaks on a port, or waits for the network, is no evidence', async () => {
      const waitsFor = (wait: string) => launchScript(`setInterval(() => ${wait}, 300)`, { answerMs: 3_000 })
      const [listens, ...waits] = await Promise.all([
        launchScript("require('node:http').createServer().listen(3333)", { answerMs: 3_000 }),
        waitsFor("require('node:net').connect(27017, '127.0.0.1').on('error', () => {})"),
        waitsFor("require('node:net').connect(80, '192.0.2.1').on('error', () => {})"),
        waitsFor("require('node:dns').lookup('example.com', () => {})"),
      ])
      const asksForNetwork = {
        reason: 'launch_unavailable',
        notes: ['It asked for the network, which the sandbox does not give.'],
      }
      expect([listens, ...waits]).toMatchObject([
        { reason: 'launch_unavailable', notes: ['It listens on a port instead of its standard input.'] },
        ...waits.map(() => asksForNetwork),
      ])
    })

    test('is started also where this process keeps its files to itself', async () => {
      const before = process.umask(0o077)
      onTestFinished(() => {
        process.umask(before)
      })
      expect((await launchScript(serverScript())).reason).toBe('started')
    })

    test('that was launched before at this version is not started again, unless it failed', async () => {
      const script = "console.error('x'); process.exit(1)"
      const before = await launchScript(script, { launched: { version: '1.0.0', reason: 'started' } })
      expect(before).toMatchObject({ reason: 'started', version: '1.0.0', tools: null })
      for (const launched of [
        { version: '0.9.0', reason: 'started' },
        { version: '1.0.0', reason: 'process_failed' },
      ] as const) {
        expect((await launchScript(script, { launched })).reason).toBe('process_failed')
      }
    })
  },
)
