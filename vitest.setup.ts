import { format } from 'node:util'
import fc from 'fast-check'
import { afterAll, afterEach } from 'vitest'
import { propertySeed } from './commands/test/property-seed.mjs'

fc.configureGlobal({ seed: propertySeed(process.env) })

// Vite sets BASE_URL to a path, and Assay has a setting of that name.
delete process.env.BASE_URL

// A warning or an error on the console fails the test, unless the test replaces the method: vi.spyOn(console,
// 'error').mockImplementation(...).
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
