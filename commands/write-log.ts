import { pathToFileURL } from 'node:url'
import { config } from '../lib/config'
import { getApp } from '../lib/runtime/app'
import { openLogJob } from '../lib/runtime/transparency-log'

/** Publishes what is queued for the log of the configured database, once, as the job `log` does: for a database whose service runs no jobs. */
export async function runWriteLog(print: (line: string) => void): Promise<void> {
  const app = await getApp()
  try {
    const report = await openLogJob(app, config(), new AbortController().signal)()
    print(report === null ? 'There is no log to write.' : (report.problem ?? `${report.size} leaves are published.`))
  } finally {
    await app.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runWriteLog((line) => process.stdout.write(`${line}\n`))
}
