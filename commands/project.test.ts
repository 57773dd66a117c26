import { expect, it } from 'vitest'
import { ConfigError } from '../lib/config'
import { nodeFault, readable } from './project.mjs'

it.each([
  ['20.18.1', undefined],
  ['20.19.0', undefined],
  ['21.0.0', undefined],
  ['100.0.0', undefined],
  ['20.18.0', 'Assay needs Node 20.18.1 or newer; this is Node 20.18.0.'],
  ['20.9.9', 'this is Node 20.9.9'],
  ['18.20.4', 'this is Node 18.20.4'],
])('Node %s', (version, fault) => {
  if (fault === undefined) expect(nodeFault(version, '>=20.18.1')).toBeUndefined()
  else expect(nodeFault(version, '>=20.18.1')).toContain(fault)
})

it('shows a defect with its place, and an error of ours as it speaks', () => {
  expect(readable(new ConfigError(['PORT: a number']))).toBe('Assay cannot start:\n  PORT: a number')
  expect(readable(new TypeError('x is undefined', { cause: 'why' }))).toMatch(
    /TypeError: x is undefined\n +at [\s\S]*why/,
  )
})
