import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CatalogServer } from '../lib/core/catalog/catalog'
import { documentsOf, type SearchDocument } from '../lib/search/index/search-document'
import type { Translations } from '../lib/search/rank/translate'
import { openFiles } from '../lib/sources/file'
import { SourceUnavailable } from '../lib/sources/source'
import {
  type GradedRequest,
  readGradedRequests,
  readGrades,
  readMarkedRequests,
  readToolRequests,
  type ToolRequest,
  withMoreGrades,
} from './search/graded-requests'
import type { Pool, Question } from './search/questions'
import { type Capability, readThesaurus } from './search/thesaurus'
import { readWordsAbroad } from './search/words-abroad'

const THESAURUS = 'training/search/thesaurus'
const REQUESTS = ['training/requests/requests.jsonl', 'training/requests/graded-2.jsonl']
const MORE_GRADES = 'training/requests/judged-grades.jsonl'
const WORDS_ABROAD = 'training/requests/words-abroad.tsv'
const TOOL_REQUESTS = 'training/requests/tool-requests.tsv'

/** The files read by training and its benches. */
export interface TrainingFiles {
  servers: CatalogServer[]
  documents: SearchDocument[]
  questions: Question[]
  pools: Record<string, Pool>
  /**
   * Graded requests of the given files, with further grades of ours, and our own ones: graded, with arguments marked,
   * and written for tools.
   */
  judged: GradedRequest[]
  own: GradedRequest[]
  marked: string[]
  toolRequests: ToolRequest[]
  translations: Translations
  /** Name and SHA-256 of every file read. */
  inputs: { name: string; sha256: string }[]
}

/**
 * Every server of the `*.jsonl` catalogs in a folder, read as an import reads them. Throws `SourceUnavailable` where
 * there is no such folder or no server.
 */
export async function readCatalog(dir: string): Promise<CatalogServer[]> {
  const servers: CatalogServer[] = []
  for await (const batch of openFiles(catalogPaths(dir)).batches) servers.push(...batch.servers)
  if (servers.length === 0) throw new SourceUnavailable(`no *.jsonl in ${dir} holds a server`)
  return servers
}

/**
 * `queries` and `nomatch` are JSON lines of questions (`nomatch` with candidates of their own), `pools` a JSON object.
 */
export async function readTrainingFiles(
  dir: string,
  files: { queries: string; pools: string; nomatch: string | null },
  judged: readonly string[] = [],
): Promise<TrainingFiles> {
  const servers = await readCatalog(dir)
  const questions = [files.queries, ...(files.nomatch === null ? [] : [files.nomatch])].flatMap(readQuestions)
  const given = Object.values(files).flatMap((path) => path ?? [])
  const named = [
    ...catalogPaths(dir),
    ...given,
    ...judged,
    ...thesaurusPaths(),
    ...REQUESTS,
    MORE_GRADES,
    TOOL_REQUESTS,
    WORDS_ABROAD,
  ]
  return {
    servers,
    documents: servers.flatMap(documentsOf),
    questions,
    pools: JSON.parse(readFileSync(files.pools, 'utf8')) as Record<string, Pool>,
    judged: withMoreGrades(judged.flatMap(readGradedRequests), readGrades(MORE_GRADES)),
    own: REQUESTS.flatMap(readGradedRequests),
    marked: readMarkedRequests(REQUESTS[0] as string),
    toolRequests: readToolRequests(TOOL_REQUESTS),
    translations: readWordsAbroad(WORDS_ABROAD),
    inputs: named.map((path) => ({
      name: basename(path),
      sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
    })),
  }
}

export function readWholeThesaurus(): Capability[] {
  return thesaurusPaths().flatMap((path) => readThesaurus(basename(path, '.txt'), readFileSync(path, 'utf8')))
}

function readQuestions(path: string): Question[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const question = JSON.parse(line) as Partial<Question> & Pick<Question, 'id' | 'pool' | 'query' | 'gold'>
      const level = question.gold.length === 0 ? 'none' : (question.level ?? 'tool')
      return { ...question, level, candidates: question.candidates ?? null, goldGroups: question.goldGroups ?? null }
    })
}

/** The catalog files of a folder, in order of name. */
export function catalogPaths(dir: string): string[] {
  return sortedNames(dir, '.jsonl').map((name) => join(dir, name))
}

function thesaurusPaths(): string[] {
  return sortedNames(THESAURUS, '.txt').map((name) => join(THESAURUS, name))
}

function sortedNames(dir: string, ending: string): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => name.endsWith(ending))
      .sort()
  } catch (cause) {
    throw new SourceUnavailable(`cannot read the folder ${dir}`, { cause })
  }
}
