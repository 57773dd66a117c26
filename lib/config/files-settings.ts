import { join } from 'node:path'
import { z } from 'zod'
import { Origin } from '../setting-types'
import { BUCKET, type LOG_SETTINGS, placeOf } from './tlog-settings'

/** Settings of the files that all processes read alike. */
export const FILES_SETTINGS = {
  FILES_STORE: z
    .string()
    .regex(new RegExp(`^(folder|${BUCKET})$`), 'folder, or s3://bucket/prefix')
    .optional()
    .describe(
      'Where the publisher keeps files that all processes read alike (docs/scale.md): segments of the search index, feed, sitemap, tiles of the decision bundle. folder: under DATA_DIR/files. s3://bucket/prefix: a store that LOG_S3_* reaches. Unset: every process reads them from the database, or builds them.',
    ),
  FILES_URL: Origin.optional().describe(
    'Public address under which a CDN serves FILES_STORE: answers whose bytes it has too name it.',
  ),
}

type Given = z.output<z.ZodObject<typeof FILES_SETTINGS & typeof LOG_SETTINGS>>

/** null: no files are kept. */
export function filesSettingsOf(settings: Given, dataDir: string) {
  const { FILES_STORE: store, FILES_URL: url = null } = settings
  return store === undefined ? null : { place: placeOf(settings, store, join(dataDir, 'files')), url }
}
