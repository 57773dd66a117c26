import { visibleText } from 'assay-verify/text/visible-text'
import { askedSubject } from '../../core/lookup/asked-subject'
import type { SubjectFacts } from '../../store/catalog/candidates'
import type { Context } from '../context'
import { findNamed } from './find-named'

/**
 * The tools, also removed ones, and the listed servers whose id the text is, as a search finds them; of a server whose
 * tools are listed instead, these, at most `limit`. Empty: it is no id.
 */
export async function findNamedById(
  asked: string,
  limit: number,
  { subjectFacts }: Pick<Context, 'subjectFacts'>,
): Promise<SubjectFacts[]> {
  const text = visibleText(asked, 2 * asked.length)
  if (!text.includes('/')) return []
  const { exact } = await findNamed(askedSubject(text), limit, subjectFacts)
  const ids = [...exact].flatMap(([id, by]) => (by === 'id' ? id : []))
  const [listed, all] = await Promise.all([subjectFacts.listSubjectFacts(ids), subjectFacts.listSearchFacts(ids)])
  const named = [...listed, ...all.filter(({ removedAt }) => removedAt != null)]
  const server = all.find(({ kind }) => kind === 'server')
  if (named.length > 0 || server === undefined) return named
  return subjectFacts.listSubjectFacts(await subjectFacts.listToolIds(server.serverKey, limit))
}
