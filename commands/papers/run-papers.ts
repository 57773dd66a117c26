import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { EXAMPLE_SERVER, EXAMPLE_TOOL, type ExampleTool } from '../../lib/contract/example-tool'
import { runCommand } from '../command.mjs'
import { run } from '../run.mjs'
import { PAPERS, type PaperCommand, readPaper } from './read-papers'
import { missingIn, parseSample } from './sample'
import { treatmentOf } from './treatments'

// `npm run test:docs`: starts a service (with --demo, a demonstration) on data of its own, runs the commands of the
// papers against it, and compares their JSON samples with what it answers. Ends with 0 where everything agrees, else 1.

const USAGE = `npm run test:docs             runs the commands of the papers against a fresh start, and compares their samples with its answers
npm run test:docs -- --demo   the same against a demonstration
Ends with 0 where everything agrees, else 1. It takes about five minutes.`

const READY_WITHIN_MS = 900_000
const COMMAND_WITHIN_MS = 240_000
const OF_PAPERS = 'http://localhost:3000'

interface Place {
  port: number
  /** Of the first simulated server, or of the reference server. */
  other: number
  dataDir: string
}

interface Run {
  base: string
  example: ExampleTool
  folder: string
  dataDir: string
  key: string
  keyId: string
}

/** What a command printed, and its exit code. */
interface Ended {
  code: number
  output: string
}

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { demo: { type: 'boolean', default: false } } })
  const folder = await mkdtemp(join(tmpdir(), 'assay-docs-'))
  const dataDir = join(folder, 'data')
  const [port, other] = [await freePort(), await freePort()]
  const base = `http://localhost:${port}`
  const began = Date.now()
  const service = start(values.demo, { port, other, dataDir })
  const faults: string[] = []
  const say = (isRight: boolean, place: string, what: string, why = '') => {
    console.log(`${isRight ? 'ok    ' : 'FAILED'} ${place}  ${what}${why === '' ? '' : `\n         ${why}`}`)
    if (!isRight) faults.push(place)
  }
  try {
    const example = await ready(base, service)
    console.log(
      `${values.demo ? 'The demonstration' : 'A fresh start'} answers after ${seconds(began)}; examples name ${example.toolId}`,
    )
    const given: Run = { base, example, folder, dataDir, key: '', keyId: '' }
    const papers = PAPERS.map(readPaper)
    const commands = papers.flatMap((paper) => paper.commands)
    await runAll(commands, 'online', given, say)
    await compareSamples(
      papers.flatMap(({ samples }) => samples),
      given,
      say,
    )
    await service.stop()
    // The demonstration refuses commands of operators.
    if (!values.demo) await runAll(commands, 'offline', given, say)
    const left = commands
      .filter(({ isBlock }) => isBlock)
      .flatMap(({ text, place }) => {
        const treatment = treatmentOf(text)
        return typeof treatment === 'object' ? [`${place}  ${text}: ${treatment.notRun}`] : []
      })
    console.log(`\nnot run:\n${left.map((line) => `  ${line}`).join('\n')}`)
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
  console.log(
    faults.length === 0 ? `\nEverything agrees, ${seconds(began)}.` : `\n${faults.length} failed, ${seconds(began)}.`,
  )
  return faults.length === 0 ? 0 : 1
}

/** The process of the service. */
class Started {
  pid: number | undefined
  hasEnded = false
  readonly ended: Promise<Ended>

  constructor(args: readonly string[], env: Record<string, string>) {
    this.ended = this.#run(args, env)
  }

  async #run(args: readonly string[], env: Record<string, string>): Promise<Ended> {
    try {
      const onStart = (pid: number) => {
        this.pid = pid
      }
      return await run(process.execPath, args, { env, onStart })
    } finally {
      this.hasEnded = true
    }
  }

  async stop(): Promise<void> {
    if (!this.hasEnded && this.pid !== undefined) process.kill(this.pid, 'SIGTERM')
    await this.ended
  }
}

function start(demo: boolean, { port, other, dataDir }: Place): Started {
  const args = ['commands/demo.mjs', '--port', `${port}`, '--world-port', `${other}`, '--data', dataDir]
  if (demo) return new Started(args, { LIMITS: 'off' })
  const settings = { PORT: `${port}`, REFERENCE_PORT: `${other}`, DATA_DIR: dataDir, REGISTRY_URL: 'off' }
  return new Started(['commands/start.mjs'], { LIMITS: 'off', ...settings })
}

/** Waits until the service is ready and its example may be used; answers the tool that its `llms.txt` names. */
async function ready(base: string, service: Started): Promise<ExampleTool> {
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until && !service.hasEnded) {
    const toolId = await usableExample(base)
    if (toolId !== null) return { toolId, serverId: toolId.slice(0, toolId.lastIndexOf('/')) }
    await pause(1000)
  }
  await service.stop()
  throw new Error(`The service is not ready:\n${(await service.ended).output.slice(-4000)}`)
}

