import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CatalogServer } from '../../lib/core/catalog/catalog'
import { type Corrections, corrections, NO_CORRECTIONS } from '../../lib/products/rules/corrections'
import { LINK_BASES } from '../../lib/products/rules/product-link'
import { type Product, productsOf } from '../../lib/products/rules/products'
import shipped from '../../lib/products/rules/products.json' with { type: 'json' }
import { readCatalog } from '../../training/training-files'
import { type Bench, neededFlags, readJsonLines, round } from '../bench'
import { type GradedName, gradeNames } from './names'
import { type GradedPair, gradePairs } from './pairs'

const FOLDER = join(fileURLToPath(import.meta.url), '..')

/** Half of what is graded, by a hash: what is tuned on one half is measured on the other. */
const isFirstHalf = (key: string) => (createHash('sha256').update(key).digest()[0] ?? 0) % 2 === 0

/** Which entries of a catalog are joined, and which product a name leads to, against what was graded by hand. */
export const bench: Bench = {
  flags: { catalog: '', pairs: join(FOLDER, 'pairs.jsonl'), names: join(FOLDER, 'names.jsonl') },
  async run(flags, print) {
    const { catalog, pairs, names } = neededFlags(flags, 'catalog', 'pairs', 'names')
    const servers = await readCatalog(catalog)
    const graded = { pairs: readJsonLines<GradedPair>(pairs), names: readJsonLines<GradedName>(names) }
    const known = corrections.parse(shipped)
    const began = performance.now()
    const products = productsOf(servers, known)
    const ms = performance.now() - began
    const alone = productsOf(servers, NO_CORRECTIONS)
    printLargest(products, print)
    const half = (first: boolean) => ({
      pairs: graded.pairs.filter(({ a, b }) => isFirstHalf(`${a.id} ${b.id}`) === first),
      names: graded.names.filter(({ name }) => isFirstHalf(name) === first),
    })
    const measured = (set: typeof graded, found: readonly Product[], say: (line: string) => void) => ({
      ...gradePairs(set.pairs, found, say),
      ...gradeNames(set.names, found, servers, say),
    })
    const quiet = () => {}
    return {
      ...measured(graded, products, print),
      firstHalf: measured(half(true), products, quiet),
      secondHalf: measured(half(false), products, quiet),
      withoutFile: measured(graded, alone, quiet),
      ofBases: basesOf(graded.pairs, servers, known),
      entries: servers.length,
      products: products.length,
      ofSeveral: products.filter((product) => product.servers.length > 1).length,
      joinedEntries: products.reduce((sum, { servers: { length } }) => sum + (length > 1 ? length : 0), 0),
      verified: products.filter(({ publisher }) => publisher.state === 'verified').length,
      copies: products.filter(({ copyOf }) => copyOf !== null).length,
      ms: round(ms, 0),
    }
  },
}

function printLargest(products: readonly Product[], print: (line: string) => void): void {
  const largest = [...products].sort((a, b) => b.servers.length - a.servers.length).slice(0, 20)
  for (const { name, publisher, servers } of largest)
    print(`${servers.length} entries: ${name}, by ${publisher.name} (${publisher.state}): ${servers.join(', ')}`)
}

/** Of each basis, how many graded pairs are joined where links rest on it alone, and how many of these are right. */
function basesOf(pairs: readonly GradedPair[], servers: readonly CatalogServer[], known: Corrections) {
  const ofPair = productsOf(servers, known).flatMap(({ links }) => links)
  const basisOf = new Map(
    ofPair.flatMap(({ one, other, basis }) => [
      [`${one} ${other}`, basis] as const,
      [`${other} ${one}`, basis] as const,
    ]),
  )
  return Object.fromEntries(
    LINK_BASES.map(({ name }) => {
      const linked = pairs.filter(({ a, b }) => basisOf.get(`${a.id} ${b.id}`) === name)
      return [name, { linked: linked.length, right: linked.filter(({ same }) => same).length }]
    }),
  )
}
