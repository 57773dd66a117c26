import { hasUnsafeText } from 'assay-verify/score/tool-facts'
import { COMPACT_DESCRIPTION_LENGTH } from '../contract/compact'
import type { RouteCandidate } from '../contract/shapes/route'
import { schemeOf } from '../core/access/access-conflicts'
import { leadingSignIn } from '../core/access/sign-in'
import { oneLine } from '../core/text/hostile-text'
import type { Assessment } from '../core/verdict/assessment'
import { chooseCandidates, type NearOption } from '../search/route/candidates'
import { differencesOf } from '../search/route/differences'
import type { RouteOption } from '../search/route/route-option'
import type { SubjectDetails } from '../store/catalog/candidates'
import { foldedByProduct, type Products } from './product-directory'

/**
 * Characters of all candidates as JSON, one outside of ASCII as three: some 600 tokens of a model where they are words.
 */
const MOST_CHARACTERS = 1800
const OUTSIDE_ASCII = 3

/**
 * What a caller may choose from where nothing is confident, each with what sets it apart; `isFolded`: of each product
 * one.
 */
export function routeCandidates(
  near: readonly RouteOption[],
  shown: ReadonlyMap<string, SubjectDetails>,
  known: ReadonlyMap<string, { assessment: Assessment }>,
  products: Products,
  isFolded: boolean,
): RouteCandidate[] {
  const options = near.flatMap((option) => nearOptionOf(option, shown.get(option.id), products) ?? [])
  const chosen = chooseCandidates(isFolded ? foldedByProduct(options, ({ productId }) => productId) : options)
  const differences = differencesOf(chosen)
  const candidates = chosen.flatMap(({ option }, at) => {
    const [found, assessment, difference] = [shown.get(option.id), known.get(option.id)?.assessment, differences[at]]
    if (found === undefined || assessment === undefined || difference === undefined) return []
    const isShown = difference.isVague && !hasUnsafeText(found.facts)
    const description = isShown ? shortened(oneLine(found.description, COMPACT_DESCRIPTION_LENGTH)) : ''
    const { verdict, recommendation, reasons } = assessment
    const speaks = recommendation === 'avoid' || recommendation === 'proceed_with_caution'
    return {
      ...{ toolId: option.id, differs: difference.differs, description: description || null },
      ...{ verdict, recommendation, reason: speaks ? (reasons[0]?.code ?? null) : null, relevance: option.relevance },
    }
  })
  return bounded(candidates)
}

function nearOptionOf(
  option: RouteOption,
  found: SubjectDetails | undefined,
  products: Products,
): NearOption | undefined {
  if (found === undefined) return undefined
  const { name, description, serverTitle, serverKey, inputSchema, signIns, serverState, declaredAuth } = found
  return {
    ...{ option, name, description, serverTitle, inputSchema },
    productId: products.of(serverKey)?.productId ?? null,
    scheme: schemeOf(leadingSignIn(signIns, serverState?.targets), declaredAuth),
  }
}

/** Without the last descriptions and then the last candidates where all together are too long. */
function bounded(candidates: readonly RouteCandidate[]): RouteCandidate[] {
  const kept = [...candidates]
  while (sizeOf(JSON.stringify(kept)) > MOST_CHARACTERS) {
    const described = kept.findLastIndex(({ description }) => description !== null)
    const one = kept[described]
    if (one === undefined) kept.pop()
    else kept[described] = { ...one, description: null }
  }
  return kept
}

/** A text of the same size in every script. */
function shortened(text: string): string {
  const characters = [...text]
  while (sizeOf(characters.join('')) > COMPACT_DESCRIPTION_LENGTH) characters.pop()
  return characters.length < [...text].length ? `${characters.join('').trimEnd()}…` : text
}

function sizeOf(text: string): number {
  let size = 0
  for (const character of text) size += character < '\u0080' ? 1 : OUTSIDE_ASCII
  return size
}
