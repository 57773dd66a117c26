import { z } from 'zod'
import { Flag } from './inputs'
import { Alternative, AlternativesAnswer, Candidate, SearchResult } from './shapes/candidates'
import { CompactNamedProduct, NamedProduct } from './shapes/named-product'
import { CallHints, Chosen, Fallback, ProcessArgument, ProcessVariable, RouteAnswer } from './shapes/route'
import { LEFT_OUT, Reason } from './shapes/terms'

// Search, route, alternatives, health, score and breakages answer in one of two forms: whole, with every member, or
// with compact=1, with a part of them. Both are one shape in which what the compact form leaves out is optional, so
// that clients generated from the interface keep their types.

/** Code points of a description in a compact answer, cut at the end of a word. */
export const COMPACT_DESCRIPTION_LENGTH = 80

/** How many entries an answer has at most where the caller does not say. */
export const LIMITS_BY_DEFAULT = {
  search: { whole: 10, compact: 3 },
  route: { whole: 5, compact: 3 },
  alternatives: { whole: 10, compact: 3 },
  breakages: { whole: 100, compact: 10 },
} as const

/** The number of entries for an input. */
export function limitOf(
  operation: keyof typeof LIMITS_BY_DEFAULT,
  { limit, compact }: { limit?: number | undefined; compact: boolean },
): number {
  return limit ?? LIMITS_BY_DEFAULT[operation][compact ? 'compact' : 'whole']
}

/** The default of `limit`, which zod cannot state because it depends on `compact`. */
export function defaultText(operation: keyof typeof LIMITS_BY_DEFAULT): string {
  const { whole, compact } = LIMITS_BY_DEFAULT[operation]
  return `Where absent, ${whole}; in a compact answer, ${compact}.`
}

/** How to get what is left out, for the descriptions of operations and tools. */
export const COMPACT_TEXT = `compact=1 keeps what a caller needs to act and leaves out the rest, input schemas among it; descriptions are cut to ${COMPACT_DESCRIPTION_LENGTH} characters, a \`status\` that is the verdict and what is null or empty are absent, and the lists are shorter unless \`limit\` is given. Without it every member is there; \`GET /v1/search?q=<tool id>&limit=1\` answers the input schema of one tool.`

/** `compact` of a read without search. */
export const CompactRead = Flag.meta({
  example: '1',
  description: '1: a short answer for agents, with what they need to decide. Without it every member is there.',
})

const KEPT = {
  toolId: true,
  name: true,
  description: true,
  verdict: true,
  score: true,
  grade: true,
  recommendation: true,
  relevance: true,
} as const

/** `status` where it is not the verdict. */
export const CompactCandidate = Candidate.pick(KEPT).extend(
  Candidate.pick({ status: true, asOf: true }).partial().shape,
)
export type CompactCandidate = z.infer<typeof CompactCandidate>

/** A shape of which members may be absent, with the words of the whole one. */
function worded<Shape extends z.ZodType>(shape: Shape, { description }: z.ZodType, id?: string): Shape {
  return shape.meta({ ...(description !== undefined && { description }), ...(id !== undefined && { id }) })
}

