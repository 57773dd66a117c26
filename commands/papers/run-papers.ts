import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { EXAMPLE_SERVER, EXAMPLE_TOOL, type ExampleTool } from '../../lib/contract/example-tool'
import { PAPERS, type PaperCommand, readPaper } from './read-papers'
import { missingIn, parseSample } from './sample'
import { treatmentOf } from './treatments'

// `npm run test:docs`: starts a service (with --demo, a demonstration) on data of its own, runs the commands of the papers against it, and compares their JSON samples
// with what it answers. Ends with 0 where everything agrees, else 1.

const READY_WITHIN_MS = 900_000
const COMMAND_WITHIN_MS = 240_000
const OF_PAPERS = 'http://localhost:3000'

interface Run {
  base: string
  example: ExampleTool
  folder: string
  dataDir: string
  key: string
}

/** What a command printed, and its exit code; null: it took too long. */
interface Ended {
  code: number | null
  output: string
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } })
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
    const run: Run = { base, example, folder, dataDir, key: '' }
    const papers = PAPERS.map(readPaper)
    const commands = papers.flatMap((paper) => paper.commands)
    await runAll(commands, 'online', run, say)
    await compareSamples(
      papers.flatMap(({ samples }) => samples),
      run,
      say,
    )
    await stop(service)
    // The demonstration refuses commands of operators.
    if (!values.demo) await runAll(commands, 'offline', run, say)
    const left = commands
      .filter(({ isBlock }) => isBlock)
      .flatMap(({ text, place }) => {
        const treatment = treatmentOf(text)
        return typeof treatment === 'object' ? [`${place}  ${text}: ${treatment.notRun}`] : []
      })
    console.log(`\nnot run:\n${left.map((line) => `  ${line}`).join('\n')}`)
  } finally {
    await stop(service)
    await rm(folder, { recursive: true, force: true })
  }
  console.log(
    faults.length === 0 ? `\nEverything agrees, ${seconds(began)}.` : `\n${faults.length} failed, ${seconds(began)}.`,
  )
  return faults.length === 0 ? 0 : 1
}

type Service = ReturnType<typeof start>

function start(demo: boolean, { port, other, dataDir }: { port: number; other: number; dataDir: string }) {
  const args = demo
    ? ['commands/demo.mjs', '--port', `${port}`, '--world-port', `${other}`, '--data', dataDir]
    : ['commands/start.mjs']
  const settings = demo ? {} : { PORT: `${port}`, REFERENCE_PORT: `${other}`, DATA_DIR: dataDir, REGISTRY_URL: 'off' }
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LIMITS: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      printed = `${printed}${part}`.slice(-4000)
    })
  return { child, ended, printed: () => printed }
}

async function stop({ child, ended }: Service): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await ended
}

/** Waits until the service is ready and its example may be used; answers the tool that its `llms.txt` names. */
async function ready(base: string, service: Service): Promise<ExampleTool> {
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until) {
    if (service.child.exitCode !== null) throw new Error(`The service ended:\n${service.printed()}`)
    const answer = await fetch(`${base}/readyz`).catch(() => undefined)
    const text = answer?.ok === true ? await (await fetch(`${base}/llms.txt`)).text() : ''
    const toolId = decodeURIComponent(/\/v1\/health\/([^)\s]+)\)/.exec(text)?.[1] ?? '')
    const health = toolId === '' ? undefined : await fetch(`${base}/v1/health/${toolId}`)
    if (health?.ok === true && ((await health.json()) as { recommendation: string }).recommendation === 'proceed')
      return { toolId, serverId: toolId.slice(0, toolId.lastIndexOf('/')) }
    await pause(1000)
  }
  throw new Error(`The service is not ready:\n${service.printed()}`)
}

type Say = (isRight: boolean, place: string, what: string, why?: string) => void

async function runAll(
  commands: readonly PaperCommand[],
  wanted: 'online' | 'offline',
  run: Run,
  say: Say,
): Promise<void> {
  await writeFile(join(run.folder, 'catalog.jsonl'), `${JSON.stringify(CATALOG_LINE)}\n`)
  await writeFile(join(run.folder, 'servers.jsonl'), `${JSON.stringify({ ...CATALOG_LINE, server: 'own' })}\n`)
  for (const { text, place, isBlock } of commands) {
    if (treatmentOf(text) !== wanted || (!isBlock && !isWhole(text))) continue
    const command = await filled(text, run)
    const env = wanted === 'offline' ? { DATA_DIR: run.dataDir, REGISTRY_URL: 'off' } : {}
    const { code, output } = await execute(command, env)
    const isProblem = text.startsWith('curl ') && /^HTTP (?!2)/m.test(output) && !text.includes('limit=ten')
    say(code === 0 && !isProblem, place, text, code === 0 && !isProblem ? '' : `${code}: ${output.trim().slice(-600)}`)
    if (text.includes('/v1/keys')) run.key = /"key":"([^"]+)"/.exec(output)?.[1] ?? run.key
  }
}

/** Whether a command within a sentence is complete: neither an option alone nor with something left to name. */
function isWhole(text: string): boolean {
  return !/[<…]|\b(?:URL|NAME|DIR|VKEY)\b|--own$/.test(text) || /<(?:serverId|keyId)>/.test(text)
}

const CATALOG_LINE = { registry: 'docs', server: 'example', title: 'Example', remotes: [], tools: [] }

/** The command with the addresses, files and names of this run. */
async function filled(text: string, run: Run): Promise<string> {
  const named = text
    .replaceAll(OF_PAPERS, run.base)
    .replaceAll(EXAMPLE_TOOL, run.example.toolId)
    .replaceAll(EXAMPLE_SERVER, run.example.serverId)
  return named
    .replace('assay_…', run.key)
    .replace(/ --key VKEY/, '')
    .replace(/ --witness \S+/, '')
    .replace(/<serverId>…?/, run.example.serverId)
    .replace(/--revoke <keyId>/, `--revoke ${run.key.split('.')[0] ?? ''}`)
    .replace(/(?<=\s)([\w.]+\.(?:json|jsonl|key))\b/g, join(run.folder, '$1'))
    .replace(/^curl /, "curl -sS -w '\\nHTTP %{http_code}' ")
    .replace(/^npm run (?!-s)/, 'npm run -s ')
}

function execute(command: string, env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', command], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), COMMAND_WITHIN_MS)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
  })
}

async function compareSamples(samples: ReturnType<typeof readPaper>['samples'], run: Run, say: Say): Promise<void> {
  const isDemo = run.example.toolId !== EXAMPLE_TOOL
  for (const { text, place, command } of samples) {
    if (command === null) continue
    const { output } = await execute(`${(await filled(command, run)).replace(/ -w '[^']*'/, '')}`, {})
    const faults = missingInText(output, text)
    // What a fresh start has not seen yet, as an outage, an empty list shows; of servers that a demonstration lacks, it has none.
    const real = faults.filter((fault) => !fault.endsWith(' is empty'))
    const note =
      faults.length > real.length ? `not compared: ${faults.filter((fault) => !real.includes(fault)).join(', ')}` : ''
    const isOther = isDemo && /server-memory|server-filesystem/.test(command)
    say(
      isOther || real.length === 0,
      place,
      `sample of ${command}`,
      isOther ? 'not compared: no such server here' : [...real, note].filter(Boolean).join('; '),
    )
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

process.exitCode = await main()
