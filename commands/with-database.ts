import { type Config, config } from '../lib/config'
import { openApp } from '../lib/runtime/app'
import type { ServiceApp } from '../lib/runtime/service-app'
import { type Database, openDatabase } from '../lib/store/database'
import { copyEmptyDatabase } from '../lib/store/empty-database'
import { isBuildCurrent } from './project.mjs'

/** Opens the database of these settings for `work`, and closes it. */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  await copyBuiltDatabase({ databaseUrl, dataDir })
  const { db, close } = await openDatabase({ databaseUrl, dataDir })
  return work(db).finally(close)
}

/** Opens the configured service for `work`, and closes it. */
export async function withApp<Result>(work: (app: ServiceApp) => Promise<Result>): Promise<Result> {
  await copyBuiltDatabase(config())
  const app = await openApp(config())
  return work(app).finally(() => app.close())
}

/** A new embedded database begins as a copy of the one that a build of these sources has. */
async function copyBuiltDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<void> {
  if (databaseUrl === null && isBuildCurrent()) await copyEmptyDatabase(dataDir)
}