// Of what a process is started with, what is null or empty is absent.
const { auth: Auth, package: Run, knownErrors: KnownErrors } = CallHints.shape
const Package = Run.unwrap()
const CompactArgument = ProcessArgument.partial().extend(
  ProcessArgument.pick({ place: true, required: true, repeated: true }).shape,
)
const CompactVariable = ProcessVariable.partial().extend(
  ProcessVariable.pick({ name: true, required: true, secret: true }).shape,
)
const CompactPackage = Package.partial().extend({
  ...Package.pick({ registry: true, name: true }).shape,
  args: worded(z.array(worded(CompactArgument, ProcessArgument, 'ProcessArgument')), Package.shape.args).optional(),
  env: worded(z.array(worded(CompactVariable, ProcessVariable, 'ProcessVariable')), Package.shape.env).optional(),
})
const CompactHints = CallHints.pick({ callable: true, timeoutMs: true }).extend({
  ...CallHints.pick({
    endpoint: true,
    endpointTemplate: true,
    transport: true,
    baseUrl: true,
    documentation: true,
    requiredParams: true,
    exampleArguments: true,
    notes: true,
  }).partial().shape,
  auth: worded(Auth.partial(), Auth),
  package: worded(CompactPackage.nullable(), Run).optional(),
  knownErrors: worded(z.array(KnownErrors.element.partial().extend(Reason.shape)), KnownErrors).optional(),
})
const CompactChosen = CompactCandidate.extend({ callHints: CompactHints })
const CompactFallback = Fallback.pick({ toolId: true, verdict: true, recommendation: true, relevance: true }).extend(
  Fallback.pick({ step: true }).partial().shape,
)
const CompactAlternative = CompactCandidate.omit({ relevance: true })
  .extend(Alternative.pick({ similarity: true, argsCompatible: true, mappable: true }).shape)
  .extend(Alternative.pick({ replaces: true, parameterMap: true }).partial().shape)

const CompactSearchResult = CompactCandidate.extend(SearchResult.pick({ match: true }).shape)
export const CompactSearchAnswer = z.object({
  product: CompactNamedProduct.optional(),
  results: z.array(CompactSearchResult),
})
export type CompactSearchAnswer = z.infer<typeof CompactSearchAnswer>
export const CompactRouteAnswer = RouteAnswer.extend({
  chosen: CompactChosen.nullable(),
  fallbacks: z.array(CompactFallback),
})
export type CompactRouteAnswer = z.infer<typeof CompactRouteAnswer>
export const CompactAlternativesAnswer = AlternativesAnswer.extend({ alternatives: z.array(CompactAlternative) })
export type CompactAlternativesAnswer = z.infer<typeof CompactAlternativesAnswer>

// What the operations answer, as the OpenAPI document has it.

const EitherResult = SearchResult.partial()
  .extend(CompactSearchResult.shape)
  .meta({ id: 'SearchResult', description: LEFT_OUT })
const EitherNamedProduct = NamedProduct.partial()
  .extend(CompactNamedProduct.shape)
  .meta({ id: 'NamedProduct', description: `The product that a text names. ${LEFT_OUT}` })
export const EitherSearchAnswer = z
  .object({
    product: EitherNamedProduct.nullish().describe(
      'The product that the text names; null, or with compact=1 absent: it names none, and says what a tool should do.',
    ),
    results: z
      .array(EitherResult)
      .describe('The likeliest to fit first; empty where nothing is at least one in twenty likely to.'),
  })
  .meta({ id: 'SearchAnswer' })

const EitherHints = CallHints.partial()
  .extend(CompactHints.shape)
  .meta({ id: 'CallHints', description: `How to call it. The name to call is \`name\`. ${LEFT_OUT}` })
const EitherChosen = Chosen.partial()
  .extend(CompactChosen.shape)
  .extend({ callHints: EitherHints })
  .meta({ id: 'Chosen', description: LEFT_OUT })
const EitherFallback = Fallback.partial()
  .extend(CompactFallback.shape)
  .meta({
    id: 'Fallback',
    description: `What to call instead, or, from step 2 on, what to call for a further step. ${LEFT_OUT}`,
  })
export const EitherRouteAnswer = RouteAnswer.extend({
  chosen: EitherChosen.nullable().describe(RouteAnswer.shape.chosen.description ?? ''),
  fallbacks: z.array(EitherFallback).describe(RouteAnswer.shape.fallbacks.description ?? ''),
}).meta({ id: 'RouteAnswer' })

const EitherAlternative = Alternative.partial()
  .extend(CompactAlternative.shape)
  .meta({ id: 'Alternative', description: LEFT_OUT })
export const EitherAlternativesAnswer = AlternativesAnswer.extend({
  alternatives: z.array(EitherAlternative).describe(AlternativesAnswer.shape.alternatives.description ?? ''),
}).meta({ id: 'AlternativesAnswer' })
