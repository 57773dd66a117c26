import type { InputOf, OutputOf } from '../contract/operations'
import { openDoor } from '../http/operation'
import { coveredShare } from '../search/likeness'
import { searchSubjects } from '../store/candidates'
import { candidateOf } from './candidate'
import type { Context } from './context'

export async function search({ q, limit }: InputOf<'search'>, context: Context): Promise<OutputOf<'search'>> {
  const found = await searchSubjects(context.db, q, limit)
  return { results: found.map((subject) => candidateOf(subject, coveredShare(q, subject), context.now)) }
}

export const searchDoor = openDoor('search', search)
