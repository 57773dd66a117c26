import { toolIdOf } from '../subject-id.ts'
import { plural } from '../text/plural.ts'
import { visibleLine } from '../text/visible-text.ts'
import type { LockDifference } from './compare-lock.ts'
import { LOCK_CLASSES } from './lock-classes.ts'

/** What a check found. */
export interface LockFindings {
  /** Path of the lock file as it was given. */
  path: string
  /** The file as it was read, to name lines. */
  text: string
  checked: number
  differences: readonly LockDifference[]
  notes: readonly string[]
  /** Why servers could not be compared. */
  unchecked: readonly string[]
}

const titleOf = (name: LockDifference['class']) =>
  name === 'removed' ? 'Server removed from its catalog' : LOCK_CLASSES[name].title

/** The findings as lines for people. */
export function textReport({ checked, differences, notes, unchecked }: LockFindings): string[] {
  const count = (number: number, what: string) => `${number} ${plural(number, what)}`
  return [
    ...differences.map(({ class: name, text }) => `${name.padEnd(13)}${text}`),
    ...unchecked.map((text) => `${'not checked'.padEnd(13)}${text}`),
    ...notes.map((text) => `${'note'.padEnd(13)}${text}`),
    `Compared: ${count(checked, 'server')}, ${count(differences.length, 'difference')}${unchecked.length > 0 ? `, ${unchecked.length} not checked` : ''}.`,
  ]
}

/**
 * The findings as workflow commands of GitHub Actions: an error for each difference, a warning for what could not be
 * checked.
 */
export function githubReport(findings: LockFindings): string[] {
  const lineOf = linesOf(findings.text)
  const command = (level: string, title: string, text: string, line: number) =>
    `::${level} file=${property(findings.path)},line=${line},title=${property(title)}::${data(text)}`
  return [
    ...findings.differences.map((one) => command('error', titleOf(one.class), one.text, lineOf(one))),
    ...findings.unchecked.map((text) => command('warning', 'Not checked', text, 1)),
    ...findings.notes.map((text) => command('notice', 'Note', text, 1)),
  ]
}

/** Characters that end a command or begin another are escaped as the runner reads them back. */
const data = (text: string) =>
  visibleLine(text, 1000).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** The line of the lock file on which a difference's tool, or else its server, is named; 1 where it is not found. */
export function linesOf(text: string): (difference: Pick<LockDifference, 'serverId' | 'tool'>) => number {
  const servers = new Map<string, number>()
  const tools = new Map<string, number>()
  let server = ''
  for (const [index, line] of text.split('\n').entries()) {
    const [, member, json] = /^\s*"(id|name)": ("(?:[^"\\]|\\.)*"),?$/.exec(line) ?? []
    if (member === undefined || json === undefined) continue
    const name = JSON.parse(json) as string
    if (member === 'id') {
      server = name
      servers.set(name, index + 1)
    } else tools.set(toolIdOf(server, name), index + 1)
  }
  return ({ serverId, tool }) =>
    (tool === null ? undefined : tools.get(toolIdOf(serverId, tool))) ?? servers.get(serverId) ?? 1
}
