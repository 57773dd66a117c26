import type { z } from 'zod'
import { repeatable } from '../../core/privacy/repeatable'
import { ApiError, type ErrorCode, type ErrorExtra, type InputFault } from '../errors'
import { expandedSchema, propertiesOf, schemaAt } from '../openapi/expanded-schema'
import type { Json } from '../openapi/schemas'
import { mustBe } from './must-be'
import { nearestName } from './nearest-name'

type Issue = z.core.$ZodIssue
type Given = Readonly<Record<string, unknown>>

/** What was given for the parameters of an operation, and which of them are in the path. */
interface GivenParameters {
  given: Given
  pathParameters: readonly string[]
}

/** Most faults of one request that an error lists. */
const MOST_FAULTS = 20

/** The error of these faults: its detail is the first, and how many more there are. */
export function invalidInput(code: ErrorCode, errors: InputFault[], extra: ErrorExtra = {}): ApiError {
  const [first = { detail: 'The request is not valid.' }, ...others] = errors
  const more = others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'is' : 'are'} in "errors".`
  return new ApiError(code, first.detail + more, { errors, ...extra })
}

/**
 * What is wrong with parameters, one fault for each, unknown names first: its name, what it must be, what was sent, and
 * the known name that an unknown one was probably meant for. What was sent is repeated only as far as `repeatable`
 * allows. A missing parameter that an unknown name was meant for is no fault of its own.
 */
export function parameterFaults(
  issues: readonly Issue[],
  schema: z.ZodType,
  { given, pathParameters }: GivenParameters,
): InputFault[] {
  const properties = propertiesOf(expandedSchema(schema))
  const known = Object.keys(properties)
  const unknown = unknownNames(issues)
    .slice(0, MOST_FAULTS)
    .map((name) => unknownParameter(name, known, pathParameters))
  const meant = new Set(unknown.map(({ nearest }) => nearest))
  const wrong = withPlace(issues).flatMap((issue): InputFault[] => {
    const name = String(issue.path[0])
    const value = given[name]
    if (value === undefined && meant.has(name)) return []
    const expected = expectedOf(issue, properties[name] ?? {})
    const detail = value === undefined ? `"${name}" is missing; it` : `"${name}"`
    const sent = value === undefined ? '.' : `; ${sentText(value)}.`
    return [
      { in: pathParameters.includes(name) ? 'path' : 'query', name, detail: `${detail} must be ${expected}${sent}` },
    ]
  })
  return [...unknown, ...firstOfEach(wrong)].slice(0, MOST_FAULTS)
}

/** The fault of a parameter that takes one value and was given several. */
export function repeatedParameter(name: string, times: number): InputFault {
  return { in: 'query', name, detail: `"${name}" is given more than once, ${times} times; it takes one value.` }
}

/** An unknown name is the caller's text: repeated where it is near a known one, or words alone. */
const WORDS_ALONE = /^[A-Za-z][A-Za-z_]{0,29}$/

function unknownParameter(given: string, known: readonly string[], pathParameters: readonly string[]): InputFault {
  const nearest = nearestName(given, known)
  const isNamed =
    (nearest !== undefined || WORDS_ALONE.test(given)) && repeatable(given.replace(/\[\d*\]$/, '')) !== undefined
  const name = isNamed ? given : undefined
  const inQuery = known.filter((parameter) => !pathParameters.includes(parameter))
  const takes = inQuery.length === 0 ? 'This path takes none.' : `This path takes: ${inQuery.join(', ')}.`
  return {
    in: 'query',
    ...(name === undefined ? {} : { name }),
    detail: `${name === undefined ? 'A parameter' : `"${name}"`} is not known here${meantFor(nearest, pathParameters)}. ${takes}`,
    ...(nearest === undefined ? {} : { nearest }),
  }
}

function meantFor(nearest: string | undefined, pathParameters: readonly string[]): string {
  if (nearest === undefined) return ''
  return `; "${nearest}" is${pathParameters.includes(nearest) ? ', in the path' : ''}`
}

function sentText(value: unknown): string {
  if (Array.isArray(value) && value.length > 1) return `${value.length} values were sent`
  if (typeof value === 'object' && !Array.isArray(value)) return `${value === null ? 'null' : 'an object'} was sent`
  const text = String(value)
  const repeated = repeatable(text)
  if (repeated?.trim() === '') return 'an empty value was sent'
  if (repeated !== undefined) return `"${repeated}" was sent`
  return `${text.length.toLocaleString('en-US')} characters were sent, which are not repeated`
}

/**
 * What is wrong with a body, one fault for each place in it, as `events[3].latencyMs`: what must be there, and the type
 * of what was sent. Nothing of the body is repeated: its values and unknown names may be personal.
 */
export function bodyFaults(issues: readonly Issue[], schema: z.ZodType, body: unknown): InputFault[] {
  const root = expandedSchema(schema)
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys')
  const meant = new Set(unknown.map(({ keys, path }) => placeOf([...path, nearestOf(keys, namesAt(root, path)) ?? ''])))
  const faults = issues.flatMap((issue): InputFault[] => {
    const where = placeOf(issue.path) || 'The body'
    if (issue.code === 'unrecognized_keys') return [unknownMember(issue.keys, where, namesAt(root, issue.path))]
    if (issue.code === 'custom') return [{ in: 'body', name: where, detail: `${where}: ${issue.message}.` }]
    const value = valueAt(body, issue.path)
    const must = `must be ${expectedOf(issue, schemaAt(root, issue.path))}`
    if (value !== undefined)
      return [{ in: 'body', name: where, detail: `${where} ${must}; ${sentType(value, issue)} was sent.` }]
    return meant.has(where) ? [] : [{ in: 'body', name: where, detail: `${where} is missing; it ${must}.` }]
  })
  return firstOfEach(faults).slice(0, MOST_FAULTS)
}

/**
 * Issues in the order of the entries of a list, and unknown members before what is wrong beside them, as they may be
 * its reason.
 */
export function inOrder(issues: readonly Issue[]): Issue[] {
  const rank = (issue: Issue) => 2 * ((itemIndexOf(issue) ?? -1) + 1) + (issue.code === 'unrecognized_keys' ? 0 : 1)
  return [...issues].sort((a, b) => rank(a) - rank(b))
}

/** The entry of a list in the body that an issue is about, from 0; undefined where it is about none. */
export function itemIndexOf(issue: Issue | undefined): number | undefined {
  return issue?.path.find((part) => typeof part === 'number')
}

/**
 * Members of JSON whose type is not that of their schema: what each must be, and the type of what was sent. Names that
 * the schema does not have are left to whoever reads the parameters.
 */
export function wrongTypes(schema: Json, given: Given, pathParameters: readonly string[]): InputFault[] {
  const properties = propertiesOf(schema)
  return Object.entries(given).flatMap(([name, value]): InputFault[] => {
    const wrong = Object.hasOwn(properties, name) ? wrongType(properties[name] ?? {}, value, name) : undefined
    return wrong === undefined ? [] : [{ in: pathParameters.includes(name) ? 'path' : 'query', name, detail: wrong }]
  })
}

/** The first place in a value whose type is not that of its schema, in words. */
function wrongType(schema: Json, value: unknown, place: string): string | undefined {
  const { type, items } = schema
  if (type === 'array' && Array.isArray(value)) {
    const entries = value.map((entry, index) => wrongType((items ?? {}) as Json, entry, `${place}[${index}]`))
    return entries.find((wrong) => wrong !== undefined)
  }
  const isRight = type === undefined || typeof value === (type === 'integer' ? 'number' : type)
  return isRight ? undefined : `"${place}" must be ${mustBe(schema)}; ${sentType(value)} was sent.`
}

function unknownMember(keys: readonly string[], where: string, known: readonly string[]): InputFault {
  const nearest = nearestOf(keys, known)
  const hint = nearest === undefined ? '' : ` Was "${nearest}" meant?`
  return {
    in: 'body',
    name: where,
    detail: `${where} has a member that is not known here.${hint} It may have: ${known.join(', ')}.`,
    ...(nearest === undefined ? {} : { nearest }),
  }
}

function nearestOf(given: readonly string[], known: readonly string[]): string | undefined {
  return given.slice(0, MOST_FAULTS).flatMap((name) => nearestName(name, known) ?? [])[0]
}

function namesAt(root: Json, path: readonly PropertyKey[]): string[] {
  return Object.keys(propertiesOf(schemaAt(root, path)))
}

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
}

/** The type of a value, and how it is out of bounds. */
function sentType(value: unknown, { code }: Partial<Issue> = {}): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (value === '') return 'an empty text'
  const than = code === 'too_big' ? 'larger' : code === 'too_small' ? 'smaller' : undefined
  if (than !== undefined)
    return typeof value === 'string' ? `a ${than === 'larger' ? 'longer' : 'shorter'} one` : `a ${than} one`
  return TYPE_TEXTS[typeof value] ?? 'something else'
}

/** zod's own words name types; a message of the contract says what must be there. */
function expectedOf(issue: Issue, schema: Json): string {
  const isOwn = issue.code === 'custom' || (issue.code === 'invalid_format' && issue.format === 'regex')
  return isOwn ? issue.message : mustBe(schema)
}

function unknownNames(issues: readonly Issue[]): string[] {
  return issues.flatMap((issue) => (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : []))
}

function withPlace(issues: readonly Issue[]): Issue[] {
  return issues.filter(({ path }) => path.length > 0)
}

function firstOfEach(faults: readonly InputFault[]): InputFault[] {
  const byName = new Map<string | undefined, InputFault>()
  for (const fault of faults) if (!byName.has(fault.name)) byName.set(fault.name, fault)
  return [...byName.values()]
}

/** A path as in `events[3].latencyMs`; empty for the whole. */
export function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[part] : undefined,
    value,
  )
}
