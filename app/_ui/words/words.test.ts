import { readdirSync } from 'node:fs'
import { STATUSES } from 'assay-verify/verdict'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '../../../lib/contract/errors'
import { statusWord } from '../status'
import { HEADLINES } from './answer-sentences'

/** Facts of an example, of every sentence that has facts. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  'ACCURACY.tooLittle': { seen: '3 outages', windowDays: 30, least: 10 },
  'ACCURACY.wrongOutages': { begun: 120, windowDays: 30, takenBack: 3, minutes: 20 },
  'ACCURACY.forecastDistance': { hours: 24, settled: 14_000 },
  'ACCURACY.timeToDetect': { timed: 120, seconds: 960 },
  'HEADLINES.workingBut': '`tidy_archive` may now delete',
  'HEADLINES.unstableFlapping': { downs: 3, worksNow: true },
  'HEADLINES.unstableFailing': true,
  'HEADLINES.down': '12 minutes',
  'FACTS.since': { date: '22 Nov', fact: '`tidy_archive` may now delete' },
  'LAST_CHECKS.answeredIn': 168,
  'LAST_CHECKS.failed': 'The connection was refused or broke.',
  'OUTLOOKS.chance': 0.87,
  'OUTLOOKS.notRatedYet': { watched: 2, needed: 6 },
  'OUTLOOKS.gradeBesideDown': { grade: 'A', duration: '12 minutes' },
  'ADVICE.reviewTool': 'tidy_archive',
  'ADVICE.compareToolCalls': 'tidy_archive',
  'CATEGORY_COUNTS.working': { tracked: 9, working: 5 },
  'CATEGORY_COUNTS.tracked': { tracked: 9, working: 5 },
  'CATEGORY_COUNTS.noun': 9,
  'EVENTS.downFor': 720,
  'EVENTS.downOften': { outages: 4, seconds: 900 },
  'EVENTS.none': 90,
  'REPLACEMENTS.rename': [['q', 'query']],
  'REPLACEMENTS.insteadOf': 'read_file',
  'FIGURES.gradeNote': '91.2',
  'FIGURES.hoursWatched': { watched: 2, needed: 6 },
  'FIGURES.uptimeWatched': 14,
  'FIGURES.answersIn': 155,
  'FIGURES.answersP95': 441,
  'FIGURES.unchangedSince': '2 Sep',
  'WATCHED.counts': { word: 'server', watched: 4309, checked: 4 },
  'NOTHING_TO_DRAW.fewTimed': { servers: 3, least: 5 },
  'UNSAFE.since': '22 Nov',
  'UNSAFE.replaceKeysSince': '22 Nov',
  'UNSAFE.adviceTools': 2,
  'UNSAFE.findings': 2,
  'CHANGED_TOOLS.safety': { date: '22 Nov', fact: 'It was declared as read-only, and may now delete.' },
  'CHANGED_TOOLS.breaking': { date: '22 Nov', fact: 'Parameter “path” is now required.' },
  'CHANGED_TOOLS.without': 'tidy_archive',
}

type Sentence = string | ((facts: unknown) => string)

/** What a sentence reads in its example. */
function exampleOf(name: string, sentence: Sentence): string {
  return typeof sentence === 'string' ? sentence : sentence(EXAMPLES[name])
}

const files = readdirSync(import.meta.dirname).flatMap((name) => /^(.+)-sentences\.ts$/.exec(name)?.[1] ?? [])
const modules = await Promise.all(files.map((name) => import(`./${name}-sentences.ts`)))
const all = modules.flatMap((tables: Record<string, Record<string, Sentence>>) =>
  Object.entries(tables).flatMap(([table, rows]) =>
    Object.entries(rows).map(([name, row]) => [`${table}.${name}`, row] as const),
  ),
)

test('every file of sentences is read, and every sentence with facts has an example', () => {
  expect(files.length).toBeGreaterThan(7)
  expect(all.length).toBeGreaterThan(90)
  const withFacts = all.flatMap(([name, row]) => (typeof row === 'string' ? [] : [name]))
  expect(withFacts.sort()).toEqual(Object.keys(EXAMPLES).sort())
})

test.each(all)('%s names no value of the interface or of the program', (name, row) => {
  expect(exampleOf(name, row)).toMatch(/\S/)
  expect(exampleOf(name, row)).not.toMatch(/undefined|NaN|null|\[object|\bhealthy\b|\bdegraded\b/)
  for (const code of Object.keys(ERRORS)) expect(exampleOf(name, row)).not.toContain(`${code}_`)
})

describe('sentences', () => {
  test('of a headline differ', () => {
    const texts = Object.entries(HEADLINES).map(([name, row]) => exampleOf(`HEADLINES.${name}`, row as Sentence))
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('the words of states are those that people read', () => {
    const said = STATUSES.map((status) => statusWord(status))
    expect(said.sort()).toEqual(['Down', 'Not checked', 'Sign-in required', 'Unstable', 'Working'])
    expect(statusWord('auth', 'paid')).toBe('Payment required')
    expect(statusWord('unknown', 'open', [{ code: 'not_enough_evidence' }])).toBe('Not decided yet')
  })
})
