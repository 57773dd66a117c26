import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STATUSES } from 'assay-verify/verdict'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { ERRORS } from '../../../lib/contract/errors'
import { statusWord } from '../status'

const APP = join(import.meta.dirname, '..', '..')
/** Pages that describe the interface itself name its values. */
const NAMES_VALUES = /docs|methodology|problems/

/** What a source file says to people: texts of elements, and strings and templates that begin as a sentence does. */
function sentencesIn(source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as { type?: string; value?: unknown }
    if (type === 'JSXText') found.push(String(value))
    if (type === 'Literal' && typeof value === 'string' && /^[A-Z“].*\s/.test(value)) found.push(value)
    if (type === 'TemplateElement') found.push((value as { cooked: string }).cooked)
    if (type === 'JSXAttribute' && (node as { name: { name: string } }).name.name === 'className') return
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseAst(source, { lang: 'tsx' }))
  return found.map((text) => text.trim()).filter((text) => /^\S+\s/.test(text))
}

const files = ['_ui', '(site)'].flatMap((folder) =>
  readdirSync(join(APP, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
)
const said = files
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !NAMES_VALUES.test(path))
  .map((path) => [path, sentencesIn(readFileSync(join(APP, path), 'utf8'))] as const)

test('the sentences of the pages are read', () => {
  expect(said.flatMap(([, sentences]) => sentences).length).toBeGreaterThan(300)
})

test.each(said)('%s names no value of the interface or of the program', (_, sentences) => {
  const codes = Object.keys(ERRORS).map((code) => `${code}_`)
  expect(sentences.filter((text) => /undefined|NaN|null|\[object|\bhealthy\b|\bdegraded\b/.test(text))).toEqual([])
  expect(sentences.filter((text) => codes.some((code) => text.includes(code)))).toEqual([])
})

test('the words of states are those that people read', () => {
  const words = STATUSES.map((status) => statusWord(status))
  expect(words.sort()).toEqual(['Down', 'Not checked', 'Sign-in required', 'Unstable', 'Working'])
  expect(statusWord('auth', 'paid')).toBe('Payment required')
  expect(statusWord('unknown', 'open', [{ code: 'not_enough_evidence' }])).toBe('Not decided yet')
})
