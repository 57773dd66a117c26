import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { plural } from 'assay-verify/text/plural'
import type { App } from '../lib/api/context'
import { config } from '../lib/config'
import { buildInWorker } from '../lib/jobs/index/build-in-worker'
import { openIndexJob, refreshSearchIndex } from '../lib/jobs/index-catalog'
import { type IntakeReport, importSource } from '../lib/jobs/sync/import-source'
import { resolveProducts } from '../lib/products/resolve-products'
import { resolveInWorker } from '../lib/products/thread/resolve-in-worker'
import type { ServiceApp } from '../lib/runtime/service-app'
import { SOURCES } from '../lib/sources'
import { withoutOwnService } from '../lib/sources/exclude-own-service'
import { disownServers } from '../lib/store/catalog/own-servers'
import { DATABASE_NOTE, runCommand, WrongUse } from './command.mjs'
import { importExport } from './import/import-export'
import { withApp } from './with-database'

/** Rejected lines shown one by one; the rest are counted. */
const REJECTIONS_SHOWN = 20
const BAR_WIDTH = 30

const USAGE = `npm run import -- <file.jsonl>…          imports catalog files
npm run import -- --own <file.jsonl>…    imports servers of your own: only these are probed at origins of PROBE_ALLOW
npm run import -- --disown <serverId>…   makes servers of your own ordinary entries again
npm run import -- --all <folder>         imports everything of an export (npm run export) into an empty database
It ends with 1 where every line was refused.
${DATABASE_NOTE}`

/** `npm run import`: imports catalog files into the configured database, or makes imported servers ordinary entries. */
async function runImport(args: string[]): Promise<number> {
  const options = { own: { type: 'boolean' }, disown: { type: 'boolean' }, all: { type: 'boolean' } } as const
  const { values, positionals: named } = parseArgs({ args, options, allowPositionals: true })
  if (Object.keys(values).length > 1) throw new WrongUse('--own, --disown and --all are not given together.')
  if (values.all) return importExport(named, config(), console.log).then(() => 0)
  if (named.length === 0) throw new WrongUse(values.disown ? 'Ids of servers are needed.' : 'A file is needed.')
  return values.disown ? disown(named) : importFiles(named, values.own ?? false)
}

function disown(serverIds: readonly string[]): Promise<number> {
  return withApp(async (app) => {
    const disowned = await disownServers(app.db, serverIds, OWNER.source)
    for (const id of serverIds) {
      console.log(`${id}: ${disowned.includes(id) ? 'an ordinary entry from now on' : 'was not imported with --own'}`)
    }
    return 0
  })
}

const OWNER = { source: 'file', precedence: SOURCES.file.precedence }

function importFiles(paths: readonly string[], own: boolean): Promise<number> {
  return withApp(async (app) => {
    const startedAt = performance.now()
    const run = withoutOwnService(await SOURCES.file.open(paths), app.baseUrl)
    const report = await importSource(app.db, { ...OWNER, own }, run, () => new Date(), { onProgress: drawProgress })
    if (process.stderr.isTTY) process.stderr.write('\n')
    printReport(report, paths, (performance.now() - startedAt) / 1000)
    if (report.servers === 0 && report.rejected.length > 0) {
      console.error('Nothing was imported: every line was refused.')
      return 1
    }
    // Each works in a thread of its own and waits for it.
    const made = await Promise.all([indexCatalog(app), resolveCatalog(app)])
    for (const line of made) if (line !== null) console.log(line)
    return 0
  })
}

/** Joins imported entries into products at once, also where no timer runs. */
async function resolveCatalog({ db, productCorrections, log }: ServiceApp): Promise<string | null> {
  const { signal } = new AbortController()
  const clock = () => new Date()
  const job = { db, corrections: productCorrections, resolve: resolveInWorker, clock, signal, log }
  const report = await resolveProducts(job)
  return report === null ? null : `products: ${report.products} of ${report.entries} entries`
}

/** Makes imported tools searchable at once. */
async function indexCatalog(app: App): Promise<string> {
  const startedAt = performance.now()
  const reports = await refreshSearchIndex(openIndexJob(app, buildInWorker, new AbortController().signal))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const built = reports.map(({ segment, documents }) => `${segment} of ${documents} tools and servers`)
  return `index    ${built.length === 0 ? 'nothing to do' : `${built.join(', ')} in ${seconds} s`}`
}

let lastDrawnAt = 0

function drawProgress(report: IntakeReport, progress: number | null): void {
  const pause = process.stderr.isTTY ? 100 : 5000
  if (performance.now() - lastDrawnAt < pause) return
  lastDrawnAt = performance.now()
  const share = progress ?? 0
  const bar = '#'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '.')
  const line = `[${bar}] ${String(Math.round(share * 100)).padStart(3)} %  ${report.servers} ${plural(report.servers, 'server')}, ${report.tools} ${plural(report.tools, 'tool')}`
  process.stderr.write(process.stderr.isTTY ? `\r${line}` : `${line}\n`)
}

function printReport(report: IntakeReport, paths: readonly string[], seconds: number): void {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`${paths.map((path) => basename(path)).join(', ')}: read in ${seconds.toFixed(1)} s`)
  print(`servers  ${report.servers} read, ${report.serversAdded} new, ${report.serversChanged} changed`)
  print(`tools    ${report.tools} read, ${report.toolsAdded} new, ${report.toolsChanged} changed`)
  for (const [kind, n] of Object.entries(report.adjusted)) print(`adjusted ${kind}: ${n}`)
  if (report.idTaken > 0) print(`skipped  ${report.idTaken} whose id another subject has`)
  if (report.idRefused > 0)
    print(`skipped  ${report.idRefused} ${plural(report.idRefused, 'tool')} whose name cannot be part of an id`)
  if (report.toolsLeftOut > 0)
    print(`skipped  ${report.toolsLeftOut} ${plural(report.toolsLeftOut, 'tool')} beyond the limit of one server`)
  if (report.ownKept > 0) print(`skipped  ${report.ownKept} that are your own: --own imports them again`)
  for (const { at, why } of report.rejected.slice(0, REJECTIONS_SHOWN)) print(`skipped  ${at}: ${why}`)
  const more = report.rejected.length - REJECTIONS_SHOWN
  if (more > 0) print(`skipped  ${more} more`)
}

await runCommand(import.meta.url, { usage: USAGE }, runImport)
