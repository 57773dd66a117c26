import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FolderTooLarge, withinBytes } from './folder-bound'
import { numberOf, processorOf, type SystemCall } from './seccomp/system-calls'
import { canMakeSandbox, launchScript, serverScript } from './test-launch'

/** What the server finds out, as the names of its tools. */
async function found(tools: string): Promise<string[]> {
  const { tools: listed, reason, notes } = await launchScript(serverScript('', tools))
  expect({ reason, notes }).toEqual({ reason: 'started', notes: [] })
  return (listed ?? []).map(({ name }) => name)
}

const processor = processorOf(process.arch) ?? 'x64'
const EPERM = 1
const ENOSYS = 38
const EAFNOSUPPORT = 97
const AF_VSOCK = 40
const AF_ALG = 38

/** Each made with rights that do without the filter, or answered otherwise by the kernel. */
const CALLS: readonly (readonly [SystemCall, readonly number[], number])[] = [
  ['socket', [AF_VSOCK, 1, 0], EAFNOSUPPORT],
  ['socket', [AF_ALG, 5, 0], EAFNOSUPPORT],
  ['socket', [2, 1, 262], EAFNOSUPPORT],
  ['socket', [2, 1, 0], 0],
  ['keyctl', [0, -3, 0], EPERM],
  ['keyctl', [1, 0], EPERM],
  ['add_key', [0, 0, 0, 0, -3], EPERM],
  ['request_key', [0, 0, 0, 0], EPERM],
  ['io_uring_setup', [1, 0], ENOSYS],
  ['io_uring_enter', [0, 0, 0, 0], ENOSYS],
  ['io_uring_register', [0, 0, 0, 0], ENOSYS],
  ['io_setup', [1, 0], ENOSYS],
  ['ptrace', [0, 0, 0, 0], EPERM],
  ['process_vm_readv', [1, 0, 0, 0, 0, 0], EPERM],
  ['process_vm_writev', [1, 0, 0, 0, 0, 0], EPERM],
  ['pidfd_getfd', [0, 0, 0], EPERM],
  ['bpf', [0, 0, 0], EPERM],
  ['perf_event_open', [0, 0, -1, -1, 0], EPERM],
  ['userfaultfd', [1], EPERM],
  ['memfd_create', [0, 0], ENOSYS],
  ['memfd_secret', [0], ENOSYS],
  ['vmsplice', [0, 0, 0, 0], ENOSYS],
  ['shmget', [0, 4096, 512], ENOSYS],
  ['msgget', [0, 512], ENOSYS],
  ['semget', [0, 1, 512], ENOSYS],
  ['mq_open', [0, 0, 0, 0], ENOSYS],
  ['mmap', [0, 4096, 3, 0x21, -1, 0], EPERM],
  ['mmap', [0, 4096, 3, 0x22, -1, 0], 0],
  ['fcntl', [0, 1031, 1_048_576], EPERM],
  ['unshare', [0x1000_0000], EPERM],
  ['setns', [-1, 0], EPERM],
  ['clone', [0x1000_0011, 0, 0, 0, 0], EPERM],
  ['clone3', [0, 0], ENOSYS],
  ['mount', [0, 0, 0, 0, 0], EPERM],
  ['umount2', [0, 0], EPERM],
  ['open_tree', [-1, 0, 0], EPERM],
  ['fsopen', [0, 0], EPERM],
  ['kexec_load', [0, 0, 0, 0], EPERM],
  ['fanotify_init', [0, 0], EPERM],
  ['personality', [0xffff_ffff], EPERM],
]

