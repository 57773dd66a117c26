import type { Verdict } from 'assay-verify/verdict'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { NameKind } from '../../core/lookup/server-name'
import type { Database } from '../database'
import { oncePerDatabase } from '../prepared'
import { endKeyOf, nameKeyOf, subjects } from './catalog-schema'
import { serverNames } from './names-schema'

/** A tool, or a server, found by something it is named by. */
export interface NamedSubject {
  id: string
  kind: 'server' | 'tool'
  /** The stored rating, for ordering. */
  verdict: Verdict
  score: number
  /** What it was found by; `name`: its title or its name as a whole, `ending`: the last words of its id. */
  by: 'id' | 'name' | 'ending' | NameKind
  /** Of a repository and of a package: the stored name. Else empty. */
  found: string
  /** Of a repository: the path in it. Else empty. */
  path: string
}

/** What a subject is to be named by. */
export interface AskedNames {
  text: string
  /** What follows the last slash of the text; null: it has none. */
  tail: string | null
  repositories: readonly string[]
  packages: readonly string[]
}

/**
 * Most subjects that are read for each way of naming: thousands may share a common name. Servers are read before tools.
 */
export const MOST_READ = 300
/** Servers of which tools are read, where a text names a server and a tool. */
export const MOST_WITH_TOOLS = 50

/**
 * Subjects with exactly this id, removed tools too; whose title or name is the text, or whose id ends with it, but for
 * case and separators; and servers of these repositories and packages. At most 300 for each way of naming. Some of the
 * servers may be deleted. Unordered; one found in two ways comes twice.
 */
export async function listNamedSubjects(db: Database, asked: AskedNames): Promise<NamedSubject[]> {
  const { text, tail, repositories, packages } = asked
  const form = tail !== null || repositories.length > 0 ? 'path' : packages.length > 0 ? 'word' : 'words'
  const rows = await STATEMENTS[form](db).execute({
    text,
    tail,
    head: tail === null ? null : text.slice(0, -1 - tail.length),
    repositories: JSON.stringify(repositories),
    packages: JSON.stringify(packages),
  })
  return rows as NamedSubject[]
}

// One statement for each form of a text, with no more ways of naming than the form allows: most of its time is that of
// planning it.
const STATEMENTS = {
  words: oncePerDatabase((db) => unionAll(byName(db), byEnd(db)).prepare('list_named_by_words')),
  word: oncePerDatabase((db) => unionAll(byName(db), byEnd(db), byPackage(db)).prepare('list_named_by_word')),
  path: oncePerDatabase((db) =>
    unionAll(byId(db), byName(db), byEnd(db), byEndOfTool(db), byPackage(db), byRepository(db)).prepare(
      'list_named_by_path',
    ),
  ),
}

const given = (name: 'text' | 'tail' | 'head') => sql`${sql.placeholder(name)}::text`
const nameKey = nameKeyOf(subjects.name)
// Literal, so that the planner knows the condition of the index.
const isServer = sql`${subjects.kind} = 'server'`
const isShown = sql`(${subjects.listed} OR (${isServer} AND ${subjects.removedAt} IS NULL))`
/** A server whose id ends with the words of a text: a range of the index. */
const isServerEndingWith = (text: SQL) =>
  sql`${isServer} AND ${endKeyOf(subjects.id)} >= reverse(${nameKeyOf(text)}) || ' ' AND ${endKeyOf(subjects.id)} < reverse(${nameKeyOf(text)}) || '!'`

const RATED = { id: subjects.id, kind: subjects.kind, verdict: subjects.verdict, score: subjects.score }
const foundBy = (by: 'id' | 'name' | 'ending') => ({
  ...RATED,
  by: sql<NamedSubject['by']>`${sql.raw(`'${by}'`)}`.as('by'),
  found: sql<string>`''`.as('found'),
  path: sql<string>`''`.as('path'),
})

function byId(db: Database) {
  return db
    .select(foundBy('id'))
    .from(subjects)
    .where(and(eq(subjects.id, given('text')), sql`(${isShown} OR ${subjects.kind} = 'tool')`))
}

// Here and below, the order is that of the index, so that the planner uses it whatever it believes of the number of
// rows.
function byName(db: Database) {
  return db
    .select(foundBy('name'))
    .from(subjects)
    .where(and(eq(nameKey, nameKeyOf(given('text'))), isShown))
    .orderBy(nameKey, subjects.kind)
    .limit(MOST_READ)
}

function byEnd(db: Database) {
  return db
    .select(foundBy('ending'))
    .from(subjects)
    .where(and(isServerEndingWith(given('text')), isShown))
    .orderBy(endKeyOf(subjects.id))
    .limit(MOST_READ)
}

/** Tools named like the end of the text, of servers whose id ends with the rest of it. */
function byEndOfTool(db: Database) {
  const named = db
    .select({ key: subjects.serverKey })
    .from(subjects)
    .where(isServerEndingWith(given('head')))
    .orderBy(endKeyOf(subjects.id))
    .limit(MOST_WITH_TOOLS)
    .as('named')
  return db
    .select(foundBy('ending'))
    .from(named)
    .innerJoin(subjects, and(eq(subjects.serverKey, named.key), sql`${subjects.kind} = 'tool'`, subjects.listed))
    .where(eq(nameKey, nameKeyOf(given('tail'))))
    .limit(MOST_READ)
}

const byPackage = (db: Database) => byStoredName(db, ['npm', 'pypi'], 'packages')
const byRepository = (db: Database) => byStoredName(db, ['repository'], 'repositories')

function byStoredName(db: Database, kinds: NameKind[], list: 'packages' | 'repositories') {
  const asked = sql`(SELECT value FROM jsonb_array_elements_text(${sql.placeholder(list)}::jsonb))`
  return db
    .select({
      ...RATED,
      by: sql<NamedSubject['by']>`${serverNames.kind}::text`.as('by'),
      found: sql<string>`${serverNames.name}`.as('found'),
      path: sql<string>`${serverNames.path}`.as('path'),
    })
    .from(serverNames)
    .innerJoin(subjects, and(eq(subjects.serverKey, serverNames.serverKey), isServer, isShown))
    .where(and(inArray(serverNames.kind, kinds), sql`${serverNames.name} IN ${asked}`))
    .limit(MOST_READ)
}
