import { desc } from 'drizzle-orm'
import type { Database } from '../database'
import { appliedFormulas } from './learned-schema'

/** The formula that all stored scores were last computed with; undefined: none was recorded. */
export async function findAppliedFormula(db: Database): Promise<string | undefined> {
  const [row] = await db
    .select({ formula: appliedFormulas.formula })
    .from(appliedFormulas)
    .orderBy(desc(appliedFormulas.appliedAt))
    .limit(1)
  return row?.formula
}

export async function recordAppliedFormula(db: Database, formula: string, now: Date): Promise<void> {
  await db
    .insert(appliedFormulas)
    .values({ formula, appliedAt: now })
    .onConflictDoUpdate({ target: appliedFormulas.formula, set: { appliedAt: now } })
}
