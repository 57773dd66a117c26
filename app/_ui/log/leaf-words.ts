import type { Leaf } from '@/lib/core/log/leaf'

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
      return leaf.from === null ? `The verdict was ${leaf.to}.` : `The verdict turned from ${leaf.from} to ${leaf.to}.`
    case 'declarations':
      return `What it declares changed${leaf.version === null ? '' : `; its version is ${leaf.version}`}.`
    case 'score':
      return `A score of ${leaf.score.toFixed(1)}, grade ${leaf.grade}, verdict ${leaf.verdict} was attested.`
    case 'breakage':
      return `A breakage of the kind ${leaf.breakage} was ${leaf.event}.`
    case 'observations':
      return `${leaf.count} observations of the hour from ${leaf.hour}.`
  }
}

/** The server or tool that a leaf is about; null: the service. */
export function subjectOf(leaf: Leaf): string | null {
  return 'id' in leaf ? leaf.id : null
}

const KEY_EVENTS = { published: 'was published', retired: 'was retired', leaked: 'leaked' } as const

function intervalWords({ state, target, previous }: Extract<Leaf, { kind: 'interval' }>): string {
  const before = previous === null ? '' : ` after ${STATES[previous.state]}`
  return `At target ${target} a time of ${STATES[state]} began${before}.`
}

const STATES = { up: 'up', down: 'down', void: 'no valid checks', maintenance: 'maintenance' } as const
