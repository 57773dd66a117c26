import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

export const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8')).scripts

export interface Ended {
  code: number | null
  out: string
  err: string
}

/** Runs a line of a shell as npm runs a script, with this data folder. */
export function shell(line: string, dataDir: string): Promise<Ended> {
  const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  const given = { ...process.env, PATH: path, DATA_DIR: dataDir }
  const child = spawn('sh', ['-c', line], { env: given, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = { code: null as number | null, out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.err += text
  })
  return new Promise((done) => child.once('close', (code) => done({ ...ended, code })))
}
