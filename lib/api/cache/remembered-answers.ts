import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { LRUCache } from 'lru-cache'
import { assess } from '../../core/verdict/assessment'
import { unchangedUntil } from '../../core/verdict/unchanged-until'
import { JsonText } from '../../http/prepared'
import type { SubjectFacts } from '../../store/catalog/candidates'
import type { SubjectFactsReader } from '../../store/catalog/subject-facts'
import type { ReplicaMarks } from '../../store/replica/held-ratings'
import type { Context } from '../context'

/** Answers of this process that are sent again while fresh ones would be the same. */
export interface RememberedAnswers {
  /** The JSON of the answer that `make` gives, or gave to equal input. */
  json<Input, Answer>(
    kind: string,
    input: Input,
    context: Context,
    make: (input: Input, context: Context) => Promise<Answer>,
  ): Promise<JsonText>
  /** The same as the object that `make` gave, for pages; whoever reads it may not change it. */
  value<Input, Answer>(
    kind: string,
    input: Input,
    context: Context,
    make: (input: Input, context: Context) => Promise<Answer>,
  ): Promise<Answer>
}

/** For processes that keep nothing in memory. */
export const NOTHING_REMEMBERED: RememberedAnswers = {
  json: async (_kind, input, context, make) => jsonOf(await make(input, context)),
  value: (_kind, input, context, make) => make(input, context),
}

const jsonOf = (answer: unknown) => new JsonText(JSON.stringify(answer))

interface Remembered {
  answer: unknown
  characters: number
  /** Version of the index, and the products, that it was made from. */
  version: string | undefined
  products: unknown
  /** The newest mark of the replica before it was made. */
  mark: number
  serverKeys: ReadonlySet<number>
  /** Instants for which it is right, epoch milliseconds: from the first to before the second. */
  from: number
  until: number
  /** Subjects without any check that it was about. */
  noted: ReadonlySet<string>
}

/** Characters of all that is remembered. */
const MOST_CHARACTERS = 8_000_000
/** How long an answer is kept that says something whose changes are not reported. */
const UNKNOWN_MS = 1000

/**
 * Remembers what was asked last. An answer is sent again while the index, the products, what subjects are named by and
 * the servers it is about are the same, and no verdict of them has changed with time, as it does when evidence goes
 * stale.
 */
export function openRememberedAnswers(marks: ReplicaMarks, mostCharacters = MOST_CHARACTERS): RememberedAnswers {
  const kept = new LRUCache<string, Remembered>({
    maxSize: mostCharacters,
    sizeCalculation: ({ characters }) => characters,
  })
  const isRight = (one: Remembered, sources: Sources, now: number) =>
    one.version === sources.version &&
    one.products === sources.products &&
    one.from <= now &&
    now < one.until &&
    marks.ofNames() <= one.mark &&
    [...one.serverKeys].every((key) => marks.ofServer(key) <= one.mark)

  const remembered = async <Input, Answer, Kept>(
    key: string,
    input: Input,
    context: Context,
    make: (input: Input, context: Context) => Promise<Answer>,
    keep: (answer: Answer) => { answer: Kept; characters: number },
  ): Promise<Kept> => {
    if (!marks.isWhole()) return keep(await make(input, context)).answer
    const sources = await sourcesOf(context)
    const known = kept.get(key)
    if (known !== undefined && isRight(known, sources, context.now.getTime())) {
      for (const id of known.noted) context.demand.note(id, context.now)
      return known.answer as Kept
    }
    const mark = marks.newest()
    const touched = recordTouched(context)
    const made = keep(await make(input, touched.context))
    const [from, until] = [context.now.getTime(), touched.until()]
    const { serverKeys, noted } = touched
    if (until > from) kept.set(key, { ...made, ...sources, mark, from, until, serverKeys, noted })
    return made.answer
  }
  const keyOf = (kind: string, input: unknown) => `${kind} ${JSON.stringify(input, sorted)}`
  return {
    json: (kind, input, context, make) =>
      remembered(`json ${keyOf(kind, input)}`, input, context, make, (made) => {
        const answer = jsonOf(made)
        return { answer, characters: answer.text.length }
      }),
    value: (kind, input, context, make) =>
      remembered(`value ${keyOf(kind, input)}`, input, context, make, (answer) => {
        return { answer, characters: JSON.stringify(answer).length }
      }),
  }
}

interface Sources {
  version: string | undefined
  products: unknown
}

async function sourcesOf({ searchIndex, products }: Context): Promise<Sources> {
  return { version: (await searchIndex.ranker())?.version, products: await products.current() }
}

/** Lists of parameters are sets: equal ones are the same text. */
function sorted(_name: string, value: unknown): unknown {
  return value instanceof Set ? [...value].sort() : value
}

/** The context with readers that note what an answer is made from. */
function recordTouched(context: Context) {
  const serverKeys = new Set<number>()
  const noted = new Set<string>()
  const now = context.now.getTime()
  let until = Number.POSITIVE_INFINITY
  const recorded =
    <Row extends SubjectFacts>(read: (ids: readonly string[]) => Promise<Row[]>) =>
    async (ids: readonly string[]) => {
      const rows = await read(ids)
      for (const row of rows) {
        serverKeys.add(row.serverKey)
        until = Math.min(until, rightUntil(row, context.now))
      }
      return rows
    }
  const { subjectFacts, demand } = context
  const reader: SubjectFactsReader = {
    ...subjectFacts,
    listSubjectFacts: recorded(subjectFacts.listSubjectFacts),
    listSearchFacts: recorded(subjectFacts.listSearchFacts),
    listSubjectDetails: recorded(subjectFacts.listSubjectDetails),
  }
  const own = {
    subjectFacts: reader,
    demand: {
      ...demand,
      note: (id: string, at: Date) => {
        noted.add(id)
        demand.note(id, at)
      },
    },
    /** For what an answer is made from besides. */
    notRemembered: () => {
      until = now
    },
  }
  return { context: Object.assign(Object.create(context) as Context, own), serverKeys, noted, until: () => until }
}

/** The first instant at which what is said of a subject may differ, epoch milliseconds. */
function rightUntil(facts: SubjectFacts, now: Date): number {
  const { serverState, declaredAccess } = facts
  if (serverState === null && facts.facts === null) return Number.POSITIVE_INFINITY
  const known = serverState === null || facts.facts !== null ? null : unchangedUntil(serverState, now)
  if (known !== null) return known
  const { staleAfter } = assess(
    serverState,
    declaredAccess,
    toolFactsOf({ ...facts, removedAt: facts.removedAt ?? null }),
    now,
  )
  const soon = now.getTime() + UNKNOWN_MS
  return staleAfter === null || staleAfter < now ? soon : Math.min(soon, staleAfter.getTime() + 1)
}
