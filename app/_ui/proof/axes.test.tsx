import { describe, expect, it } from 'vitest'
import type { Health } from '@/lib/contract/shapes/health'
import { textShown } from '../test-render'
import { AxesList } from './axes'

type Target = Health['evidence'][number]
const target = (kind: Target['kind'], state: Target['state']): Target => ({
  kind,
  target: kind === 'endpoint' ? 'streamable-http' : 'npm',
  url: 'x',
  state,
  since: null,
  asOf: null,
  reason: null,
  version: null,
  package: null,
})
const shown = (reachable: boolean | null, evidence: Target[]) =>
  textShown(<AxesList axes={{ reachable, access: 'open', verified: 'probe' }} evidence={evidence} />)

describe('reachability names what answered', () => {
  it.each([
    [true, [target('endpoint', 'up')], 'The server answers at its address.'],
    [true, [target('endpoint', 'down'), target('launch', 'up')], 'Its package starts and answers.'],
    [true, [target('launch', 'up')], 'Its package starts and answers.'],
    [false, [target('endpoint', 'down')], 'Its address does not work'],
    [false, [target('publication', 'down')], 'It has no other way in than a package that is gone.'],
    [null, [target('endpoint', 'unknown')], 'Not checked yet, or no check was conclusive.'],
    [null, [target('publication', 'up')], 'It has no address, and no package of it was started.'],
  ])('%s, %j: %s', (reachable, evidence, text) => {
    expect(shown(reachable, evidence)).toContain(text)
  })
})
