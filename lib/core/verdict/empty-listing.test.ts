import { NO_TOOL_FACTS } from 'assay-verify/score/tool-facts'
import type { ProbeReason } from 'assay-verify/state/observation'
import { at, HOURS, MINUTES, probe, watch } from 'assay-verify/state/test-observations'
import { describe, expect, it } from 'vitest'
import { assess, assessBriefly } from './assessment'

/** The assessment of a server right after probes with these reasons, a quarter of an hour apart. */
function seenAfter(...reasons: ProbeReason[]) {
  const { serverState } = watch(reasons.map((reason, index) => probe(index * 15 * MINUTES, reason)))
  return { serverState, now: at(reasons.length * 15 * MINUTES) }
}
function assessed(...reasons: ProbeReason[]) {
  const { serverState, now } = seenAfter(...reasons)
  return assess(serverState, 'open', null, now)
}

describe('a server whose list was read and is empty', () => {
  it('works, and is not to be used: that it has no tools comes first', () => {
    const assessment = assessed('answered_without_tools', 'answered_without_tools')
    expect(assessment).toMatchObject({ verdict: 'healthy', recommendation: 'avoid' })
    expect(assessment.reasons[0]).toEqual({
      code: 'offers_no_tools',
      text: 'It lists no tools, and nothing else that could be used; seen 2026-09-01T00:15:00Z.',
    })
    const { serverState, now } = seenAfter('answered_without_tools', 'answered_without_tools')
    expect(assessBriefly(serverState, 'open', null, now).recommendation).toBe('avoid')
  })

  it('may be used with caution where it declares prompts or resources', () => {
    const assessment = assessed('answered_other_than_tools', 'answered_other_than_tools')
    expect(assessment).toMatchObject({ verdict: 'healthy', recommendation: 'proceed_with_caution' })
    expect(assessment.reasons[0]?.code).toBe('offers_other_than_tools')
  })

  it.each<[string, ProbeReason[], string]>([
    [
      'is still so while a probe is throttled',
      ['answered_without_tools', 'answered_without_tools', 'rate_limited'],
      'avoid',
    ],
    [
      'is no longer so when it lists a tool',
      ['answered_without_tools', 'answered_without_tools', 'answered'],
      'proceed',
    ],
    ['is not known from one probe', ['answered', 'answered', 'answered_without_tools'], 'proceed'],
  ])('%s', (_, reasons, recommendation) => {
    expect(assessed(...reasons).recommendation).toBe(recommendation)
  })

  it('is another thing than one whose list was not read', () => {
    expect(assessed('credentials_required', 'credentials_required').reasons.map(({ code }) => code)).not.toContain(
      'offers_no_tools',
    )
  })

  it('is unknown when the evidence is too old, and down when it is', () => {
    const { serverState, now } = seenAfter('answered_without_tools', 'answered_without_tools')
    const later = new Date(now.getTime() + 5 * HOURS * 1000)
    expect(assess(serverState, 'open', null, later)).toMatchObject({ verdict: 'unknown', recommendation: 'unknown' })
    const down = assessed('answered_without_tools', 'answered_without_tools', 'timed_out', 'timed_out', 'timed_out')
    expect(down).toMatchObject({ verdict: 'down', recommendation: 'avoid' })
    expect(down.reasons[0]?.code).toBe('timed_out')
  })

  it('leaves worse faults first', () => {
    const { serverState, now } = seenAfter('answered_other_than_tools', 'answered_other_than_tools')
    const removed = { ...NO_TOOL_FACTS, removedAt: at(0) }
    expect(assess(serverState, 'open', removed, now)).toMatchObject({ verdict: 'down', recommendation: 'avoid' })
  })
})
