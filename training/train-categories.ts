import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SourceUnavailable } from '../lib/sources/source'
import { trainCategoryWeights } from './categories/train-catalog-categories'

/**
 * `tsx training/train-categories.ts --catalog DIR [--out FILE]`: learns the categories from catalogs that have labels.
 */
async function train(): Promise<void> {
  const { values } = parseArgs({
    options: {
      catalog: { type: 'string' },
      out: { type: 'string', default: 'lib/search/weights/category-weights.bin' },
    },
  })
  if (values.catalog === undefined) throw new SourceUnavailable('the folder of the catalogs is missing: --catalog DIR')
  const { bytes, figures } = await trainCategoryWeights(values.catalog)
  writeFileSync(values.out, bytes)
  process.stdout.write(`${values.out}: ${bytes.length} bytes\n${JSON.stringify(figures)}\n`)
}

try {
  await train()
} catch (cause) {
  process.stderr.write(
    `${cause instanceof SourceUnavailable ? cause.message : cause instanceof Error ? cause.stack : String(cause)}\n`,
  )
  process.exitCode = 1
}
