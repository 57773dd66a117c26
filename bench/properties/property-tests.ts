import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vitest/node'

/** A test that checks a property, and the line vitest selects it by. */
export interface PropertyTest {
  file: string
  line: number
}

const FOLDERS = ['lib', 'app', 'commands', 'bench', 'packages', 'training', 'fuzz']
const TEST_FUNCTION = /^(?:it|test)\b/
const CHECKS: ReadonlySet<string> = new Set(['fc.assert', 'fc.check'])

type Node = { type: string; start: number; end: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Every test of the repository in `root` that checks a property. */
export function listPropertyTests(root: string): PropertyTest[] {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  return paths
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('/node_modules/'))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      return source.includes("from 'fast-check'") ? linesOf(file, source).map((line) => ({ file, line })) : []
    })
}

/**
 * The lines of the tests in a file that check a property. Throws where one is checked outside of a test, as no line
 * selects it.
 */
export function linesOf(file: string, source: string): number[] {
  const found = new Set<number>()
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), null, (node, test) => {
    if (!CHECKS.has(nameOf(node.callee))) return
    if (test === null)
      throw new Error(
        `${file}:${lineOf(source, node.start)} checks a property outside of a test, where it cannot be selected`,
      )
    // vitest takes the line on which the table of `it.each(table)(name, …)` ends.
    found.add(lineOf(source, isTabled(test.callee) ? test.callee.end : test.start))
  })
  return [...found]
}

/** Calls `onCall` for every call expression with the test around it; null: none. */
function visit(value: unknown, test: Node | null, onCall: (node: Node, test: Node | null) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, test, onCall)
  if (!isNode(value)) return
  const isCall = value.type === 'CallExpression'
  if (isCall) onCall(value, test)
  const within = isCall && TEST_FUNCTION.test(nameOf(value.callee)) ? value : test
  for (const inner of Object.values(value)) if (typeof inner === 'object') visit(inner, within, onCall)
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

function isTabled(callee: unknown): callee is Node {
  return isNode(callee) && (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression')
}

/** `it.each` for `it.each(table)`, `fc.assert` for `fc.assert`; empty for anything but a chain of names. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'CallExpression') return nameOf(node.callee)
  if (node.type === 'TaggedTemplateExpression') return nameOf(node.tag)
  return node.type === 'MemberExpression' ? `${nameOf(node.object)}.${nameOf(node.property)}` : ''
}
