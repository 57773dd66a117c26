import { canonicalJson } from 'assay-verify/canonical-json'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { isPlainObject } from 'assay-verify/json-schema/json-value'
import { change, line, subjectOf } from './drift-text'
import { objectChanges } from './object-drift'
import { MAX_FORMS, SchemaDocument, typesOf, wordsText } from './schema-parts'
import type { Side, ToolChange, Walk } from './types'
import { compareBounds, compareConditions, compareTypes, compareValues } from './value-drift'

/** Pairs of nodes compared: more than any real schema has, few enough for a hostile one. */
const MAX_PAIRS = 3_000
const MAX_DEPTH = 24

/** How the schema of one side changed. null: none was given, so nothing was promised. */
export function schemaChanges(side: Side, before: JsonSchema | null, after: JsonSchema | null): ToolChange[] {
  if (before === null && after === null) return []
  if (before === null) {
    const text = side === 'input' ? 'It now describes which arguments it takes.' : 'It now describes what it returns.'
    return [change('additive', `${side}_schema_added`, text)]
  }
  if (after === null) {
    return side === 'input'
      ? [change('wording', 'input_schema_removed', 'It no longer describes which arguments it takes.')]
      : [change('breaking', 'output_schema_removed', 'It no longer describes what it returns.')]
  }
  if (canonicalJson(before) === canonicalJson(after)) return []
  const walk = newWalk(side, before, after)
  compareNodes(walk, before, after, [])
  if (walk.budget.spent) walk.changes.push(tooComplex(side))
  if (walk.changes.length > 0) return walk.changes
  return [change('wording', 'schema_rewritten', `The ${side} schema is written differently and allows the same.`)]
}

function newWalk(side: Side, before: JsonSchema, after: JsonSchema): Walk {
  const references = ({ $defs, definitions }: JsonSchema) => canonicalJson([$defs, definitions])
  return {
    side,
    before: new SchemaDocument(before),
    after: new SchemaDocument(after),
    budget: { pairs: MAX_PAIRS, spent: false },
    sameReferences: references(before) === references(after),
    ancestors: [],
    changes: [],
    descend: compareNodes,
  }
}

function tooComplex(side: Side): ToolChange {
  return change('breaking', 'schema_too_complex', `The ${side} schema changed and is too large to compare to the end.`)
}

/** Compares two nodes at the same position. `path`: the names that lead there. */
function compareNodes(above: Walk, before: unknown, after: unknown, path: readonly string[]): void {
  if (!spend(above) || isSameText(above, before, after)) return
  if (path.length > MAX_DEPTH) {
    above.budget.spent = true
    return
  }
  const [was, is] = [above.before.resolve(before), above.after.resolve(after)]
  if (above.ancestors.some((pair) => pair[0] === was && pair[1] === is)) return
  const walk: Walk = { ...above, ancestors: [...above.ancestors, [was, is]] }
  const [forms, newForms] = [walk.before.formsOf(was), walk.after.formsOf(is)]
  if (Math.max(forms.length, newForms.length) > MAX_FORMS) walk.budget.spent = true
  const [only, onlyNew] = [forms[0] ?? {}, newForms[0] ?? {}]
  if (forms.length <= 1 && newForms.length <= 1) compareForms(walk, only, onlyNew, path)
  else compareChoices(walk, forms, newForms, path)
  if (wordsText(was) !== wordsText(is)) {
    walk.changes.push(change('wording', 'schema_reworded', `Words in the ${walk.side} schema changed.`))
  }
  const isOptional = path.length > 0 && walk.side === 'input'
  if (isOptional && canonicalJson(was.default) !== canonicalJson(is.default)) {
    const text = `${subjectOf(walk.side, path)} has another default.`
    const given = ({ default: value }: JsonSchema) =>
      line(path, value === undefined ? 'no default' : `default ${canonicalJson(value)}`)
    walk.changes.push(change('additive', 'default_changed', text, { before: given(was), after: given(is) }))
  }
}

/** false: the budget is used up. */
function spend({ budget }: Walk): boolean {
  if (budget.pairs <= 0) budget.spent = true
  else budget.pairs -= 1
  return !budget.spent
}

function isSameText(walk: Walk, before: unknown, after: unknown): boolean {
  const text = canonicalJson(before)
  if (text !== canonicalJson(after)) return false
  return !text.includes('"$ref"') || (walk.sameReferences && !/"\$ref":"#(?!\/(\$defs|definitions)\/)/.test(text))
}

function compareForms(walk: Walk, before: JsonSchema, after: JsonSchema, path: readonly string[]): void {
  if (!compareTypes(walk, before, after, path)) return
  compareValues(walk, before, after, path)
  compareBounds(walk, before, after, path)
  compareConditions(walk, before, after, path)
  objectChanges(walk, before, after, path)
  if (isPlainObject(before.items) || isPlainObject(after.items))
    walk.descend(walk, before.items ?? {}, after.items ?? {}, [...path, '[]'])
}

/**
 * Choices between forms: each form of the side that must fit needs one of the other side that it fits into; where
 * exactly one has the same kind, its own changes are reported.
 */
function compareChoices(walk: Walk, before: JsonSchema[], after: JsonSchema[], path: readonly string[]): void {
  const isInput = walk.side === 'input'
  const [must, into] = isInput ? [before, after] : [after, before]
  const tried = must.map((form) =>
    into.map((other) => (isInput ? tryOut(walk, form, other, path) : tryOut(walk, other, form, path))),
  )
  for (const [at, form] of must.entries()) {
    const outcomes = tried[at] ?? []
    const fitting = outcomes.filter((changes) => !breaks(changes)).sort((a, b) => a.length - b.length)[0]
    walk.changes.push(...(fitting ?? onlyOfItsKind(form, into, outcomes) ?? [misfit(walk.side, form, path)]))
  }
  const hasExtra = into.some((_, at) => tried.every((outcomes) => breaks(outcomes[at] ?? [])))
  if (!hasExtra || walk.budget.spent) return
  const [code, what] = isInput ? ['form_added', 'now also takes another form'] : ['form_removed', 'takes one form less']
  walk.changes.push(change('additive', code, `${subjectOf(walk.side, path)} ${what}.`))
}

function tryOut(walk: Walk, before: JsonSchema, after: JsonSchema, path: readonly string[]): ToolChange[] {
  const trial: Walk = { ...walk, changes: [] }
  if (spend(trial)) compareForms(trial, before, after, path)
  return trial.changes
}

function breaks(changes: readonly ToolChange[]): boolean {
  return changes.some((one) => one.class === 'breaking')
}

/** The changes of a form against the only other form of its type; undefined where there is no such form. */
function onlyOfItsKind(form: JsonSchema, others: readonly JsonSchema[], outcomes: readonly ToolChange[][]) {
  const kind = canonicalJson(typesOf(form))
  const same = others.flatMap((other, at) => (canonicalJson(typesOf(other)) === kind ? [at] : []))
  return same.length === 1 ? outcomes[same[0] ?? 0] : undefined
}

function misfit(side: Side, form: JsonSchema, path: readonly string[]): ToolChange {
  const kind = (typesOf(form) ?? ['form']).join(' or ')
  return side === 'input'
    ? change('breaking', 'form_removed', `${subjectOf(side, path)} no longer takes one ${kind} that it took.`)
    : change('breaking', 'form_added', `${subjectOf(side, path)} may now be one ${kind} that it never was.`)
}
