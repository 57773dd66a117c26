import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { propertiesIn } from 'assay-verify/json-schema/json-value'
import { quoted } from 'assay-verify/text/visible-text'
import { requiredIn } from '../json-schema/node'
import { change, line, linesOf, subjectOf } from './drift-text'
import { shapeText } from './schema-parts'
import type { Walk } from './types'

interface Members {
  properties: ReadonlyMap<string, unknown>
  required: ReadonlySet<string>
}

function membersOf(node: JsonSchema): Members {
  return { properties: propertiesIn(node), required: requiredIn(node) }
}

/** Compares two objects: names added, removed or renamed, names that became required, and the contents of each. */
export function objectChanges(walk: Walk, before: JsonSchema, after: JsonSchema, path: readonly string[]): void {
  const [was, is] = [membersOf(before), membersOf(after)]
  const gone = [...was.properties.keys()].filter((name) => !is.properties.has(name))
  const added = [...is.properties.keys()].filter((name) => !was.properties.has(name))
  const renamed = walk.side === 'input' ? renamesAmong(gone, added, was, is) : new Map<string, string>()
  const newNames = new Set(renamed.values())
  for (const [from, to] of renamed) {
    const text = `${subjectOf(walk.side, [...path, from])} is called ${quoted(to)} now.`
    walk.changes.push(change('breaking', 'parameter_renamed', text, linesOf(from, to)))
  }
  for (const name of gone) if (!renamed.has(name)) tellGone(walk, [...path, name], was.required.has(name))
  for (const name of added) if (!newNames.has(name)) tellAdded(walk, [...path, name], is.required.has(name))
  for (const [name, node] of was.properties) {
    if (!is.properties.has(name)) continue
    tellRequired(walk, [...path, name], was.required.has(name), is.required.has(name))
    walk.descend(walk, node, is.properties.get(name), [...path, name])
  }
  for (const name of is.required) if (!is.properties.has(name) && !was.required.has(name)) tellUnnamed(walk, path, name)
  compareRest(walk, before, after, was, path)
}

/** Pairs of a removed and an added name with the same shape and requiredness, where the pair is unique. */
function renamesAmong(gone: string[], added: string[], was: Members, is: Members): Map<string, string> {
  const signature = ({ properties, required }: Members, name: string) =>
    `${required.has(name)} ${shapeText(properties.get(name))}`
  const byShape = new Map<string, { from: string[]; to: string[] }>()
  const at = (key: string) => byShape.get(key) ?? { from: [], to: [] }
  for (const name of gone) {
    const key = signature(was, name)
    byShape.set(key, { ...at(key), from: [...at(key).from, name] })
  }
  for (const name of added) {
    const key = signature(is, name)
    byShape.set(key, { ...at(key), to: [...at(key).to, name] })
  }
  const pairs = [...byShape.values()].filter(({ from, to }) => from.length === 1 && to.length === 1)
  return new Map(pairs.map(({ from: [from = ''], to: [to = ''] }) => [from, to]))
}

function tellGone({ side, changes }: Walk, path: string[], wasRequired: boolean): void {
  const lines = { before: line(path, wasRequired ? 'required' : 'optional') }
  const gone = `${subjectOf(side, path)} is gone.`
  if (side === 'input') changes.push(change('breaking', 'parameter_removed', gone, lines))
  else if (wasRequired) changes.push(change('breaking', 'output_removed', gone, lines))
  else
    changes.push(
      change('additive', 'optional_output_removed', `${subjectOf(side, path)}, never certain, is gone.`, lines),
    )
}

function tellAdded({ side, changes }: Walk, path: string[], isRequired: boolean): void {
  const subject = subjectOf(side, path)
  const lines = { after: line(path, isRequired ? 'required' : 'optional') }
  if (side === 'output') changes.push(change('additive', 'output_added', `${subject} is new.`, lines))
  else if (isRequired)
    changes.push(change('breaking', 'required_parameter_added', `${subject} is new and required.`, lines))
  else changes.push(change('additive', 'parameter_added', `${subject} is new and optional.`, lines))
}

function tellRequired({ side, changes }: Walk, path: string[], was: boolean, is: boolean): void {
  if (was === is) return
  const subject = subjectOf(side, path)
  const given = (isRequired: boolean) => line(path, isRequired ? 'required' : 'optional')
  const lines = { before: given(was), after: given(is) }
  if (side === 'input') {
    if (is) changes.push(change('breaking', 'parameter_required', `${subject} is required now.`, lines))
    else changes.push(change('additive', 'parameter_optional', `${subject} is no longer required.`, lines))
  } else if (is) changes.push(change('additive', 'output_certain', `${subject} is always there now.`))
  else changes.push(change('breaking', 'output_uncertain', `${subject} may be missing now.`))
}

function tellUnnamed({ side, changes }: Walk, path: readonly string[], name: string): void {
  const text = `${subjectOf(side, [...path, name])} is required now.`
  changes.push(change(side === 'input' ? 'breaking' : 'additive', 'parameter_required', text))
}

/**
 * What is allowed beside the named members. Closing the rest does not affect callers who keep to the names, unless
 * there were no names.
 */
function compareRest(walk: Walk, before: JsonSchema, after: JsonSchema, was: Members, path: readonly string[]): void {
  const [free, freeNow] = [before.additionalProperties ?? true, after.additionalProperties ?? true]
  if (free === freeNow) return
  const subject = subjectOf(walk.side, path)
  if (free !== false && freeNow === false) {
    const isFreeForm = was.properties.size === 0 && walk.side === 'input'
    const text = `${subject} may contain nothing beside the named members now.`
    walk.changes.push(change(isFreeForm ? 'breaking' : 'additive', 'rest_closed', text))
  } else if (free === false) {
    walk.changes.push(change('additive', 'rest_opened', `${subject} may contain more than the named members now.`))
  } else {
    const isTyped = typeof free === 'object' || typeof freeNow === 'object'
    if (isTyped) walk.descend(walk, free, freeNow, [...path, '*'])
  }
}
