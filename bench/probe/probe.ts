import { type Bench, median, numberFlag, type Print, round } from '../bench'
import { startScript } from '../processes'

/** Of probes under way, as of the service by default. */
const CONCURRENCY = 48
const ROUNDS = 3
const GOALS = { ratioToSdk: 3, ratioToUndici: 0.7 } as const
const KINDS = ['prober', 'sdk', 'undici'] as const

/**
 * Probes a second of fast MCP servers in another process: the product's prober, the client of the official SDK, and the
 * same exchanges by undici, in turn, each in a process of its own.
 */
export const bench: Bench = {
  flags: { servers: '500', seconds: '10' },
  run: async (flags, print) => {
    const servers = startScript('bench/probe/serve.ts', String(numberFlag(flags, 'servers')))
    try {
      const ports = (JSON.parse(await servers.line) as number[]).join()
      const rounds: Round[] = []
      while (rounds.length < ROUNDS) rounds.push(await runRound(String(numberFlag(flags, 'seconds')), ports, print))
      const middle = (figureOf: (figures: Round) => number, digits: number) =>
        round(median(rounds.map(figureOf)), digits)
      return {
        probesPerSecond: middle(({ prober }) => prober.perSecond, 0),
        sdkPerSecond: middle(({ sdk }) => sdk.perSecond, 0),
        undiciPerSecond: middle(({ undici }) => undici.perSecond, 0),
        ratioToSdk: middle(({ prober, sdk }) => prober.perSecond / sdk.perSecond, 2),
        ratioToUndici: middle(({ prober, undici }) => prober.perSecond / undici.perSecond, 2),
        rssMB: middle(({ prober }) => prober.rssMB, 0),
      }
    } finally {
      await servers.stop()
    }
  },
  hasFailed: (result) => Object.entries(GOALS).some(([name, goal]) => Number(result[name]) < goal),
}

type Figures = { perSecond: number; rssMB: number }
type Round = Record<(typeof KINDS)[number], Figures>

async function runRound(seconds: string, ports: string, print: Print): Promise<Round> {
  const figures: [string, Figures][] = []
  for (const kind of KINDS) {
    const client = startScript('bench/probe/client.ts', kind, seconds, String(CONCURRENCY), ports)
    const found = JSON.parse(await client.line) as Figures
    await client.stop()
    print(`${kind}: ${round(found.perSecond, 0)} a second, at most ${round(found.rssMB, 0)} MB`)
    figures.push([kind, found])
  }
  return Object.fromEntries(figures) as Round
}
