import {
  COMPACT_DESCRIPTION_LENGTH,
  type CompactAlternativesAnswer,
  type CompactCandidate,
  type CompactRouteAnswer,
  type CompactSearchAnswer,
} from '../contract/compact'
import type { Alternative, AlternativesAnswer, Candidate, SearchResult } from '../contract/shapes/candidates'
import type { CompactNamedProduct, NamedProduct } from '../contract/shapes/named-product'
import type { CallHints, RouteAnswer } from '../contract/shapes/route'
import { COMPACT_REASONS } from '../contract/shapes/terms'
import { oneLine } from '../core/text/hostile-text'

// The compact forms of whole answers: what a caller needs to act, nothing else.

/**
 * Bytes of example arguments in a compact answer; larger ones are left out whole, since a part of them would be no
 * valid call.
 */
const MOST_EXAMPLE_BYTES = 400
/** Known errors, and argument names to change, of a compact answer. */
const MOST_ERRORS = 2
const MOST_MAPPED = 4

/** Without the members that are null. */
type WithoutNulls<Whole> = { [Name in keyof Whole as null extends Whole[Name] ? never : Name]: Whole[Name] } & {
  [Name in keyof Whole as null extends Whole[Name] ? Name : never]?: NonNullable<Whole[Name]>
}

export function withoutNulls<Whole extends object>(whole: Whole): WithoutNulls<Whole> {
  return Object.fromEntries(Object.entries(whole).filter(([, member]) => member !== null)) as WithoutNulls<Whole>
}

/** Of a status that is the verdict nothing. */
export function ownStatus({ status, verdict }: Pick<Candidate, 'status' | 'verdict'>): {
  status?: Candidate['status']
} {
  return status === verdict ? {} : { status }
}

/** The first reasons, without their texts. Since when it is down says nothing without its text. */
export function reasonCodes(reasons: readonly { code: string }[]): { code: string }[] {
  const shown = reasons.filter(({ code }, at) => at === 0 || code !== 'down_since')
  return shown.slice(0, COMPACT_REASONS).map(({ code }) => ({ code }))
}

export function compactSearch(results: readonly SearchResult[], product: NamedProduct | null): CompactSearchAnswer {
  return {
    ...(product !== null && { product: compactProduct(product) }),
    results: results.map((result) => ({ ...compactCandidate(result), match: result.match })),
  }
}

function compactProduct({ intent, name, match, meant }: NamedProduct): CompactNamedProduct {
  return withoutNulls({ intent, name, match, meant })
}

export function compactRoute({ chosen, fallbacks, ...rest }: RouteAnswer): CompactRouteAnswer {
  return {
    chosen: chosen && { ...compactCandidate(chosen), callHints: compactHints(chosen.callHints) },
    fallbacks: fallbacks.map(({ toolId, verdict, recommendation, relevance, step }) => ({
      toolId,
      verdict,
      recommendation,
      relevance,
      ...(step > 1 && { step }),
    })),
    ...rest,
  }
}

export function compactAlternatives(
  { alternatives, ...rest }: AlternativesAnswer,
  askedId: string,
): CompactAlternativesAnswer {
  return { alternatives: alternatives.map((alternative) => compactAlternative(alternative, askedId)), ...rest }
}

function compactCandidate(candidate: Candidate): CompactCandidate {
  const { toolId, name, verdict, score, grade, recommendation, relevance, asOf } = candidate
  const description = oneLine(candidate.description, COMPACT_DESCRIPTION_LENGTH)
  const rated = { ...ownStatus(candidate), score, grade, recommendation, relevance }
  return { toolId, name, description, verdict, ...rated, ...withoutNulls({ asOf }) }
}

/** Without what is null or empty. The retries, annotations and the protocol revision are in the whole answer. */
function compactHints(hints: CallHints): NonNullable<CompactRouteAnswer['chosen']>['callHints'] {
  const { callable, auth, timeoutMs, endpoint, endpointTemplate, transport, baseUrl, documentation } = hints
  const { requiredParams, exampleArguments, knownErrors, notes } = hints
  const isShort = exampleArguments !== null && sizeOf(exampleArguments) <= MOST_EXAMPLE_BYTES
  return {
    callable,
    ...withoutNulls({ endpoint, endpointTemplate, transport }),
    ...(hints.package !== null && { package: compactPackage(hints.package) }),
    ...withoutNulls({ baseUrl, documentation }),
    auth: withoutNulls(auth),
    timeoutMs,
    ...(requiredParams !== null && requiredParams.length > 0 && { requiredParams }),
    ...(isShort && { exampleArguments }),
    ...(knownErrors.length > 0 && { knownErrors: knownErrors.slice(0, MOST_ERRORS).map(withoutNulls) }),
    ...(notes.length > 0 && { notes }),
  }
}

function compactPackage({ args, env, ...run }: NonNullable<CallHints['package']>) {
  return {
    ...withoutNulls(run),
    ...(args.length > 0 && { args: args.map(withoutNulls) }),
    ...(env.length > 0 && { env: env.map(withoutNulls) }),
  }
}

/**
 * Arguments of the same name are left out of the map, as only what changes matters, and so is what it replaces where
 * that is what was asked about.
 */
function compactAlternative(
  alternative: Alternative,
  askedId: string,
): CompactAlternativesAnswer['alternatives'][number] {
  const { relevance: _same, ...candidate } = compactCandidate(alternative)
  const { similarity, argsCompatible, mappable, replaces } = alternative
  const changed = alternative.parameterMap.filter(({ kind }) => kind !== 'same')
  return {
    ...candidate,
    ...(replaces !== askedId && { replaces }),
    similarity,
    argsCompatible,
    mappable,
    ...(changed.length > 0 && { parameterMap: changed.slice(0, MOST_MAPPED) }),
  }
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
