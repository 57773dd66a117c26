import { serve } from '../../server'

// A process of the service without a build, for roles that have no pages.
await serve({
  dev: false,
  log: (line) => process.stderr.write(`${line}\n`),
  step: (_, work) => work(() => undefined),
})
