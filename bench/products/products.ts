import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import shipped from '../../lib/products/data/products.json' with { type: 'json' }
import { corrections } from '../../lib/products/rules/corrections'
import { productsOf } from '../../lib/products/rules/products'
import { readCatalog } from '../../training/training-files'
import { type Bench, neededFlags, readJsonLines, round } from '../bench'

const PAIRS = join(fileURLToPath(import.meta.url), '../pairs.jsonl')

/** Two entries that look alike, graded by hand from what the catalog states of them. `sure`: 1 contestable to 3 plain. */
interface GradedPair {
  stratum: string
  a: { id: string }
  b: { id: string }
  same: boolean
  sure: 1 | 2 | 3
  why: string
}

/** Which entries of a catalog are joined to one product, against pairs that were graded by hand. */
export const bench: Bench = {
  flags: { catalog: '', pairs: PAIRS },
  async run(flags, print) {
    const { catalog, pairs } = neededFlags(flags, 'catalog', 'pairs')
    const servers = await readCatalog(catalog)
    const began = performance.now()
    const products = productsOf(servers, corrections.parse(shipped))
    const ms = performance.now() - began
    const productOf = new Map(products.flatMap((product) => product.servers.map((id) => [id, product] as const)))
    const counts = { joined: 0, wronglyJoined: 0, missed: 0, apart: 0 }
    for (const { a, b, same, stratum, why } of readJsonLines<GradedPair>(pairs)) {
      const isJoined = productOf.get(a.id) === productOf.get(b.id)
      if (isJoined && !same) print(`wrong join: ${a.id} and ${b.id} (${stratum}): ${why}`)
      if (!isJoined && same) print(`missed: ${a.id} and ${b.id} (${stratum}): ${why}`)
      counts[isJoined ? (same ? 'joined' : 'wronglyJoined') : same ? 'missed' : 'apart'] += 1
    }
    const sizes = products.map(({ servers }) => servers.length)
    for (const product of [...products].sort((a, b) => b.servers.length - a.servers.length).slice(0, 20))
      print(`${product.servers.length} entries: ${product.servers.slice(0, 8).join(', ')}`)
    return {
      ...counts,
      precision: round(counts.joined / (counts.joined + counts.wronglyJoined), 4),
      recall: round(counts.joined / (counts.joined + counts.missed), 4),
      entries: servers.length,
      products: products.length,
      ofSeveral: sizes.filter((size) => size > 1).length,
      ms: round(ms, 0),
    }
  },
}
