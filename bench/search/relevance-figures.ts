import type { Question } from '../../training/search/questions'

/** The answer to a question: results, best first. */
export interface RankedResults {
  question: Question
  ranked: readonly { id: string; serverId: string }[]
  /** The first result's relevance, 0 without results. */
  confidence: number
  confident: boolean
}

export interface RankingFigures {
  n: number
  recall1: number
  recall5: number
  ndcg10: number
}

export interface ConfidenceFigures {
  n: number
  macroF1: number
  coverage: number
  accuracyWhenConfident: number
}

const DEPTH = 10

/** Recall and gain of the questions that have an answer, by pool and level. */
export function rankingFigures(answers: readonly RankedResults[]): Record<string, RankingFigures> {
  const answerable = answers.filter(({ question }) => question.gold.length > 0)
  return byKey(
    answerable,
    ({ question }) => `${question.pool}, ${question.level}`,
    (group) => {
      const gains = group.map(gainsOf)
      return {
        n: group.length,
        recall1: mean(gains.map(({ covered }) => covered(1))),
        recall5: mean(gains.map(({ covered }) => covered(5))),
        ndcg10: mean(gains.map(({ ndcg }) => ndcg)),
      }
    },
  )
}

/** How well questions that nothing fits are distinguished from the others, in the pools that have both kinds. */
export function confidenceFigures(answers: readonly RankedResults[]): Record<string, ConfidenceFigures> {
  const withoutAnswer = new Set(
    answers.filter(({ question }) => question.gold.length === 0).map(({ question }) => question.pool),
  )
  const used = answers.filter(({ question }) => withoutAnswer.has(question.pool))
  return byKey(
    used,
    ({ question }) => question.pool,
    (group) => {
      const confident = group.filter((answer) => answer.confident)
      return {
        n: group.length,
        macroF1: (f1(group, true) + f1(group, false)) / 2,
        coverage: confident.length / group.length,
        accuracyWhenConfident: mean(confident.map((answer) => (gainsOf(answer).covered(1) > 0 ? 1 : 0))),
      }
    },
  )
}

/** F1 of finding the questions that something fits (`fits`), or those that nothing fits. */
function f1(group: readonly RankedResults[], fits: boolean): number {
  const truePositives = group.filter(
    ({ question, confident }) => confident === fits && question.gold.length > 0 === fits,
  ).length
  const predicted = group.filter(({ confident }) => confident === fits).length
  const actual = group.filter(({ question }) => question.gold.length > 0 === fits).length
  return predicted + actual === 0 ? 0 : (2 * truePositives) / (predicted + actual)
}

/**
 * `covered(depth)`: share of the gold groups among the first results. A result gains 1 where it covers a group that
 * none before it did.
 */
function gainsOf({ question, ranked }: RankedResults): { covered: (depth: number) => number; ndcg: number } {
  const groups = groupsOf(question)
  const places = question.level === 'server' ? firstOfEachServer(ranked) : ranked.map(({ id }) => id)
  const left = new Set(groups.keys())
  const gains = places.slice(0, DEPTH).map((id) => {
    const hit = [...left].find((group) => groups[group]?.includes(id))
    if (hit !== undefined) left.delete(hit)
    return hit === undefined ? 0 : 1
  })
  const discounted = gains.reduce<number>((sum, gain, at) => sum + gain / Math.log2(at + 2), 0)
  const ideal = groups.slice(0, DEPTH).reduce((sum, _, at) => sum + 1 / Math.log2(at + 2), 0)
  const covered = (depth: number) => gains.slice(0, depth).reduce<number>((a, b) => a + b, 0) / groups.length
  return { covered, ndcg: discounted / ideal }
}

/** What must be covered: any one right answer, or for a task of several steps one right answer of each. */
function groupsOf({ level, gold, goldGroups }: Question): readonly (readonly string[])[] {
  return level === 'tool-multi' ? (goldGroups ?? gold.map((id) => [id])) : [gold]
}

function firstOfEachServer(ranked: readonly { serverId: string }[]): string[] {
  return [...new Set(ranked.map(({ serverId }) => serverId))]
}

function byKey<Item, Figures>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  figuresOf: (group: Item[]) => Figures,
): Record<string, Figures> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return Object.fromEntries([...groups].map(([key, group]) => [key, figuresOf(group)]))
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length
}
