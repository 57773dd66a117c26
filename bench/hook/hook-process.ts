import { spawn } from 'node:child_process'

/** A process of Node with a text on its standard input: what it printed, and how long it ran. */
export function runNode(
  args: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv,
): Promise<{ ms: number; out: string }> {
  const beganAt = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', () => done({ ms: performance.now() - beganAt, out }))
  })
}
