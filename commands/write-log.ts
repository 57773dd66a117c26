import { plural } from 'assay-verify/text/plural'
import { config } from '../lib/config'
import { getApp } from '../lib/runtime/app'
import { openTlogJob } from '../lib/tlog/process-tlog'
import { DATABASE_NOTE, runCommand, takeNoArguments } from './command.mjs'

const USAGE = `npx tsx commands/write-log.ts   publishes what is queued for the log, once
${DATABASE_NOTE}`

/**
 * Publishes what is queued for the log of the configured database, once, as the job `log` does: for a database whose
 * service runs no jobs.
 */
async function runWriteLog(print: (line: string) => void): Promise<void> {
  const app = await getApp()
  try {
    const report = await openTlogJob(app, config(), new AbortController().signal)()
    print(
      report === null
        ? 'There is no log to write.'
        : (report.problem ??
            `${report.size} ${plural(report.size, 'leaf', 'leaves')} ${plural(report.size, 'is', 'are')} published.`),
    )
  } finally {
    await app.close()
  }
}

await runCommand(import.meta.url, { usage: USAGE }, (args) => {
  takeNoArguments(args)
  return runWriteLog(console.log)
})
