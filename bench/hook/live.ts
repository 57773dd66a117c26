import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { bundleHook } from '../../commands/build-hook.mjs'
import { build } from '../../commands/project.mjs'
import { mustRun } from '../../commands/run.mjs'
import { type Bench, BenchCannotRun, numberFlag, type Print } from '../bench'
import { withFolder } from '../folder'
import { freePort, startServer } from '../processes'
import { type HookedCaller, openCallers } from './live-callers'
import { type LiveServer, openLiveServers } from './live-servers'

/** Between two calls of one caller. */
const CALL_EVERY_MS = 5000
const GIVEN_UP_MS = 1_800_000
const ID = 'live/oldbarn/files'

/**
 * A service as `npm start` runs it beside forty MCP servers on loopback, and two callers of one of them: one whose host
 * runs the command of the hook, one whose host asks POST /v1/hooks/claude-code. The server is killed, and started again
 * after a while: seconds until each caller's calls are denied, until the denial names what to call instead, and until
 * its calls are made again.
 */
export const bench: Bench = {
  flags: { servers: '40', interval: '300', down: '900' },
  run: (flags, print) =>
    withFolder(async (folder) => {
      await build(print)
      const servers = await openLiveServers(numberFlag(flags, 'servers'))
      const [victim] = servers
      const service = await startLiveService(folder, servers, String(numberFlag(flags, 'interval')))
      try {
        if (victim === undefined) throw new BenchCannotRun('--servers must be at least 2')
        const callers = await openCallers(await installed(folder, servers, service.url), servers, service.url)
        print('waiting until alternatives are known')
        await untilTold(service.url, callers)
        await victim.kill()
        const down = await timesOf(callers, numberFlag(flags, 'down') * 1000, print)
        await victim.restart()
        const back = await timesOf(callers, GIVEN_UP_MS, print, true)
        return Object.fromEntries(
          callers.map(({ name }, at) => [
            name,
            { ...down[at]?.down, secondsUntilMadeAgain: back[at]?.made ?? null, calls: down[at]?.calls },
          ]),
        )
      } finally {
        await service.stop()
        await Promise.all(servers.map((server) => server.kill().catch(() => undefined)))
      }
    }),
}

async function startLiveService(folder: string, servers: readonly LiveServer[], interval: string) {
  const [port, referencePort] = [await freePort(), await freePort()]
  const environment = {
    PORT: String(port),
    REFERENCE_PORT: String(referencePort),
    REFERENCE_SERVERS: 'off',
    DATABASE_URL: '',
    DATA_DIR: join(folder, 'data'),
    PROBE_ALLOW: servers.map(({ url }) => new URL(url).origin).join(),
    PROBE_INTERVAL_SECONDS: interval,
    REGISTRY_URL: 'off',
    CANARY_URLS: 'off',
    PROBE_NPM: 'off',
  }
  const catalog = join(folder, 'catalog.jsonl')
  writeFileSync(catalog, servers.map(({ catalogLine }) => catalogLine).join('\n'))
  await mustRun('import', process.execPath, ['--import', 'tsx', 'commands/import.ts', '--own', catalog], {
    env: environment,
  })
  return startServer(['commands/start.mjs'], environment, port, '/v1/ping')
}

/** What a person has who installed the hook: a project with these servers, and the command. */
async function installed(folder: string, servers: readonly LiveServer[], url: string) {
  const [home, project, state, built] = ['home', 'project', 'state', 'built'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const path of [home, project, state, built]) mkdirSync(path)
  await bundleHook(built, { isWhole: true })
  writeFileSync(join(built, 'package.json'), '{ "type": "module" }')
  const named = Object.fromEntries(servers.map((server) => [server.name, { type: 'http', url: server.url }]))
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers: named }))
  const env = { ...process.env, HOME: home, ASSAY_HOOK_STATE: state, ASSAY_URL: url }
  return { command: join(built, 'assay-hook.js'), project, env }
}

const KNOWN_WITHIN_MS = 600_000

/** Waits until the service names an alternative and a bundle with it must be out, with calls that warm the callers. */
async function untilTold(url: string, callers: readonly HookedCaller[]): Promise<void> {
  const deadline = performance.now() + KNOWN_WITHIN_MS
  for (;;) {
    const answer = await fetch(`${url}/v1/alternatives/${ID}/read_file`).then((response) => response.json())
    if ((answer as { alternatives?: unknown[] }).alternatives?.length) break
    if (performance.now() > deadline) throw new Error('the service found no alternative')
    await delay(CALL_EVERY_MS)
  }
  // Of the background search, the bundle and the refresh each at most a minute passes.
  for (const until = performance.now() + 240_000; performance.now() < until; await delay(CALL_EVERY_MS))
    for (const caller of callers) await caller.call()
}

interface Times {
  down: { secondsUntilDenied: number | null; secondsUntilAlternative: number | null; text: string | null }
  /** Of the calls: how many failed at the server, and how many were denied. */
  calls: { failed: number; denied: number }
  /** Seconds until a call was made and answered; null: none was. */
  made: number | null
}

/** Calls for so long; where `untilMade`, only until each caller has been answered by the server. */
function timesOf(callers: readonly HookedCaller[], ms: number, print: Print, untilMade = false): Promise<Times[]> {
  const beganAt = performance.now()
  const seconds = () => Math.round((performance.now() - beganAt) / 1000)
  return Promise.all(
    callers.map(async (caller) => {
      const times: Times = {
        down: { secondsUntilDenied: null, secondsUntilAlternative: null, text: null },
        calls: { failed: 0, denied: 0 },
        made: null,
      }
      for (; performance.now() - beganAt < ms; await delay(CALL_EVERY_MS)) {
        const { denied, answered } = await caller.call()
        if (denied !== null) note(times, denied, seconds())
        else if (answered) times.made ??= seconds()
        else times.calls.failed += 1
        if (untilMade && times.made !== null) break
      }
      print(`${caller.name}: ${JSON.stringify(times)}`)
      return times
    }),
  )
}

function note({ down, calls }: Times, text: string, seconds: number): void {
  calls.denied += 1
  down.secondsUntilDenied ??= seconds
  if (!text.includes('quillwork')) return
  down.secondsUntilAlternative ??= seconds
  down.text ??= text
}
