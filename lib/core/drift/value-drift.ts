import { canonicalJson } from 'assay-verify/canonical-json'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { LOWER_BOUNDS, UPPER_BOUNDS } from 'assay-verify/json-schema/keywords'
import { boundIn } from '../json-schema/node'
import { change, classOf, line, listed, subjectOf } from './drift-text'
import { typesOf, valuesOf } from './schema-parts'
import type { Difference, ToolChange, Walk } from './types'

/** false: they have no type in common, so further changes are not reported. */
export function compareTypes(walk: Walk, before: JsonSchema, after: JsonSchema, path: readonly string[]): boolean {
  const [was, is] = [typesOf(before), typesOf(after)]
  // Arguments, and structured answers, are objects whether a schema states it or not.
  if (path.length === 0 && (was === null || is === null)) return true
  const holds = (types: string[] | null, type: string) =>
    types === null || types.includes(type) || (type === 'integer' && types.includes('number'))
  const anything = ['anything']
  const lost = was === null ? (is === null ? [] : anything) : was.filter((type) => !holds(is, type))
  const gained = is === null ? (was === null ? [] : anything) : is.filter((type) => !holds(was, type))
  const subject = subjectOf(walk.side, path)
  const verb = walk.side === 'input' ? 'takes' : 'is'
  const text = `${subject} was ${(was ?? anything).join(' or ')} and ${verb} ${(is ?? anything).join(' or ')} now.`
  const names = (types: string[] | null) => line(path, (types ?? anything).join(' or '))
  const lines = { before: names(was), after: names(is) }
  if (lost.length > 0 && gained.length > 0) walk.changes.push(change('breaking', 'type_changed', text, lines))
  else if (lost.length > 0) walk.changes.push(change(classOf(walk.side, 'narrower'), 'type_narrowed', text, lines))
  else if (gained.length > 0) walk.changes.push(change(classOf(walk.side, 'wider'), 'type_widened', text, lines))
  return was === null || is === null || was.some((type) => holds(is, type)) || is.some((type) => holds(was, type))
}

export function compareValues(walk: Walk, before: JsonSchema, after: JsonSchema, path: readonly string[]): void {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  const subject = subjectOf(walk.side, path)
  const takes = walk.side === 'input' ? 'takes' : 'may be'
  const add = (move: 'narrower' | 'wider', code: string, text: string, lines: Difference) =>
    // Readers of an answer are not expected to know every possible value.
    walk.changes.push(change(walk.side === 'output' ? 'additive' : classOf(walk.side, move), code, text, lines))
  const values = (list: readonly unknown[]) => line(path, listed(list))
  if (was === null && is === null) return
  if (was === null && is !== null) {
    add('narrower', 'values_limited', `${subject} now only ${takes} ${listed([...is.values()])}.`, {
      before: line(path, 'any value'),
      after: values([...is.values()]),
    })
  } else if (was !== null && is === null) {
    add('wider', 'values_unlimited', `${subject} now ${takes} more than a list of values.`, {
      before: values([...was.values()]),
      after: line(path, 'any value'),
    })
  } else if (was !== null && is !== null) {
    const lost = [...was].filter(([text]) => !is.has(text)).map(([, value]) => value)
    const gained = [...is].filter(([text]) => !was.has(text)).map(([, value]) => value)
    if (lost.length > 0)
      add('narrower', 'values_removed', `${subject} no longer ${takes} ${listed(lost)}.`, { before: values(lost) })
    if (gained.length > 0)
      add('wider', 'values_added', `${subject} now also ${takes} ${listed(gained)}.`, { after: values(gained) })
  }
}

export function compareBounds(walk: Walk, before: JsonSchema, after: JsonSchema, path: readonly string[]): void {
  const bounds = [
    ...LOWER_BOUNDS.map((name) => ({ name, sign: 1 })),
    ...UPPER_BOUNDS.map((name) => ({ name, sign: -1 })),
  ]
  for (const { name, sign } of bounds) {
    const [was, is] = [limitIn(before, name, sign), limitIn(after, name, sign)]
    if (was === is) continue
    const move = is > was ? 'narrower' : 'wider'
    const text = `${subjectOf(walk.side, path)} has a ${move} limit (${name}).`
    const limit = (bound: number) => line(path, Number.isFinite(bound) ? `${name} ${bound * sign}` : `no ${name}`)
    const code = move === 'narrower' ? 'limit_narrowed' : 'limit_widened'
    walk.changes.push(change(classOf(walk.side, move), code, text, { before: limit(was), after: limit(is) }))
  }
}

/** Higher is narrower. A bound beyond what a number can hold is no limit: some libraries write it out. */
function limitIn(node: JsonSchema, name: string, sign: number): number {
  const bound = boundIn(node, name)
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound * sign : Number.NEGATIVE_INFINITY
}

/** Keywords compared only for equality: whether a change narrows or widens them cannot be decided here. */
const CONDITIONS =
  'pattern multipleOf uniqueItems not if then else allOf contains minContains maxContains propertyNames patternProperties dependentRequired dependentSchemas prefixItems unevaluatedProperties unevaluatedItems anyOf oneOf'.split(
    ' ',
  )

export function compareConditions(walk: Walk, before: JsonSchema, after: JsonSchema, path: readonly string[]): void {
  for (const name of CONDITIONS) {
    const [was, is] = [before[name] ?? false, after[name] ?? false]
    if (canonicalJson(was) === canonicalJson(is)) continue
    const subject = subjectOf(walk.side, path)
    const add = (cls: ToolChange['class'], code: string, what: string) =>
      walk.changes.push(change(cls, code, `${subject} ${what} (${name}).`))
    if (was === false) add(classOf(walk.side, 'narrower'), 'condition_added', 'has a new condition')
    else if (is === false) add(classOf(walk.side, 'wider'), 'condition_removed', 'has a condition less')
    else add('breaking', 'condition_changed', 'has another condition')
  }
}
