import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { type FoundSubject, listFound } from '../../store/catalog/candidates'
import { assessCandidate, candidateOf, saysReadOnly } from '../candidate'
import type { Context } from '../context'
import { findByWords } from '../find-candidates'

/** Results considered before tools that are not declared read-only are left out. */
const CONSIDERED_READ_ONLY = 100

export async function search({ q, limit, readOnly }: InputOf<'search'>, context: Context): Promise<OutputOf<'search'>> {
  const ranked = await findByWords(q, readOnly ? CONSIDERED_READ_ONLY : limit, context)
  const relevanceOf = new Map(ranked.map(({ id, relevance }) => [id, relevance]))
  const found = await listFound(
    context.db,
    ranked.map(({ id }) => id),
  )
  const asked = readOnly ? found.filter(saysReadOnly).slice(0, limit) : found
  const assessed = (one: FoundSubject) => assessCandidate(one, context.now, { readOnly })
  return { results: asked.map((one) => candidateOf(one, relevanceOf.get(one.id) ?? 0, assessed(one))) }
}

export const searchEndpoint = defineEndpoint('search', search)
