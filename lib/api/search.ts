import type { InputOf, OutputOf } from '../contract/operations'
import { openDoor } from '../http/operation'
import { listFound } from '../store/candidates'
import { candidateOf, judgeFound } from './candidate'
import type { Context } from './context'
import { findByWords } from './find-by-words'

export async function search({ q, limit }: InputOf<'search'>, context: Context): Promise<OutputOf<'search'>> {
  const ranked = await findByWords(q, limit, context)
  const relevanceOf = new Map(ranked.map(({ id, relevance }) => [id, relevance]))
  const found = await listFound(
    context.db,
    ranked.map(({ id }) => id),
  )
  return {
    results: found.map((one) => candidateOf(one, relevanceOf.get(one.id) ?? 0, judgeFound(one, context.now))),
  }
}

export const searchDoor = openDoor('search', search)
