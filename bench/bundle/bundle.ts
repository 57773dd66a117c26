import { HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import { pageTilesOf, tileBits } from '../../lib/bundle/rules/tile-bits'
import { type Bench, numberFlag, type Print } from '../bench'
import { readUptimeSeries } from '../evidence/uptime-series'
import { TOOLS_OF_A_SERVER } from '../rated-catalog'
import { measureBuild } from './build-cost'
import { makeBundleWorld } from './bundle-world'
import { type CallerBytes, countCallers } from './caller-bytes'

/** Simulated before anything is counted, so that states and due times are those of a service at work. */
const WARM_HOURS = 6
const START = Date.UTC(2026, 10, 20)
/** Bits of a tile number beside those of the rule. */
const BESIDE = [1, 0, -1, -2]
const PAGES = [16, 64]

/** What the decision bundle costs its callers and the service, by the size of its tiles. */
export const bench: Bench = {
  flags: { tools: '25000,250000', series: '', hours: '1', down: '0.04', out: 'asked', build: 'on' },
  run: async (flags, print) => {
    const counts = (flags.tools ?? '').split(',').map(Number)
    const series = (flags.series ?? '').split(',').filter(Boolean).flatMap(readUptimeSeries)
    const results: Record<string, unknown> = {}
    for (const tools of counts) {
      const settings = { series, hours: numberFlag(flags, 'hours'), downShare: numberFlag(flags, 'down') }
      const callers =
        series.length === 0 ? null : simulate(tools, { ...settings, outOfAll: flags.out === 'all' }, print)
      const build = flags.build === 'on' ? await measureBuild(tools) : null
      if (build !== null) print(JSON.stringify(build))
      results[tools] = { callers, build }
    }
    return results
  },
}

interface Simulation {
  series: Parameters<typeof makeBundleWorld>[0]['series']
  hours: number
  downShare: number
  outOfAll: boolean
}

/** An hour or more of callers who ask each minute, by ways to divide the bundle; the first is that of the rule. */
function simulate(tools: number, { hours, ...settings }: Simulation, print: Print) {
  const servers = Math.ceil(tools / TOOLS_OF_A_SERVER)
  const world = makeBundleWorld({ ...settings, servers, start: START })
  const minutes = (count: number) => Math.round((count * HOUR_MS) / MINUTE_MS)
  for (let minute = 1; minute <= minutes(WARM_HOURS); minute += 1) world.minute(START + minute * MINUTE_MS)
  const chosen = tileBits(
    world.servers.map(({ server }) => server),
    null,
  )
  const divisions = [
    ...BESIDE.flatMap((more) =>
      chosen + more < 0 ? [] : [{ bits: chosen + more, pageTiles: pageTilesOf(chosen + more) }],
    ),
    ...PAGES.map((pageTiles) => ({ bits: chosen, pageTiles })),
  ]
  const counters = divisions.map((division) => countCallers(world, division))
  let changes = 0
  for (let minute = 1; minute <= minutes(hours); minute += 1) {
    const changed = world.minute(START + WARM_HOURS * HOUR_MS + minute * MINUTE_MS)
    changes += changed.length
    for (const counter of counters) counter.minute(changed)
  }
  const rows = counters.map((counter) => counter.result(hours))
  const changesAMinute = Math.round((changes / minutes(hours)) * 10) / 10
  print(`${tools} tools of ${servers} servers, ${changesAMinute} states change a minute; the rule: ${chosen} bits`)
  for (const row of rows) print(line(row))
  return { chosen, changesAMinute, rows }
}

function line({ bits, pageTiles, servers, manifests, pages, tiles, slow, requests, first }: CallerBytes): string {
  const all = manifests + pages + tiles + slow
  return `${bits} bits, ${servers.mean} servers a tile (at least ${servers.least}), ${pageTiles} tiles a page: ${kB(all)} an hour (manifests ${kB(manifests)}, pages ${kB(pages)}, states ${kB(tiles)}, others ${kB(slow)}), ${requests} requests; at first ${kB(first)}`
}

function kB(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString('en-US')} kB`
}
