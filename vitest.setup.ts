import { format } from 'node:util'
import fc from 'fast-check'
import { afterAll, afterEach } from 'vitest'
import { propertySeed } from './commands/property-seed.mjs'

fc.configureGlobal({ seed: propertySeed(process.env) })

// Vite puts its own notion of a base address into the environment under the name of a setting of ours.
delete process.env.BASE_URL

// Whatever the code under test complains of is a failure, unless the test takes it: vi.spyOn(console, 'error').mockImplementation(...).
let complaints: string[] = []
for (const level of ['error', 'warn'] as const) {
  console[level] = (...parts: unknown[]) => {
    complaints.push(`console.${level}: ${format(...parts)}`)
  }
}

function failOnComplaints() {
  const seen = complaints
  complaints = []
  if (seen.length > 0) throw new Error(`Not expected on the console:\n${seen.join('\n')}`)
}
afterEach(failOnComplaints)
afterAll(failOnComplaints)
