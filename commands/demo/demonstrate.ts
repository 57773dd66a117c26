import { config } from '../../lib/config'
import { run } from '../run.mjs'
import { createPrinter } from '../step.mjs'
import { bringDemoUpToDate, type DemoData } from './demo-data'
import { CannotDemonstrate, DEMO_FOLDER, type DemoOptions, type readDemoOptions } from './demo-options.mjs'
import { behaviourOf, type World } from './world/behaviour'

/** Time between two real probes of a simulated server. */
const PROBE_INTERVAL_SECONDS = 60

/** `npm run demo`: serves simulated servers with 90 days of history, in a database of its own. */
export async function demonstrate(given: ReturnType<typeof readDemoOptions>): Promise<number> {
  const { databaseUrl, dataDir, port } = config()
  if (databaseUrl !== null)
    throw new CannotDemonstrate(
      'DATABASE_URL is set. A demonstration is never mixed into a real database: unset it, and the data goes into a folder of its own.',
    )
  const options = { ...given, data: given.data ?? (dataDir === REAL_FOLDER ? DEMO_FOLDER : dataDir) }
  const printer = createPrinter()
  const made = await printer.step('world', async (progress) => {
    const { data, worldPort } = options
    const result = await bringDemoUpToDate({ data, worldPort, now: new Date(), onProgress: progress })
    progress(`${result.world.servers.length} servers, ${result.probes} simulated probes, under ${data}`)
    return result
  })
  try {
    if (options.buildOnly) return 0
    made.served.setBehaviour(liveBehaviour(made, options.liveChanges))
    const env = serviceEnvironment(made, options, options.port ?? port)
    const { code } = await run(process.execPath, ['commands/start.mjs'], { env, show: true })
    return code
  } finally {
    await made.served.close()
  }
}

/** The folder of a real service, where DATA_DIR is not set. */
const REAL_FOLDER = '.data'

function liveBehaviour({ world, present }: { world: World; present: Date }, liveChanges: boolean) {
  const clock = () => (liveChanges ? new Date() : present)
  return (server: World['servers'][number]) => behaviourOf(server, world, clock())
}

/** Settings of the service that serves the demonstration: it probes the servers of the world and nothing else. */
function serviceEnvironment({ served }: DemoData, { data }: DemoOptions, port: number) {
  return {
    DEMONSTRATION: 'on',
    DATA_DIR: data,
    PORT: String(port),
    PROBE_ALLOW: served.origins.join(','),
    PROBE_INTERVAL_SECONDS: String(PROBE_INTERVAL_SECONDS),
    REFERENCE_SERVERS: 'off',
    REGISTRY_URL: 'off',
    CANARY_URLS: 'off',
    PROBE_NPM: 'off',
  }
}
