import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bench, BenchCannotRun, numberFlag } from '../../bench'
import { withFolder } from '../../folder'
import { freePort, startServer } from '../../processes'
import { buildGuard, buildProgram } from '../build'

/** Its scenarios, with what they expect, are of this version. It needs the registry of npm, and a newer Node. */
const SUITE = '@modelcontextprotocol/conformance@0.1.16'
const SCENARIO_MS = 120_000

/**
 * The scenarios for servers of the official conformance suite, of a server that passes them: directly and through the
 * guard over HTTP, with the number of warnings of each. `--scenarios a,b` runs some; `--url URL` tests another server.
 */
export const bench: Bench = {
  flags: { scenarios: '', url: '', seconds: String(SCENARIO_MS / 1000) },
  run: (flags, print) =>
    withFolder(async (folder) => {
      const limitMs = numberFlag(flags, 'seconds') * 1000
      const listed = await suite(['list', '--server'], 10 * 60_000)
      const all = [...listed.output.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => String(name))
      if (all.length === 0) throw new BenchCannotRun(`the suite did not start: ${listed.output.slice(-500)}`)
      const chosen = flags.scenarios ? flags.scenarios.split(',') : all
      const routes = await openRoutes(folder, flags.url ?? '')
      try {
        const lost: string[] = []
        let passed = 0
        for (const scenario of chosen) {
          const direct = await outcomeOf(scenario, routes.direct, limitMs)
          const through = await outcomeOf(scenario, routes.guard, limitMs)
          if (direct.isPassed && !(through.isPassed && through.warnings <= direct.warnings)) lost.push(scenario)
          if (direct.isPassed) passed += 1
          print(`${scenario.padEnd(32)} ${wordsOf(direct).padEnd(24)} ${wordsOf(through)}`)
        }
        return { scenarios: chosen.length, passed, lost }
      } finally {
        await routes.stop()
      }
    }),
  hasFailed: ({ passed, lost }) => passed === 0 || (lost as string[]).length > 0,
}

interface Outcome {
  isPassed: boolean
  warnings: number
}

async function outcomeOf(scenario: string, url: string, limitMs: number): Promise<Outcome> {
  const { isDone, output } = await suite(['server', '--url', url, '--scenario', scenario], limitMs)
  const [, failed, warnings] = /Passed: \d+\/\d+, (\d+) failed, (\d+) warnings/.exec(output) ?? []
  return { isPassed: isDone && failed === '0', warnings: Number(warnings ?? 0) }
}

function wordsOf({ isPassed, warnings }: Outcome): string {
  const words = isPassed ? 'passed' : 'failed'
  return warnings === 0 ? words : `${words}, ${warnings} warnings`
}

/**
 * The suite runs on a Node of its own; the server and the guard on the one that is installed. Away from this project,
 * whose settings of npm keep that Node from being set up.
 */
function suite(args: readonly string[], limitMs: number): Promise<{ isDone: boolean; output: string }> {
  const words = ['-y', '-p', 'node@22', '-p', SUITE, '-c', `conformance ${args.join(' ')}`]
  const env = { ...process.env }
  for (const name of Object.keys(env)) if (/^npm_/i.test(name)) delete env[name]
  return new Promise((resolve) => {
    execFile('npx', words, { timeout: limitMs, maxBuffer: 64_000_000, cwd: tmpdir(), env }, (error, stdout, stderr) =>
      resolve({ isDone: error === null, output: stdout + stderr }),
    )
  })
}

async function openRoutes(folder: string, given: string) {
  const built = join(folder, 'built')
  const stops: (() => Promise<void>)[] = []
  let direct = given
  if (direct === '') {
    const program = await buildProgram('bench/guard/conformance/conformance-server.ts', built)
    const port = await freePort()
    const server = await startServer([program, String(port)], {}, port, '/')
    stops.push(server.stop)
    direct = `${server.url}/mcp`
  }
  const config = join(folder, 'servers.json')
  writeFileSync(config, JSON.stringify({ mcpServers: { tested: { type: 'http', url: direct } } }))
  const port = await freePort()
  const environment = { ASSAY_GUARD_STATE: join(folder, 'state'), ASSAY_URL: 'off' }
  const words = [await buildGuard(built), 'run', '--config', config, '--port', String(port)]
  const guard = await startServer(words, environment, port, '/')
  stops.push(guard.stop)
  return {
    direct,
    guard: `${guard.url}/tested/mcp`,
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  }
}
