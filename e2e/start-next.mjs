// @ts-check
import { readable } from '../commands/command.mjs'
import { mustRun } from '../commands/run.mjs'
import { prepareAdapter } from './adapter.mjs'

const url = await prepareAdapter('next')
process.env.REFERENCE_SERVERS = 'off'
try {
  await mustRun(
    'next start',
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '-H', url.hostname, '-p', url.port],
    {
      sameGroup: true,
      show: true,
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    },
  )
} catch (error) {
  console.error(readable(error))
  process.exit(1)
}
