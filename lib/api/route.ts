import type { InputOf, OutputOf } from '../contract/operations'
import type { RouteAnswer } from '../contract/shapes'
import { upAt } from '../core/forecast'
import type { Judgement } from '../core/judgement'
import { AVAILABILITY_PRIOR } from '../core/score-components'
import { openDoor } from '../http/operation'
import { chooseRoute, type Fallback } from '../search/choose-route'
import { originKeys } from '../search/independence'
import type { RouteConstraints, RouteOption } from '../search/route-option'
import { taskSteps } from '../search/task-steps'
import { listOpenBreakagesOf } from '../store/breakages'
import { type FoundSubject, listFound } from '../store/candidates'
import { callHints } from './call-hints'
import { candidateOf, judgeFound } from './candidate'
import type { Context } from './context'
import { findByWords } from './find-by-words'

/** Found for a task before anything is left out: enough that constraints leave some, few enough for one read. */
const CONSIDERED = 100
/** Found for one step of a task. */
const CONSIDERED_A_STEP = 40

/** Probability of being up of a server nobody has looked at yet: what is there of all that publish an address. */
const NEVER_LOOKED_UP = AVAILABILITY_PRIOR.up / (AVAILABILITY_PRIOR.up + AVAILABILITY_PRIOR.down)

interface Known {
  found: FoundSubject
  judgement: Judgement
  option: Omit<RouteOption, 'relevance'>
}

export async function route(input: InputOf<'route'>, context: Context): Promise<OutputOf<'route'>> {
  const steps = taskSteps(input.task)
  const [whole = [], ...ranked] = await Promise.all([
    findByWords(input.task, CONSIDERED, context),
    ...(steps.length === 1 ? [] : steps.map((step) => findByWords(step, CONSIDERED_A_STEP, context))),
  ])
  const ids = new Set([whole, ...ranked].flat().map(({ id }) => id))
  const known = new Map((await listFound(context.db, [...ids])).map((found) => [found.id, knownOf(found, context.now)]))
  const optionsOf = (list: typeof whole) =>
    list.flatMap(({ id, relevance }) => {
      const option = known.get(id)?.option
      return option === undefined ? [] : [{ ...option, relevance }]
    })
  const { chosen, fallbacks, confidence } = chooseRoute(
    optionsOf(whole),
    ranked.map(optionsOf),
    constraintsOf(input),
    input.limit,
  )
  const shown = chosen === null ? null : await chosenOf(chosen, known, context)
  return {
    chosen: shown,
    fallbacks: fallbacks.flatMap((fallback) => fallbackOf(fallback, known) ?? []),
    recommendation: shown?.recommendation ?? 'no_confident_match',
    confidence,
  }
}

function constraintsOf(input: InputOf<'route'>): RouteConstraints {
  return {
    openOnly: input.access === 'open',
    readOnlyOnly: input.readOnly,
    maxLatencyMs: input.maxLatencyMs ?? null,
    minScore: input.minScore ?? null,
    exclude: input.exclude ?? new Set(),
  }
}

function knownOf(found: FoundSubject, now: Date): Known {
  const judgement = judgeFound(found, now)
  const { belief, scoreFacts } = found
  const wasLookedAt = belief !== null && belief.looks > 0
  return {
    found,
    judgement,
    option: {
      id: found.id,
      origin: originKeys(found),
      verdict: judgement.verdict,
      up: wasLookedAt ? upAt(belief, now, 0) : NEVER_LOOKED_UP,
      access: judgement.axes.access,
      score: found.score,
      usage: scoreFacts?.usage ?? null,
      latencyP95Ms: scoreFacts?.latencyP95Ms ?? null,
      readOnly: found.annotations?.readOnlyHint === true,
    },
  }
}

async function chosenOf(
  { id, relevance }: RouteOption,
  known: ReadonlyMap<string, Known>,
  { db }: Context,
): Promise<RouteAnswer['chosen']> {
  const entry = known.get(id)
  if (entry === undefined) return null
  const { found, judgement } = entry
  const open = await listOpenBreakagesOf(db, found.serverKey, id)
  return { ...candidateOf(found, relevance, judgement), callHints: callHints(found, judgement, open) }
}

function fallbackOf(
  { option, independent, step }: Fallback,
  known: ReadonlyMap<string, Known>,
): RouteAnswer['fallbacks'][number] | undefined {
  const entry = known.get(option.id)
  if (entry === undefined) return undefined
  return { ...candidateOf(entry.found, option.relevance, entry.judgement), independent, step }
}

export const routeDoor = openDoor('route', route)
