import { contextOf } from '../../lib/api/context'
import { feedCache } from '../../lib/feed/feed-cache'
import { openShutdown } from '../../lib/runtime/shutdown'
import { rankInThreads, startApp } from '../../lib/runtime/start/start-app'
import { msOf, round } from '../bench'
import { residentOf } from '../guard/resident'
import { openProcessorMeter } from '../processor-time'

// Loads what all processes read alike, without ratings: the search index, then the feed. Prints seconds, processor time
// in ms of this process and of its statements on the server, and memory in MB.
const url = process.env.DATABASE_URL ?? ''
const shutdown = openShutdown(() => undefined)
const app = await startApp(async (_, work) => work(() => undefined), shutdown)
rankInThreads(app, shutdown)
const meter = await openProcessorMeter(url, process.pid)
const indexSeconds = (await msOf(() => app.searchIndex.refresh())) / 1000
const index = await meter.read()
const context = contextOf(app, null)
const feedSeconds = (await msOf(async () => (await feedCache(context)).current(context))) / 1000
const feed = await meter.read()
const read = {
  indexSeconds: round(indexSeconds),
  indexMs: index.process,
  indexServerMs: index.backends,
  feedSeconds: round(feedSeconds),
  feedMs: feed.process - index.process,
  feedServerMs: feed.backends - index.backends,
  memoryMb: residentOf(process.pid).pss,
}
await new Promise((resolve) => process.stdout.write(`${JSON.stringify(read)}\n`, resolve))
await meter.close()
await shutdown.closeAll()
process.exit()
