import type { Tool } from '@modelcontextprotocol/client'
import type { DecidedAlternative } from 'assay-decide/decision'
import { shownName } from 'assay-decide/shown-name'
import { isPlainObject, propertiesIn } from 'assay-verify/json-schema/json-value'
import type { Members } from '../upstream/upstream.ts'

/** `off`: no alternative is named. `suggest`: it is. `auto`: it is called where that does no harm. */
export const SUBSTITUTION_MODES = ['off', 'suggest', 'auto'] as const
export type SubstitutionMode = (typeof SUBSTITUTION_MODES)[number]

/**
 * The arguments with which a tool may be called in place of another; null: it may not. Both must be declared read-only,
 * it must be known to be of another product with a backend of its own, and every argument must have its place there.
 */
export function substituteArguments(
  failing: Tool | undefined,
  alternative: DecidedAlternative,
  tool: Tool | undefined,
  args: Members | null,
): Members | null {
  if (!isReadOnly(failing) || !isReadOnly(tool) || alternative.apart !== true) return null
  // The agent checks a result by the schema of the tool that it called.
  if (failing?.outputSchema !== undefined) return null
  const given = Object.entries(args ?? {})
  const mapped = alternative.arguments ?? {}
  // Two of one name would be one.
  if (Object.keys(mapped).length !== given.length) return null
  return fits(mapped, tool?.inputSchema) ? mapped : null
}

function isReadOnly(tool: Tool | undefined): boolean {
  return tool?.annotations?.readOnlyHint === true && tool.annotations.destructiveHint !== true
}

/** Whether each argument is of a named parameter and of its type, and every required parameter has one. */
function fits(mapped: Members, schema: unknown): boolean {
  if (!isPlainObject(schema)) return false
  const parameters = propertiesIn(schema)
  const required = Array.isArray(schema.required) ? schema.required : []
  return (
    Object.entries(mapped).every(([name, value]) => parameters.has(name) && isOfType(value, parameters.get(name))) &&
    required.every((name) => typeof name === 'string' && Object.hasOwn(mapped, name))
  )
}

/** Whether a value is of the type and among the values that a parameter names; what else it asks for is not read. */
function isOfType(value: unknown, parameter: unknown): boolean {
  if (!isPlainObject(parameter)) return true
  const { type, enum: values } = parameter
  if (Array.isArray(values) && typeof value !== 'object' && !values.includes(value)) return false
  const types = [type].flat().filter((name) => typeof name === 'string')
  return types.length === 0 || types.some((name) => typeOf(value).includes(name))
}

function typeOf(value: unknown): readonly string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number']
  return [typeof value]
}

/** The first text of the result. `reason`: why the called tool was not, or how it failed. */
export function substitutionText(reason: string, { configuredName, tool, renamed }: DecidedAlternative): string {
  const names = renamed.map(([from, to]) => `${shownName(from)} as ${shownName(to)}`).slice(0, 5)
  const how = names.length === 0 ? '' : `, with ${names.join(', ')}`
  const called = `${shownName(tool) || 'another tool'} of ${shownName(configuredName ?? '') || 'another server'}`
  return `${reason} Instead ${called} was called${how}; what follows is its result.`
}
