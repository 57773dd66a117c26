import type { JsonSchema } from '../core/catalog'

export interface ParameterMapping {
  from: string | null
  to: string | null
  kind: 'same' | 'renamed' | 'missing' | 'extra'
}

export interface ArgumentsFit {
  /** Whether a call that satisfies the original's required parameters satisfies the candidate's; null when a schema is missing. */
  argsCompatible: boolean | null
  parameterMap: ParameterMapping[]
}

interface Parameters {
  types: Map<string, string>
  required: Set<string>
}

/**
 * How a call of one tool carries over to another, by the parameters both schemas name. `same`: same name and type.
 * `missing`: the original's parameter has no counterpart. `extra`: the candidate requires what the original does not have.
 */
export function argumentsFit(original: JsonSchema | null, candidate: JsonSchema | null): ArgumentsFit {
  if (original === null || candidate === null) return { argsCompatible: null, parameterMap: [] }
  const [from, to] = [parametersOf(original), parametersOf(candidate)]
  const carries = (name: string) => to.types.has(name) && typesAgree(from.types.get(name), to.types.get(name))
  const kept: ParameterMapping[] = [...from.types.keys()].map((name) =>
    carries(name) ? { from: name, to: name, kind: 'same' } : { from: name, to: null, kind: 'missing' },
  )
  const extra: ParameterMapping[] = [...to.required]
    .filter((name) => !from.types.has(name) || !carries(name))
    .map((name) => ({ from: null, to: name, kind: 'extra' }))
  const requiredCarry = [...from.required].every(carries)
  const requiredMet = [...to.required].every((name) => from.required.has(name) && carries(name))
  return { argsCompatible: requiredCarry && requiredMet, parameterMap: [...kept, ...extra] }
}

function parametersOf(schema: JsonSchema): Parameters {
  const properties = typeof schema.properties === 'object' && schema.properties !== null ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  return {
    types: new Map(Object.entries(properties).map(([name, value]) => [name, typeOf(value)])),
    required: new Set(required),
  }
}

/** The type a schema names; `any` where it names none or several. */
function typeOf(schema: unknown): string {
  const type = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined
  return typeof type === 'string' ? type : 'any'
}

function typesAgree(one: string | undefined, other: string | undefined): boolean {
  return one === other || one === 'any' || other === 'any' || (one === 'integer' && other === 'number')
}
