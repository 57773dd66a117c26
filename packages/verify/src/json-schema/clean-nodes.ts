import { isSecretValue } from '../text/secret-value.ts'
import { visibleText } from '../text/visible-text.ts'
import type { JsonSchema } from './json-value.ts'
import { isPlainObject } from './json-value.ts'
import { SCHEMA_MAP_KEYWORDS, SUBSCHEMA_KEYWORDS, VALUE_KEYWORDS } from './keywords.ts'

/** Bounds of a cleaned schema. Lengths are code points, the size is bytes of UTF-8. */
export interface SchemaLimits {
  depth: number
  nodes: number
  enumLength: number
  textLength: number
  nameLength: number
  bytes: number
}

/**
 * What cleaning changed in a schema. `not_an_object`: no usable input; `name_dropped`: a key that is dangerous, partly
 * invisible or too long; `value_dropped`: a value JSON cannot represent; `schema_reduced`: too large, only types and
 * descriptions are left.
 */
type SchemaChangeKind =
  | 'not_an_object'
  | 'name_dropped'
  | 'value_dropped'
  | 'depth_capped'
  | 'nodes_capped'
  | 'enum_capped'
  | 'text_cleaned'
  | 'secret_redacted'
  | 'schema_reduced'

/** One change and where: a JSON pointer into the schema as given, cut at 200 characters. */
export interface SchemaChange {
  kind: SchemaChangeKind
  pointer: string
}

const REDACTED = '[redacted]'
/** The longest list of changes reported. */
export const MAX_CHANGES = 100
const MAX_POINTER_LENGTH = 200
/** The one name whose assignment has a side effect. Tools do have parameters called `constructor` and `prototype`. */
const DANGEROUS_NAME = '__proto__'

/**
 * What a node is: a schema, a map of schemas, a value written by the author, the lists of two keywords, or anything
 * else.
 */
type Role = 'schema' | 'map' | 'value' | 'enum' | 'required' | 'plain'

interface Place {
  role: Role
  depth: number
  pointer: string
  /** The nearest name of a property or field, which shows what a value is for. */
  name: string
}

interface Cleaning {
  limits: SchemaLimits
  nodesLeft: number
  changes: SchemaChange[]
}

const DROPPED = Symbol('dropped')

function note(cleaning: Cleaning, kind: SchemaChangeKind, pointer: string): void {
  if (cleaning.changes.length < MAX_CHANGES)
    cleaning.changes.push({ kind, pointer: visibleText(pointer, MAX_POINTER_LENGTH) })
}

function roleOfMember(role: Role, key: string): Role {
  if (role === 'map') return 'schema'
  if (role !== 'schema') return role === 'value' ? 'value' : 'plain'
  if (key === 'enum' || key === 'required') return key
  if (SCHEMA_MAP_KEYWORDS.has(key)) return 'map'
  if (SUBSCHEMA_KEYWORDS.has(key)) return 'schema'
  return VALUE_KEYWORDS.has(key) ? 'value' : 'plain'
}

function extended(pointer: string, key: string): string {
  if (pointer.length > MAX_POINTER_LENGTH) return pointer
  const cut = key.length > MAX_POINTER_LENGTH ? key.slice(0, MAX_POINTER_LENGTH) : key
  if (!cut.includes('~') && !cut.includes('/')) return `${pointer}/${cut}`
  return `${pointer}/${cut.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function memberPlace(place: Place, key: string): Place {
  const named = place.role === 'map' || place.role === 'value'
  return {
    role: roleOfMember(place.role, key),
    depth: place.depth + 1,
    pointer: extended(place.pointer, key),
    name: named ? key : place.name,
  }
}

function cleanString(cleaning: Cleaning, text: string, place: Place): string {
  const cleaned = visibleText(text, cleaning.limits.textLength)
  if (cleaned !== text) note(cleaning, 'text_cleaned', place.pointer)
  if (place.role !== 'value' || !isSecretValue(cleaned, place.name)) return cleaned
  note(cleaning, 'secret_redacted', place.pointer)
  return REDACTED
}

function roleOfItem(role: Role): Role {
  if (role === 'enum') return 'value'
  return role === 'required' ? 'plain' : role
}

function cleanArray(cleaning: Cleaning, items: readonly unknown[], place: Place): unknown[] {
  const isCapped = place.role === 'enum' && items.length > cleaning.limits.enumLength
  if (isCapped) note(cleaning, 'enum_capped', place.pointer)
  const length = isCapped ? cleaning.limits.enumLength : items.length
  const kept: unknown[] = []
  for (let index = 0; index < length; index++) {
    if (cleaning.nodesLeft <= 0) {
      note(cleaning, 'nodes_capped', place.pointer)
      break
    }
    const item = items[index]
    // A dropped property must not stay required.
    if (place.role === 'required' && typeof item === 'string' && !isUsableName(cleaning, item)) continue
    const pointer = extended(place.pointer, String(index))
    const cleaned = cleanNode(cleaning, item, {
      ...place,
      role: roleOfItem(place.role),
      depth: place.depth + 1,
      pointer,
    })
    if (cleaned !== DROPPED) kept.push(cleaned)
  }
  return kept
}

function isUsableName(cleaning: Cleaning, key: string): boolean {
  return key !== DANGEROUS_NAME && visibleText(key, cleaning.limits.nameLength) === key
}

function cleanObject(cleaning: Cleaning, object: Record<string, unknown>, place: Place): JsonSchema {
  const kept: JsonSchema = {}
  for (const key of Object.keys(object)) {
    if (cleaning.nodesLeft <= 0) {
      note(cleaning, 'nodes_capped', place.pointer)
      break
    }
    const member = memberPlace(place, key)
    if (!isUsableName(cleaning, key)) {
      cleaning.nodesLeft--
      note(cleaning, 'name_dropped', member.pointer)
      continue
    }
    const value = cleanNode(cleaning, object[key], member)
    if (value !== DROPPED) kept[key] = value
  }
  return kept
}

function cleanNode(cleaning: Cleaning, node: unknown, place: Place): unknown {
  cleaning.nodesLeft--
  if (typeof node === 'string') return cleanString(cleaning, node, place)
  if (node === null || typeof node === 'boolean') return node
  // Adding 0 turns -0, which JSON cannot represent, into 0.
  if (typeof node === 'number' && Number.isFinite(node)) return node + 0
  if (!Array.isArray(node) && !isPlainObject(node)) {
    note(cleaning, 'value_dropped', place.pointer)
    return DROPPED
  }
  if (place.depth >= cleaning.limits.depth) {
    note(cleaning, 'depth_capped', place.pointer)
    return DROPPED
  }
  return Array.isArray(node) ? cleanArray(cleaning, node, place) : cleanObject(cleaning, node, place)
}

/**
 * A schema node by node: every string cleaned, dangerous names removed, secrets redacted, depth, nodes, enums and texts
 * bounded. Does not bound the total size. Throws only where reading the object throws.
 */
export function cleanedNodes(
  schema: Record<string, unknown>,
  limits: SchemaLimits,
): { schema: JsonSchema; changes: SchemaChange[] } {
  const cleaning: Cleaning = { limits, nodesLeft: limits.nodes, changes: [] }
  const cleaned = cleanObject(cleaning, schema, { role: 'schema', depth: 0, pointer: '', name: '' })
  return { schema: cleaned, changes: cleaning.changes }
}
