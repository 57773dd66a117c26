import { shortDate } from '../charts/month-axis'
import { type Figure, figure } from './figures'
import { offeredTools, type ServerFacts } from './server-facts'

type Known = Pick<ServerFacts, 'catalog' | 'entry' | 'health' | 'tools' | 'toolsAreCut'>

/** What is known without a check: publisher, last release, licence, what it needs, tools. */
export function catalogFiguresOf(facts: Known): Figure[] {
  const { publisher, licence, release } = facts.catalog
  const date = release.at === null ? '' : dateInYear(release.at)
  return [
    publisher.name === null
      ? figure('Publisher', 'Not known', '')
      : figure('Publisher', publisher.name, publisher.state === 'verified' ? 'verified' : 'claimed, not verified'),
    release.version === null && date === ''
      ? figure('Last release', 'Not known', '')
      : figure('Last release', release.version ?? date, release.version === null ? '' : date),
    figure('Licence', licence?.name ?? 'Not known', ''),
    needsFigure(facts),
    toolsFigure(facts),
  ]
}

/** 4 Nov 2026 */
export function dateInYear(instant: string): string {
  return `${shortDate(instant)} ${instant.slice(0, 4)}`
}

/** A key is what is secret, or is named like one. */
const KEY_NAME = /key|token|secret|password|credential|auth/i

function needsFigure({ catalog: { inputs }, entry, health }: Known): Figure {
  const required = inputs.filter(({ isRequired }) => isRequired)
  const keys = required.filter(({ isSecret, name }) => isSecret || KEY_NAME.test(name))
  const [first] = keys.length > 0 ? keys : required
  if (first !== undefined) {
    const [count, word] = keys.length > 0 ? [keys.length, 'key'] : [required.length, 'setting']
    return figure('Needs', `${count} ${word}${count === 1 ? '' : 's'}`, count === 1 ? first.name : `${first.name}, …`)
  }
  switch (health.axes.access) {
    case 'open':
      return figure('Needs', 'No key', 'by its catalog')
    case 'paid':
      return figure('Needs', 'Payment', '')
    case 'auth':
      return entry.declaredAuth === 'oauth' ? figure('Needs', 'Sign-in', 'with OAuth') : figure('Needs', 'A key', '')
    case 'unknown':
      return figure('Needs', 'Not known', inputs.length > 0 ? 'no key is required' : '')
  }
}

function toolsFigure(facts: Known): Figure {
  const { listedAt } = facts.entry
  const count = offeredTools(facts)
  if (count === 0) return figure('Tools', 'Not known', 'none listed')
  const note = listedAt === null ? 'by its catalog' : `read ${dateInYear(listedAt)}`
  return figure('Tools', `${count}${facts.toolsAreCut ? '+' : ''}`, note)
}
