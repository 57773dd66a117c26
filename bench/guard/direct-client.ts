import { readFileSync } from 'node:fs'
import { directHost, reachOf } from './fleet/direct-host'
import type { PlannedServer } from './fleet/plan'

// The official client with one connection a server, in a process of its own: `node direct-client.js FILE`. The file has
// the servers and the words of their commands.

const given: { server: PlannedServer; command: string[] }[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const reach = reachOf(({ name }) => given.find(({ server }) => server.name === name)?.command ?? [])
const host = directHost(
  given.map(({ server }) => server),
  reach,
  'settled',
)
await host.start()
console.log(`${host.offered().size} connected`)