describe.skipIf(!canMakeSandbox)('attacks from a sandbox (needs bubblewrap, and the right to make namespaces)', () => {
  test('the kernel refuses what the filter names, call by call', async () => {
    const calls = CALLS.map(([call, given]) => [numberOf(call, processor), ...given].join(','))
    const perl =
      '$! = 0; for (@ARGV) { my @all = map { $_ + 0 } split /,/; print((syscall(shift @all, @all) == -1 ? $! + 0 : 0), "\\n") }'
    const names = await found(
      `() => require('node:child_process').execFileSync('perl', ['-e', ${JSON.stringify(perl)}, ...${JSON.stringify(calls)}]).toString().trim().split('\\n').map((errno, at) => at + ' ' + errno)`,
    )
    const answers = names.map((name, at) => `${CALLS[at]?.[0]} ${CALLS[at]?.[1].join()}: ${name.split(' ')[1]}`)
    expect(answers).toEqual(CALLS.map(([call, given, errno]) => `${call} ${given.join()}: ${errno}`))
  })

  test('nothing can make the kernel end another process first', async () => {
    const tries = `() => ['oom_score_adj', 'oom_adj'].flatMap((name) => ['self', '1'].map((pid) => {
      try { require('node:fs').writeFileSync('/proc/' + pid + '/' + name, '0'); return name + ' written' } catch (error) { return name + ' ' + pid + ' ' + error.code }
    })).concat('now ' + require('node:fs').readFileSync('/proc/self/oom_score_adj', 'utf8').trim())`
    expect(await found(tries)).toEqual([
      'oom_score_adj self EROFS',
      'oom_score_adj 1 EROFS',
      'oom_adj self EROFS',
      'oom_adj 1 EROFS',
      'now 1000',
    ])
  })

  test('no key of this service is listed', async () => {
    const read = `['/proc/keys', '/proc/key-users'].map((path) => { try { return path + require('node:fs').readFileSync(path, 'utf8') } catch (error) { return error.code } })`
    const answers = await found(`() => ['' + ${read}]`)
    expect(answers[0]).toMatch(/^(EACCES|\/proc\/keys),(EACCES|\/proc\/key-users)$/)
  })

  const exceeded = { reason: 'process_failed', notes: ['It used more memory than allowed.'] }
  const stays = 'setInterval(() => {}, 1000)'
  // Each script makes at least 116 MB; a Node.js process without one holds up to 25 MB.
  const HELD_BYTES = 110_000_000

  test.each([
    [
      'files in memory that nobody maps',
      `const piece = Buffer.alloc(1_000_000); for (const folder of ['/tmp', '/home']) for (let n = 0; n < 60; n += 1) require('node:fs').appendFileSync(folder + '/x', piece); ${stays}`,
    ],
    [
      'many small files in memory',
      `for (let n = 0; n < 300000; n += 1) require('node:fs').closeSync(require('node:fs').openSync('/tmp/' + n, 'w')); ${stays}`,
    ],
    ['sockets', `for (let n = 0; n < 400; n += 1) require('node:dgram').createSocket('udp4').bind(); ${stays}`],
    [
      'pipes',
      `for (let n = 0; n < 12; n += 1) require('node:child_process').spawn('perl', ['-e', 'for (1..250) { pipe(my $r, my $w); push @all, $r, $w } sleep 60'], { stdio: 'ignore' }); ${stays}`,
    ],
  ])('%s count as memory', async (_, script) => {
    expect(await launchScript(script, { memoryBytes: HELD_BYTES, answerMs: 25_000 })).toMatchObject(exceeded)
  })

  test('a process that holds none of these stays within that memory', async () => {
    expect((await launchScript(stays, { memoryBytes: HELD_BYTES, answerMs: 2_000 })).reason).toBe('timed_out')
  })

  // How much processor time it costs: `npm run -s bench -- attacks`.
  test('a flood of errors is read up to a bound', async () => {
    const result = await launchScript("const more = () => process.stderr.write('x'.repeat(100000), more); more()")
    expect(result.reason).toBe('answer_too_large')
  })

  test('so is one of single bytes', async () => {
    const script =
      "const { writeSync } = require('node:fs'); for (;;) { writeSync(2, 'x'); for (let at = performance.now(); performance.now() - at < 0.2; ); }"
    expect((await launchScript(script, { answerMs: 25_000 })).reason).toBe('answer_too_large')
  })
})

test('an installation of many small files ends at a bound', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'many-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const fill = async () => {
    for (let n = 0; n < 30; n += 1) writeFileSync(join(folder, `${n}`), '')
  }
  const within = (files: number) => withinBytes(folder, 1e9, new AbortController().signal, fill, files)
  await expect(within(20)).rejects.toThrow(FolderTooLarge)
  await within(40)
})
