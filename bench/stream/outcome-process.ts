import { getApp } from '../../lib/runtime/app'
import { startOutcomes } from '../../lib/runtime/outcomes'
import { openShutdown } from '../../lib/runtime/shutdown'
import { apiListener, listen } from '../../lib/runtime/standalone-adapter'
import type { Step } from '../../lib/runtime/start/step'

// One process of a service on several: `api` takes outcomes in and serves no pages, `worker` counts what the stream
// has. Both are opened as `server.ts` opens them.

const [role] = process.argv.slice(2)
const shutdown = openShutdown((line) => process.stderr.write(`${line}\n`))
const app = await getApp()
shutdown.add(app.close)
const step: Step = (name, work) => work((note) => process.stderr.write(`${name}: ${note}\n`))
await startOutcomes(app, { publishes: role !== 'worker', consumes: role === 'worker' }, step, shutdown)
if (role === 'api') await listen(apiListener(app), shutdown)
process.stdout.write('ready\n')
// A worker has nothing else that keeps it alive.
if (role === 'worker') setInterval(() => undefined, 60_000)
