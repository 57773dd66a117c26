import { setTimeout as wait } from 'node:timers/promises'
import { build } from '../../commands/project.mjs'
import { type Bench, numberFlag, type Print } from '../bench'
import { TOOLS_OF_A_SERVER } from '../rated-catalog'
import { countedByTool, countedSince, untilDrained } from '../stream/counted'
import { compareCounts } from '../stream/outcome-load'
import { startCallers } from './callers'
import { readFromMemoryUs, sizesOf, writesPer1000Events } from './costs'
import { FAULT_NAMES, FAULTS } from './fault-list'
import { failedOutside, figuresOf, maxStaleness, p99ByKind, type Window, type WindowFigures } from './figures'
import { type Machines, openMachines } from './machines'
import { startMarkedReads } from './marked-reads'

/** Without a fault, before each of them. */
const CALM_MS = 3000

/**
 * The built service on many machines, on ports of this one, under load: each of its parts is killed in turn, a replica
 * is promoted, and everything is restarted. What callers saw, and what is counted of what was acknowledged.
 */
export const bench: Bench = {
  flags: { tools: '250000', seconds: '60', 'cost-seconds': '5' },
  async run(flags, print) {
    const [seconds, costSeconds] = [numberFlag(flags, 'seconds'), numberFlag(flags, 'cost-seconds')]
    await build(print)
    const machines = await openMachines(numberFlag(flags, 'tools'), print)
    try {
      const costs = {
        // Before outcomes have much rated anew.
        readFromMemoryUs: await readFromMemoryUs(machines, costSeconds),
        writesPer1000Events: await writesPer1000Events(machines, costSeconds),
        ...(await sizesOf(machines)),
      }
      print(JSON.stringify(costs))
      return { ...costs, ...(await measureFaults(machines, seconds, print)) }
    } finally {
      await machines.close()
    }
  },
  hasFailed: ({ acknowledgedLost, countedTwice, requestsFailed, maxStalenessS }) =>
    acknowledgedLost !== 0 || countedTwice !== 0 || requestsFailed !== 0 || Number(maxStalenessS) > 10,
}

async function measureFaults(machines: Machines, seconds: number, print: Print) {
  const { apis, proxy, headers, toolIds, nats } = machines
  const [marked = ''] = toolIds
  // Outcomes have a server rated anew.
  const others = toolIds.slice(TOOLS_OF_A_SERVER)
  const before = await countedByTool(machines.databaseUrl())
  const urls = { repeated: proxy.url, once: proxy.onceUrl }
  const everywhere = [proxy.url, ...apis.map(({ url }) => url)]
  const marks = await startMarkedReads({ databaseUrl: machines.databaseUrl, urls: everywhere, headers, toolId: marked })
  const callers = startCallers({ urls, headers, toolIds, reported: others })
  const { windows, calm, loadSeconds } = await carryOutFaults(machines, seconds, print)
  await marks.stop()
  await callers.stop()
  const left = await untilDrained(nats.map(({ url }) => url))
  const compared = compareCounts(await countedSince(machines.databaseUrl(), before), [callers.outcomes])
  const promotion = windows.filter(({ name }) => name === 'primary')
  const faults = windows.map((window) => figuresOf(callers.calls, window, calm))
  printTable(faults, print)
  printLogs(machines, print)
  return {
    ...compared,
    acknowledgedEvents: sumOf(callers.outcomes.acknowledged),
    uncertainEvents: sumOf(callers.outcomes.uncertain),
    messagesLeft: left,
    maxStalenessS: maxStaleness(marks.written, marks.shown, promotion),
    maxStalenessInPromotionS: maxStaleness(marks.written, marks.shown),
    requests: callers.calls.length,
    requestsFailed: failedOutside(callers.calls, 'repeated', promotion),
    requestsFailedOnce: failedOutside(callers.calls, 'once', promotion),
    repeatedByProxy: await proxy.repeated(),
    loadSeconds,
    calmP99Ms: p99ByKind(callers.calls, calm),
    faults,
  }
}

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Each fault after a calm stretch, the first of which is longer; at least so many seconds in all. */
async function carryOutFaults(machines: Machines, seconds: number, print: Print) {
  const beganAt = performance.now()
  const [windows, calm]: [Window[], Window[]] = [[], []]
  const stretch = async (into: Window[], name: string, work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    into.push({ name, from, to: performance.now() })
  }
  await stretch(calm, 'calm', () => wait((seconds * 1000) / 6))
  for (const name of FAULT_NAMES) {
    print(FAULTS[name].done)
    await stretch(windows, name, () => FAULTS[name].carryOut(machines))
    await stretch(calm, 'calm', () => wait(CALM_MS))
  }
  const passed = () => performance.now() - beganAt
  await stretch(calm, 'calm', () => wait(Math.max(0, seconds * 1000 - passed())))
  return { windows, calm, loadSeconds: Math.round(passed() / 1000) }
}

function printTable(faults: readonly WindowFigures[], print: Print): void {
  print(
    '| fault | seconds | requests | failed, with and without repetition | p99 in ms: read, search, outcomes | to calm |',
  )
  print('|---|---|---|---|---|---|')
  for (const { name, seconds, requests, failed, failures, p99Ms, p99Ratio } of faults) {
    const listed = [p99Ms, p99Ratio].map((figures) => Object.values(figures).join(', ')).join(' | ')
    print(`| ${name} | ${seconds} | ${requests} | ${failed.repeated}, ${failed.once} | ${listed} |`)
    if (failed.repeated > 0) print(JSON.stringify(failures))
  }
}

/** Lines for operators, with how often each was written. */
function printLogs({ apis, workers, publisher, direct }: Machines, print: Print): void {
  for (const one of [...apis, ...workers, publisher, direct]) {
    const lines = one.log.map((line) => {
      const { message, err } = JSON.parse(line) as { message: string; err?: { message?: string } }
      return [message, err?.message].filter(Boolean).join(' ')
    })
    for (const line of new Set(lines)) {
      print(`${one.role} ${one.port}: ${lines.filter((other) => other === line).length} × ${line.slice(0, 300)}`)
    }
  }
}
