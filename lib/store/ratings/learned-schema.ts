import type { ForecastWeights } from 'assay-verify/forecast/forecast-model'
import { doublePrecision, integer, json, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../shared-schema'

/**
 * Forecast weights learnt from our own evidence. The newest row is in force; without one, the weights in the
 * repository.
 */
export const forecastWeights = pgTable('forecast_weights', {
  version: text('version').primaryKey(),
  weights: json('weights').$type<ForecastWeights>().notNull(),
  learntAt: instant('learnt_at').notNull(),
  /** Servers it was learnt from. */
  servers: integer('servers').notNull(),
  /**
   * Log loss on servers of hosts that were left out of training, mean over the horizons, and that of the weights it
   * replaced.
   */
  heldOutLogLoss: doublePrecision('held_out_log_loss').notNull(),
  replacedLogLoss: doublePrecision('replaced_log_loss').notNull(),
})

/** The formula all stored scores were computed with; the newest row holds. */
export const appliedFormulas = pgTable('applied_formulas', {
  formula: text('formula').primaryKey(),
  appliedAt: instant('applied_at').notNull(),
})
