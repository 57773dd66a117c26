import { spread } from '../random'

export const FOLDS = 5
const QUESTION_LEVELS = ['tool', 'tool-multi', 'server', 'none'] as const
type QuestionLevel = (typeof QUESTION_LEVELS)[number]

/** A question with its right answers, asked of one pool of tools. */
export interface Question {
  id: string
  /** A name in the file of pools, or `candidates`: then only these tools are searched. */
  pool: string
  candidates: readonly string[] | null
  level: QuestionLevel
  query: string
  /** Tools, or servers at level `server`, any of which is right; all of them at `tool-multi`. Empty: nothing fits. */
  gold: readonly string[]
  goldGroups: readonly (readonly string[])[] | null
}

/** The tools of a pool: those of some registries, with a few exceptions. */
export interface Pool {
  registries: readonly string[]
  exclude?: readonly string[]
  excludeServers?: readonly string[]
}

/** The fold of a tool, a server or a text, 0-4. */
function foldOf(text: string): number {
  return spread(text) % FOLDS
}

/**
 * The fold of each question, 0-4: by its first right answer, so that all questions for one tool share a fold; of a
 * question without an answer, that of the same words asked where there is one, else by its words.
 */
export function foldsOf(questions: readonly Question[]): number[] {
  const byText = new Map<string, number>()
  for (const { query, gold } of questions) {
    const [first] = gold
    if (first !== undefined && !byText.has(query)) byText.set(query, foldOf(first))
  }
  return questions.map(({ query, gold }) => {
    const [first] = gold
    return byText.get(query) ?? (first === undefined ? foldOf(query) : foldOf(first))
  })
}

/** Whether an answer, given by the ids of a tool and its server, is right. */
export function isRight({ level, gold, goldGroups }: Question, id: string, serverId: string): boolean {
  if (level === 'server') return gold.includes(serverId)
  return gold.includes(id) || (goldGroups ?? []).some((group) => group.includes(id))
}