async function usableExample(base: string): Promise<string | null> {
  const asked = async (path: string) => (await execute(`curl -sf '${base}${path}'`)).output
  if (!(await asked('/readyz')).startsWith('{')) return null
  const toolId = decodeURIComponent(/\/v1\/health\/([^)\s]+)\)/.exec(await asked('/llms.txt'))?.[1] ?? '')
  // The first leaves are published within a minute, those of a whole history later.
  if ((await asked('/log/checkpoint')) === '') return null
  const health = await asked(`/v1/health/${toolId}`)
  return toolId !== '' && health.includes('"recommendation":"proceed"') ? toolId : null
}

type Say = (isRight: boolean, place: string, what: string, why?: string) => void

async function runAll(
  commands: readonly PaperCommand[],
  wanted: 'online' | 'offline',
  given: Run,
  say: Say,
): Promise<void> {
  await writeFile(join(given.folder, 'catalog.jsonl'), `${JSON.stringify(CATALOG_LINE)}\n`)
  await writeFile(join(given.folder, 'servers.jsonl'), `${JSON.stringify({ ...CATALOG_LINE, server: 'own' })}\n`)
  for (const { text, place, isBlock } of commands) {
    if (treatmentOf(text) !== wanted || (!isBlock && !isWhole(text)) || isElsewhere(text, given)) continue
    const command = await filled(text, given)
    const env = wanted === 'offline' ? { DATA_DIR: given.dataDir, REGISTRY_URL: 'off' } : {}
    const { code, output } = await execute(command, env)
    const isProblem = text.startsWith('curl ') && /^HTTP (?!2)/m.test(output) && !text.includes('limit=ten')
    say(code === 0 && !isProblem, place, text, code === 0 && !isProblem ? '' : `${code}: ${output.trim().slice(-600)}`)
    given.keyId = /\bkey_[A-Za-z0-9]{12}\b/.exec(output)?.[0] ?? given.keyId
    if (text.includes('/v1/keys')) given.key = /"key":"([^"]+)"/.exec(output)?.[1] ?? given.key
  }
}

/**
 * Whether a command names servers of the other kind of service: a demonstration has no reference servers, and only it
 * has those of `demo/`.
 */
function isElsewhere(text: string, { example }: Run): boolean {
  return example.toolId === EXAMPLE_TOOL
    ? /\bdemo\//.test(text)
    : text.replaceAll(EXAMPLE_SERVER, '').includes('npm-official/')
}

/** Whether a command within a sentence is complete: neither an option alone nor with something left to name. */
function isWhole(text: string): boolean {
  return !/[<…]|\b(?:URL|NAME|DIR|VKEY)\b|--own$/.test(text) || /<(?:serverId|keyId)>/.test(text)
}

const CATALOG_LINE = { registry: 'docs', server: 'example', title: 'Example', remotes: [], tools: [] }

/** The command with the addresses, files and names of this run. */
async function filled(text: string, given: Run): Promise<string> {
  const named = text
    .replaceAll(OF_PAPERS, given.base)
    .replaceAll(EXAMPLE_TOOL, given.example.toolId)
    .replaceAll(EXAMPLE_SERVER, given.example.serverId)
  return named
    .replace('assay_…', given.key)
    .replace(/ --key VKEY/, '')
    .replace(/ --witness \S+/, '')
    .replace(/<serverId>…?/, given.example.serverId)
    .replace('<keyId>', given.keyId)
    .replace(/(?<=\s)([\w.]+\.(?:json|jsonl|key))\b/g, join(given.folder, '$1'))
    .replace(/^curl /, "curl -sS -w '\\nHTTP %{http_code}' ")
    .replace(/^npm run (?!-s)/, 'npm run -s ')
}

function execute(command: string, env: Record<string, string> = {}): Promise<Ended> {
  return run('sh', ['-c', command], { env, timeoutMs: COMMAND_WITHIN_MS })
}

async function compareSamples(samples: ReturnType<typeof readPaper>['samples'], given: Run, say: Say): Promise<void> {
  for (const { text, place, command } of samples) {
    if (command === null || isElsewhere(command, given)) continue
    const { output } = await execute(`${(await filled(command, given)).replace(/ -w '[^']*'/, '')}`)
    const faults = missingInText(output, text)
    // What a service has not seen yet, as an outage on a fresh start, is an empty list.
    const real = faults.filter((fault) => !fault.endsWith(' is empty'))
    const note =
      faults.length > real.length ? `not compared: ${faults.filter((fault) => !real.includes(fault)).join(', ')}` : ''
    say(real.length === 0, place, `sample of ${command}`, [...real, note].filter(Boolean).join('; '))
  }
}

function missingInText(output: string, sample: string): string[] {
  try {
    return missingIn(JSON.parse(output), parseSample(sample))
  } catch (error) {
    return [`${error}: ${output.slice(0, 300)}`]
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function seconds(since: number): string {
  return `${Math.round((Date.now() - since) / 1000)} s`
}

await runCommand(import.meta.url, { usage: USAGE }, main)
