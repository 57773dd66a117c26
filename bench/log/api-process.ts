import { collectWhenIdle } from '../../lib/runtime/idle-memory'
import { openShutdown } from '../../lib/runtime/shutdown'
import { apiListener, listen } from '../../lib/runtime/standalone-adapter'
import { serveFromMemory, startApp } from '../../lib/runtime/start/start-app'

// The API of the standalone service without pages and without its timer; jobs run when /cron asks for them.
const shutdown = openShutdown((line) => process.stderr.write(`${line}\n`))
const app = await startApp(async (_, work) => work(() => undefined), shutdown)
serveFromMemory(app, shutdown)
await listen(apiListener(app), shutdown)
collectWhenIdle(shutdown, app.log)
