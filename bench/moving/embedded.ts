import { join } from 'node:path'
import { exportTo } from '../../commands/export'
import { importExport } from '../../commands/import/import-export'
import { parseConfig } from '../../lib/config'
import { type Bench, BenchCannotRun, msOf, type Print, round } from '../bench'
import { createDatabase } from '../database'
import { withFolder } from '../folder'
import { startScript } from '../processes'

type Figures = Record<
  'toolsPerSecond' | 'probesPerSecond' | 'readMs' | 'blockedP99Ms' | 'blockedMostMs' | 'sizeMB' | 'rssMB',
  number
>

/**
 * The embedded database beside Postgres at each number of tools: what each writes and reads in a process of its own,
 * and how long everything takes to be moved from the one to the other and back. It fails where what came back differs.
 */
export const bench: Bench = {
  flags: { tools: '2000,20000' },
  async run(flags, print) {
    const sizes = (flags.tools ?? '').split(',').map(Number)
    if (sizes.some((size) => !(size > 0))) throw new BenchCannotRun('--tools takes numbers of tools')
    const results = []
    for (const tools of sizes) results.push(await withFolder((folder) => measureSize(folder, tools, print)))
    return { sizes: results, isSame: results.every(({ isSame }) => isSame) }
  },
  hasFailed: ({ isSame }) => isSame !== true,
}

async function measureSize(folder: string, tools: number, print: Print) {
  const [filled, empty] = [await createDatabase(), await createDatabase()]
  try {
    const embedded = await figuresOf(join(folder, 'embedded'), null, tools)
    const postgres = await figuresOf(join(folder, 'postgres'), filled.url, tools)
    print(`${tools} tools, embedded: ${JSON.stringify(embedded)}`)
    print(`${tools} tools, Postgres: ${JSON.stringify(postgres)}`)
    const ratios = {
      importRatio: round(embedded.toolsPerSecond / postgres.toolsPerSecond),
      probeRatio: round(embedded.probesPerSecond / postgres.probesPerSecond),
      readRatio: round(embedded.readMs / postgres.readMs),
    }
    const moved = await moveThereAndBack(folder, empty.url)
    print(`${tools} tools: ${JSON.stringify({ ...ratios, ...moved })}`)
    return { tools, embedded, postgres, ...ratios, ...moved }
  } finally {
    await filled.drop()
    await empty.drop()
  }
}

async function figuresOf(dataDir: string, url: string | null, tools: number): Promise<Figures> {
  const script = startScript('bench/moving/one-database.ts', dataDir, url ?? '-', String(tools))
  try {
    return JSON.parse(await script.line) as Figures
  } finally {
    await script.stop()
  }
}

async function moveThereAndBack(folder: string, url: string) {
  const settingsOf = (name: string, databaseUrl?: string) =>
    parseConfig({ DATA_DIR: join(folder, name), LOG_STORE: 'off', ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
  const contents: (string | undefined)[] = []
  const print = (line: string) => contents.push(line)
  const secondsOf = async (work: () => Promise<void>) => round((await msOf(work)) / 1000, 1)
  const from = (name: string, settings: ReturnType<typeof settingsOf>) => () =>
    exportTo([join(folder, name)], settings, new Date(), print)
  const into = (name: string, settings: ReturnType<typeof settingsOf>) => () =>
    importExport([join(folder, name)], settings, print)
  const [embedded, server, back] = [settingsOf('embedded'), settingsOf('server', url), settingsOf('back')]
  const exportS = await secondsOf(from('first', embedded))
  const intoPostgresS = await secondsOf(into('first', server))
  const fromPostgresS = await secondsOf(from('second', server))
  const intoEmbeddedS = await secondsOf(into('second', back))
  const rssMB = round(process.resourceUsage().maxRSS / 1024, 0)
  const digests = contents.filter((line) => line?.startsWith('content'))
  return {
    exportS,
    intoPostgresS,
    fromPostgresS,
    intoEmbeddedS,
    movingRssMB: rssMB,
    isSame: new Set(digests).size === 1,
  }
}
