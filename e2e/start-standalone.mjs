// @ts-check
import { start } from '../commands/start.mjs'
import { IS_BARE, prepareAdapter } from './adapter.mjs'

await prepareAdapter('standalone')
process.env.REFERENCE_SERVERS = IS_BARE ? 'off' : 'on'
// Starts as `npm start` does, in this process, so that ending this process ends the server.
await start([])
