import type { Leaf } from 'assay-verify/leaves/leaf'
import { VANTAGE_PREFIX } from 'assay-verify/leaves/vantage-id'
import { plural } from 'assay-verify/text/plural'
import type { Verdict } from 'assay-verify/verdict'

/** What a leaf says, in words, without its time and without what it is about. */
export function leafWords(leaf: Leaf): string {
  switch (leaf.kind) {
    case 'log_opened':
      return `The log was opened as ${leaf.origin} by ${leaf.software}.`
    case 'key':
      return `The key ${leaf.kid} of ${leaf.use === 'log' ? 'the log' : 'attestations'} ${KEY_EVENTS[leaf.event]}.`
    case 'formula':
      return `Scores are computed with the formula ${leaf.formula}.`
    case 'interval':
      return intervalWords(leaf)
    case 'verdict':
      return leaf.from === null
        ? `State when it was first logged: ${VERDICT_WORDS[leaf.to]}.`
        : `State changed from ${VERDICT_WORDS[leaf.from]} to ${VERDICT_WORDS[leaf.to]}.`
    case 'declarations':
      return `What it declares changed${leaf.version === null ? '' : `; its version is ${leaf.version}`}.`
    case 'score':
      return `Score ${leaf.score.toFixed(1)}, grade ${leaf.grade}, state ${VERDICT_WORDS[leaf.verdict]}: signed for a caller.`
    case 'breakage':
      return `Incident ${leaf.event}: ${leaf.breakage.replaceAll('_', ' ')}.`
    case 'observations':
      return `${leaf.count} ${plural(leaf.count, 'check')} in the hour from ${leaf.hour}.`
    case 'unsafe_texts':
      return leaf.event === 'cleared'
        ? `The operator of this service cleared its unsafe texts: “${leaf.reason ?? ''}”.`
        : 'The operator of this service took back that its unsafe texts were cleared.'
    case 'recording':
      return leaf.event === 'ended' ? 'The recording was ended by the settings.' : 'The recording goes on.'
    case 'score_inputs':
      return `What the scores of ${leaf.count} ${plural(leaf.count, 'server')} are computed from, after the hour from ${leaf.hour}.`
  }
}

/** The server or tool that a leaf is about; null: the service, or a place that it probes from. */
export function subjectOf(leaf: Leaf): string | null {
  return 'id' in leaf && !leaf.id.startsWith(VANTAGE_PREFIX) ? leaf.id : null
}

const KEY_EVENTS = { published: 'was published', retired: 'was retired', leaked: 'leaked' } as const

function intervalWords({ id, state, target }: Extract<Leaf, { kind: 'interval' }>): string {
  if (id.startsWith(VANTAGE_PREFIX)) {
    const vantage = id.slice(VANTAGE_PREFIX.length)
    return state === 'void' ? `No connectivity at ${vantage}.` : `Connectivity is back at ${vantage}.`
  }
  return target === 0 ? `${BEGINNINGS[state]}.` : `${BEGINNINGS[state]}, at target ${target}.`
}

const BEGINNINGS = {
  up: 'Began to answer',
  down: 'Stopped answering',
  void: 'Not watched any more',
  maintenance: 'Maintenance began',
} as const

const VERDICT_WORDS = {
  healthy: 'Working',
  degraded: 'Unstable',
  unknown: 'Not known',
  down: 'Down',
} as const satisfies Record<Verdict, string>
