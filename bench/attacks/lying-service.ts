import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { openTestWorld, type TestWorld } from 'assay-verify/commands/audit/test-world'
import { setQueueKey } from '../../lib/store/outbox/queue-key'
import { withFolder } from '../folder'
import { listen } from '../processes'
import type { AttackModule, AttackResult } from './attack'
import { attempt, faultsOf } from './lying-service/attempt'
import { amounts, auditOnly, contents, type NamedLie } from './lying-service/lies'
import { logLies } from './lying-service/log-lies'
import { type LyingService, startLyingService } from './lying-service/serve'

/** So that its history ends now. */
const START = new Date(Date.now() - 8 * 14 * 60_000)
const WITHIN = ['--within', '12']

/** What broke before: no command ended while a service was slow or asked to wait, or while it served entries. */
const BROKE_BEFORE = [
  /^(?:audit|lock): (?:a byte every 200 ms|no answer|Retry-After)/,
  /^audit: (?:redirects elsewhere, late|a signed size of .* without end|the same entries|five million)/,
  /^lock: prototype keys/,
]

interface Target {
  command: string
  args: (url: string) => string[]
  lies: NamedLie[]
  /** The file of the command that must survive. */
  kept?: string
}

/** Services that lie in what they answer the commands `audit`, `score` and `lock`. */
export const attacks: AttackModule = {
  about:
    'a service that lies in every answer to audit, score and lock: amounts, nesting, escape characters, redirects, numbers, times',
  seconds: 2400,
  run: (given) => withFolder((folder) => tryAll(folder, given)),
}

async function tryAll(folder: string, { signal, print }: Parameters<AttackModule['run']>[0]): Promise<AttackResult[]> {
  const world = await honestWorld()
  const service = await startLyingService(world.url)
  let trapped = 0
  const trap = createServer((_, response) => {
    trapped += 1
    response.end('{}')
  })
  const trapServer = await listen(trap)
  const rows: AttackResult[] = []
  try {
    for (const target of await targetsOf(folder, world, service.url, `${trapServer.url}/`)) {
      for (const lie of target.lies) {
        if (signal.aborted) return rows
        rows.push(await tryLie(target, lie, service, () => trapped))
        print(`  ${rows.at(-1)?.attack}: ${rows.at(-1)?.outcome}, ${rows.at(-1)?.by}`)
      }
    }
    return rows
  } finally {
    await trapServer.stop()
    await service.stop()
    await world.close()
    setQueueKey(null)
  }
}

async function honestWorld(): Promise<TestWorld> {
  setQueueKey(randomBytes(32))
  const world = await openTestWorld(START)
  for (let round = 0; round < 8; round += 1) {
    await world.probe('w/steady', 10, 'answered')
    await world.probe('w/flaky', 4, round > 4 ? 'connect_failed' : 'answered')
  }
  await world.publish()
  return world
}

async function targetsOf(folder: string, world: TestWorld, url: string, trap: string): Promise<Target[]> {
  const state = join(folder, 'state.json')
  const lock = join(folder, 'lock.json')
  // What both files are without any lie.
  await agree('audit', [url, '--settle', '0', '--state', state, ...WITHIN])
  await agree('lock', ['add', lock, '--url', url, 'w/steady'])
  await agree('score', [url, 'w/steady'])
  const lockPaths = ['/v1/lock']
  return [
    {
      command: 'audit',
      args: (address) => [address, '--settle', '0', '--state', state, ...WITHIN],
      lies: [
        ...amounts(/^\/log\/checkpoint/, trap),
        ...amounts(/^\/v1\/history/, trap).map(({ name, lies }) => ({ name: `${name}, late`, lies })),
        ...(await logLies(world)),
        ...auditOnly,
        ...contents(),
      ],
      kept: state,
    },
    {
      command: 'score',
      args: (address) => [address, 'w/steady'],
      lies: [...amounts(/^\/v1\/score/, trap), ...contents(['/v1/score/', '/.well-known/jwks'])],
    },
    {
      command: 'lock',
      args: (address) => ['check', lock, '--url', address, ...WITHIN],
      lies: [...amounts(/^\/v1\/lock/, trap), ...contents(lockPaths)],
      kept: lock,
    },
  ]
}

/** Runs a command that must agree. Throws otherwise: a lie would then be refused for another reason. */
async function agree(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await attempt(command, args)
  if (code !== 0) throw new Error(`${command} of the honest service ended with ${code}: ${output}`)
}

async function tryLie(
  { command, args, kept }: Target,
  { name, lies, mayAgree = false }: NamedLie,
  service: LyingService,
  trapped: () => number,
): Promise<AttackResult> {
  const faults = new Set<string>()
  const codes = new Set<number | null>()
  const said = new Set<string>()
  const trappedBefore = trapped()
  const before = kept === undefined ? '' : await readFile(kept, 'utf8').catch(() => '')
  let [seconds, peakMB, requests] = [0, 0, 0]
  for (const lie of lies) {
    service.tell(lie)
    const tried = await attempt(command, args(service.url))
    for (const fault of faultsOf(tried, service.requests(), mayAgree)) faults.add(fault)
    codes.add(tried.code)
    said.add(tried.output.trim().split('\n').at(-1)?.slice(0, 160) ?? '')
    seconds = Math.max(seconds, tried.seconds)
    peakMB = Math.max(peakMB, tried.peakMB)
    requests = Math.max(requests, service.requests())
  }
  if (trapped() > trappedBefore) faults.add('another address was asked')
  if (kept !== undefined) {
    const after = await readFile(kept, 'utf8').catch(() => '')
    if (codes.has(null) === false && !codes.has(0) && after !== before) faults.add('its file was changed')
    await writeFile(kept, before)
  }
  const measured = `${seconds.toFixed(0)} s, ${peakMB.toFixed(0)} MB, ${requests} requests at most; exit ${[...codes].join(', ')}`
  const attack = `${command}: ${name}`
  return {
    attack,
    tried: `${lies.length} ${lies.length === 1 ? 'service' : 'services'}`,
    outcome: faults.size === 0 ? 'held' : 'broke',
    by: faults.size === 0 ? `${measured}: ${[...said][0] ?? ''}` : `${[...faults].join('; ')} (${measured})`,
    before: BROKE_BEFORE.some((pattern) => pattern.test(attack)) ? 'broke' : 'held',
  }
}
