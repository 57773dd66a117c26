import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { accepts } from '../../core/json-schema/accepts'
import { agrees } from '../../core/json-schema/agrees'
import { type SchemaReader, schemaReader } from '../../core/json-schema/schema-reader'
import { memberNode, type Shape } from '../../core/json-schema/shape'
import { isTextFor, likenessOf, type Named, namedAs } from './parameter-likeness'

interface ParameterMapping {
  from: string | null
  to: string | null
  kind: 'same' | 'renamed' | 'missing' | 'extra'
}

interface ArgumentsFit {
  /**
   * Whether the arguments of the original pass unchanged, as far as both schemas state names and types; null when a
   * schema is missing.
   */
  argsCompatible: boolean | null
  /**
   * Whether a call of the original becomes one of the candidate when arguments are renamed; null when a schema is
   * missing.
   */
  mappable: boolean | null
  parameterMap: ParameterMapping[]
}

const MOST_PARAMETERS = 200
const MOST_VARIANTS = 8
const MOST_COMPARED = 400
interface Side {
  reader: SchemaReader
  parameters: Parameter[]
  /** It requires more parameters than are compared. */
  isCut: boolean
  /** It has more parameters than are compared. */
  isPartial: boolean
}

interface Parameter {
  name: string
  shape: Shape
  /** Every call must give it. */
  required: boolean
  named: Named
}

/**
 * How a call of one tool maps to another. Every parameter of the original is listed in the order of its schema, then
 * what is `extra`: required by the candidate and mapped from nothing. `same` has the same name and a type that agrees,
 * `renamed` means the same by name or description, one to one, and agrees in type; `missing` has no counterpart. Types
 * agree when every argument allowed by the original is valid for the candidate, compared by types, enums, and one level
 * of items and members; formats, patterns and bounds are not compared, nor is null where it may be left out, and what
 * has no type agrees with any that is no enum. The contract's description of `argsCompatible` says the same.
 *
 * `argsCompatible`: every parameter of the original, required or not, is the `same` in the candidate, and all that the
 * candidate requires the original requires. `mappable`: each required parameter of the original has a counterpart
 * (otherwise its meaning is lost), and each one required by the candidate is mapped from a required one or has a
 * `default` or a single value, which the caller adds; what is compatible is mappable. Where a schema has a choice
 * (`anyOf`, `oneOf`), each branch of the original needs a fitting one of the candidate, and the first such is mapped.
 * 200 parameters a side are compared, the required first; a side that requires more is not mappable, and an original
 * that has more is not compatible. Null and an empty list unless both schemas are known.
 */
export function argumentsFit(original: JsonSchema | null, candidate: JsonSchema | null): ArgumentsFit {
  if (original === null || candidate === null) return { argsCompatible: null, mappable: null, parameterMap: [] }
  const [from, to] = [schemaReader(original), schemaReader(candidate)]
  const [given, taking] = [variantsOf(from, original), variantsOf(to, candidate)]
  const [whole, others] = [sideOf(from, given), taking.map((variant) => sideOf(to, [variant]))]
  const parts = given.length === 1 ? [whole] : given.map((variant) => sideOf(from, [variant]))
  const fits = parts.map((part) => {
    const all = others.map((other) => ({ other, fit: fitOf(part, other) }))
    return all.find(({ fit }) => fit.argsCompatible) ?? all.find(({ fit }) => fit.mappable) ?? all[0]
  })
  const shown = parts.length === 1 ? fits[0]?.fit : fitOf(whole, fits[0]?.other ?? whole)
  return {
    argsCompatible: fits.every((found) => found?.fit.argsCompatible === true),
    mappable: fits.every((found) => found?.fit.mappable === true),
    parameterMap: shown?.parameterMap ?? [],
  }
}

/** Each is compared with each, so of large schemas only some are. */
function variantsOf(reader: SchemaReader, schema: JsonSchema): readonly Shape[] {
  const variants = reader.variantsOf(reader.shapeOf(schema))
  const most = MOST_COMPARED / Math.max(1, variants[0]?.properties.size ?? 0)
  return variants.slice(0, Math.max(1, Math.min(MOST_VARIANTS, most)))
}

