import { chunksOf } from 'assay-verify/chunks'
import type { SubjectDescription } from '../../core/catalog/subject-description'
import { parameterText, type SearchDocument } from '../../search/index/search-document'
import { pagesByKey } from '../../store/chunks'
import type { Database } from '../../store/database'
import { listDocuments, listDocumentsAfter } from '../../store/search/search-documents'

/** Rows of a statement: short enough for the embedded database's one connection. */
const PAGE = 500

/** Every listed subject, in order of id. */
export async function* pagesOfListed(db: Database): AsyncGenerator<SearchDocument[]> {
  const list = (after: string | null, size: number) => listDocumentsAfter(db, after, size)
  for await (const page of pagesByKey(null, PAGE, list, (row) => row.id)) yield page.map(documentOf)
}

/** The listed ones of these subjects, in the order given, which is that of their ids. */
export async function* pagesOf(db: Database, ids: readonly string[]): AsyncGenerator<SearchDocument[]> {
  for (const chunk of chunksOf(ids, PAGE)) yield (await listDocuments(db, chunk)).map(documentOf)
}

/** The same document that `documentsOf` makes of a server of a catalog. */
function documentOf({ kind, inputSchema, serverTitle, serverDescription, ...row }: SubjectDescription): SearchDocument {
  if (kind === 'server') return { ...row, parameters: '', serverTitle: '', serverDescription: '' }
  return { ...row, parameters: parameterText(inputSchema), serverTitle, serverDescription }
}
