import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { EVIDENCE } from 'assay-verify/evidence-kind'
import { type Observation, outcomeOf, type ProbeReason } from 'assay-verify/state/observation'
import { foldObservations } from 'assay-verify/state/server-state'
import { NOTHING_SEEN, type ServerState } from 'assay-verify/state/server-state-fields'
import type { TargetSummary } from 'assay-verify/state/target-summary'
import { describe, expect, test } from 'vitest'
import { assess } from './assessment'

const NOW = new Date('2026-03-02T12:00:00Z')

type Given = Partial<TargetSummary> & Pick<TargetSummary, 'evidence'>

/** A target of a package `one`, probed an hour ago with this result. */
function target(given: Given): TargetSummary {
  const { reason = null } = given
  return {
    targetNo: 0,
    kind: 'npm',
    url: 'one',
    liveness: reason === null ? 'unknown' : outcomeOf(reason) === 'failed' ? 'down' : 'up',
    sinceAt: null,
    at: reason === null ? null : NOW.getTime() - HOUR_MS,
    reason,
    hindrance: null,
    version: null,
    packageFacts: null,
    probes: 2,
    ...given,
  }
}

const assessed = (targets: readonly TargetSummary[], now = NOW, state: ServerState = NOTHING_SEEN) =>
  assess({ ...state, targets }, 'unknown', null, now)
const codesOf = (targets: readonly TargetSummary[], now = NOW) => assessed(targets, now).reasons.map(({ code }) => code)

describe('reasons of packages and pages', () => {
  test('the evidence that decides comes first', () => {
    const published = target({ evidence: 'publication', reason: 'published' })
    const launched = (reason: ProbeReason) => target({ targetNo: 1, evidence: 'launch', reason })
    expect(codesOf([published, launched('started')])).toEqual(['started', 'published'])
    expect(codesOf([published, launched('start_needs_credentials')])).toEqual(['start_needs_credentials', 'published'])
    expect(codesOf([published, launched('process_failed')])).toEqual(['published', 'process_failed'])
  })

  test('that a package is gone is said of each that is', () => {
    const gone = target({ evidence: 'publication', reason: 'package_gone' })
    const ofAnother = target({ targetNo: 2, evidence: 'publication', reason: 'package_gone', url: 'two' })
    expect(codesOf([gone, ofAnother])).toEqual(['package_gone', 'package_gone'])
  })

  test('a failure of a package or a page is not read as one of an endpoint', () => {
    const texts = [
      target({ evidence: 'launch', reason: 'timed_out', version: '1.0.0' }),
      target({ evidence: 'documentation', kind: 'http-api-docs', reason: 'not_found' }),
    ].map((one) => assessed([one]).reasons[0]?.text)
    expect(texts).toEqual([
      'Its package, started in a sandbox: It did not answer within the time allowed; npm, version 1.0.0, seen 2026-03-02T11:00:00Z.',
      'Its documentation page: Nothing is served at its address (404 or 410); seen 2026-03-02T11:00:00Z.',
    ])
  })

  test('a probe that found nothing says why, not that there was none', () => {
    const unusable = target({ evidence: 'publication', hindrance: 'index_unusable' })
    expect(assessed([unusable]).reasons).toEqual([
      { code: 'index_unusable', text: 'The package index did not give usable metadata.' },
    ])
    const started = target({ targetNo: 1, evidence: 'launch', reason: 'started' })
    expect(codesOf([unusable, started])).toEqual(['started'])
    expect(codesOf([target({ evidence: 'publication' })])).toEqual(['never_probed'])
  })

  test('evidence that counts no more is stale, not missing', () => {
    const published = target({ evidence: 'publication', reason: 'published' })
    const later = new Date(NOW.getTime() + 4 * DAY_MS)
    expect(assessed([published], later).reasons).toEqual([
      {
        code: 'stale',
        text: 'The newest evidence is of 2026-03-02T11:00:00Z, 4 days ago: too old for a verdict.',
      },
    ])
  })
})

test('evidence without a verdict counts as long as its kind does', () => {
  for (const evidence of ['publication', 'launch', 'documentation'] as const) {
    const { asOf, staleAfter } = assessed([target({ evidence, reason: 'process_failed' })])
    expect((staleAfter?.getTime() ?? 0) - (asOf?.getTime() ?? 0)).toBe(EVIDENCE[evidence].validForMs)
  }
})

test('an API that is not MCP answered, but no handshake', () => {
  const observations = [20, 10, 0].map(
    (minutes): Observation => ({
      observedAt: new Date(NOW.getTime() - minutes * 60_000),
      reason: 'api_answered',
      latencyMs: 100,
      httpStatus: 200,
      vantage: 'test',
    }),
  )
  const { serverState } = foldObservations(null, observations)
  const textFor = (kind: TargetSummary['kind']) =>
    assessed([target({ evidence: 'endpoint', kind, reason: 'api_answered' })], NOW, serverState ?? undefined).reasons[0]
      ?.text
  expect(textFor('http-api')).toBe('Its API answered, last on 2026-03-02T12:00:00Z.')
  expect(textFor('openapi')).toBe('Its API answered, last on 2026-03-02T12:00:00Z.')
  expect(textFor('streamable-http')).toBe('It answered the protocol handshake, last on 2026-03-02T12:00:00Z.')
})
