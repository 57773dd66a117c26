import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** How a command ended. */
export interface Attempt {
  /** null: it had to be killed. */
  code: number | null
  seconds: number
  peakMB: number
  output: string
}

/** Of a command, whatever the service says. */
const LIMITS = { seconds: 40, peakMB: 900, requests: 3000, lineChars: 1200, lines: 400 } as const

/** Runs `assay-verify NAME` as a process of its own and watches it. */
export async function attempt(name: string, args: readonly string[]): Promise<Attempt> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', 'packages/verify/src/assay-verify.ts', name, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=300' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString()).slice(-200_000)
    })
  let peakMB = 0
  let isKilled = false
  const watching = setInterval(() => {
    peakMB = Math.max(peakMB, peakOf(child.pid ?? 0))
    if (performance.now() - startedAt > LIMITS.seconds * 1000 || peakMB > 2 * LIMITS.peakMB) {
      isKilled = true
      child.kill('SIGKILL')
    }
  }, 50)
  await once(child, 'close')
  clearInterval(watching)
  const seconds = (performance.now() - startedAt) / 1000
  return { code: isKilled ? null : child.exitCode, seconds, peakMB, output }
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/**
 * What of an attempt is not as it must be: sentences; empty: nothing. `mayAgree`: the lie may be where the command does
 * not look.
 */
export function faultsOf({ code, seconds, peakMB, output }: Attempt, requests: number, mayAgree: boolean): string[] {
  const lines = output.split('\n').filter((line) => line !== '')
  const faults: (string | false)[] = [
    code === null && `killed after ${seconds.toFixed(0)} s with ${peakMB.toFixed(0)} MB`,
    code !== null && code !== 1 && code !== 2 && !(mayAgree && code === 0) && `exit code ${code}`,
    peakMB > LIMITS.peakMB && `${peakMB.toFixed(0)} MB`,
    requests > LIMITS.requests && `${requests} requests`,
    /[^\n\P{C}]/u.test(output) && 'it prints control characters',
    /^\s+at .+:\d+/m.test(output) && 'it prints a stack',
    lines.some((line) => line.length > LIMITS.lineChars) && 'it prints long lines',
    lines.length > LIMITS.lines && `it prints ${lines.length} lines`,
    code !== 0 && lines.length === 0 && 'it prints nothing',
    code !== 0 && lines.includes('Everything agrees.') && 'it prints that everything agrees',
  ]
  return faults.filter((fault) => fault !== false)
}
