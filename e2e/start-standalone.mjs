// @ts-check
import { IS_BARE, prepareAdapter } from './adapter.mjs'

await prepareAdapter('standalone')
process.env.REFERENCE_SERVERS = IS_BARE ? 'off' : 'on'
// As `npm start` does it, in this process, so that whoever ends this ends the door.
await import('../commands/start.mjs')