/** The parameters of all variants; required are those that each of them requires. */
function sideOf(reader: SchemaReader, variants: readonly Shape[]): Side {
  const nodes = new Map<string, Set<unknown>>()
  for (const variant of variants)
    for (const name of [...variant.properties.keys(), ...variant.required])
      nodes.set(name, (nodes.get(name) ?? new Set()).add(memberNode(variant, name)))
  const isRequired = (name: string) => variants.every(({ required }) => required.has(name))
  const names = [...nodes.keys()]
  const required = names.filter(isRequired)
  const kept = new Set([...required, ...names].slice(0, MOST_PARAMETERS))
  const parameters = [...nodes].flatMap(([name, forms]): Parameter[] => {
    if (!kept.has(name)) return []
    const shape = reader.shapeOf(forms.size === 1 ? [...forms][0] : { anyOf: [...forms] })
    return [{ name, shape, required: isRequired(name), named: namedAs(name, shape) }]
  })
  return { reader, parameters, isCut: required.length > MOST_PARAMETERS, isPartial: nodes.size > MOST_PARAMETERS }
}

function fitOf(from: Side, to: Side): ArgumentsFit {
  const pairs = pairsOf(from, to)
  const feeders = new Map([...pairs].map(([one, other]) => [other, one]))
  const required = to.parameters.filter((other) => other.required)
  const needed = required.filter(({ shape }) => !isGiven(to.reader, shape))
  const kept = from.parameters.map((one): ParameterMapping => {
    const other = pairs.get(one)?.name ?? null
    return { from: one.name, to: other, kind: other === null ? 'missing' : other === one.name ? 'same' : 'renamed' }
  })
  const extra = needed.filter((other) => !feeders.has(other))
  const isKept = from.parameters.every((one) => !one.required || pairs.has(one))
  const isFed = (other: Parameter) => feeders.get(other)?.required === true
  const isSame = kept.every(({ kind }) => kind === 'same') && !from.isPartial
  return {
    argsCompatible: isSame && required.every(isFed) && !to.isCut,
    mappable: isKept && needed.every(isFed) && !from.isCut && !to.isCut,
    parameterMap: [...kept, ...extra.map(({ name }): ParameterMapping => ({ from: null, to: name, kind: 'extra' }))],
  }
}

function isGiven(reader: SchemaReader, shape: Shape): boolean {
  return (
    shape.values?.size === 1 || (shape.keywords.default !== undefined && accepts(reader, shape, shape.keywords.default))
  )
}

/** The counterpart of each parameter of the original that has one: of its own name, else the best that is left. */
function pairsOf(from: Side, to: Side): Map<Parameter, Parameter> {
  const [pairs, taken] = [new Map<Parameter, Parameter>(), new Set<Parameter>()]
  const pair = (one: Parameter, other: Parameter) => {
    if (pairs.has(one) || taken.has(other)) return
    // Null is equivalent to leaving out an optional parameter.
    if (!agrees([from.reader, to.reader], one.shape, other.shape, one.required && other.required)) return
    pairs.set(one, other)
    taken.add(other)
  }
  const byName = new Map(to.parameters.map((other) => [other.name, other]))
  for (const one of from.parameters) {
    const other = byName.get(one.name)
    if (other !== undefined) pair(one, other)
  }
  const left = to.parameters.filter((other) => !taken.has(other))
  const likely = from.parameters
    .filter((one) => !pairs.has(one))
    .flatMap((one) => left.map((other) => ({ one, other, likeness: likenessOf(one.named, other.named) })))
    .filter(({ likeness }) => likeness > 0)
    .map((pair) => ({ ...pair, likeness: pair.likeness + (pair.one.required && pair.other.required ? 0.05 : 0) }))
  for (const { one, other } of likely.sort((a, b) => b.likeness - a.likeness)) pair(one, other)
  const [text, otherText] = [soleText(from), soleText(to)]
  if (text !== undefined && otherText !== undefined && isTextFor(text.named, otherText.named)) pair(text, otherText)
  return pairs
}

/** The one required string, where nothing but its name describes it. */
function soleText({ parameters }: Side): Parameter | undefined {
  const texts = parameters.filter(({ shape, required }) => required && [...(shape.types ?? [])].join() === 'string')
  const [text] = texts
  if (text === undefined || texts.length > 1) return undefined
  const { format, pattern } = text.shape.keywords
  return text.shape.values === null && format === undefined && pattern === undefined ? text : undefined
}
