import type { SearchResult } from '../../contract/shapes/candidates'
import type { ListingRow } from '../../contract/shapes/categories'
import { isFixture } from '../../core/catalog/fixtures'
import { isOfficial } from '../../core/catalog/official'
import { waysIn } from '../../core/catalog/ways-in'
import { oneLine } from '../../core/text/hostile-text'
import type { Context } from '../context'
import { latencyOf } from '../operations/category'
import { findShown, resultOf, type SearchInput, type ShownResult } from '../operations/search'
import type { Products } from '../product-directory'
import { readOptions } from '../search/read-options'

/** A search result with what a list of the pages shows besides. */
export interface ListedResult extends SearchResult, Pick<ListingRow, 'official' | 'latency'> {
  /** Where its server is listed. */
  registry: string
  /** Whether the catalog has an address or a package of it that a client can add. */
  isInstallable: boolean
}

/**
 * The results of a search as the rows of a list of a page, without the fixtures of benchmarks. `shown`: products that
 * are shown already and are left out.
 */
export async function findListedResults(
  input: SearchInput,
  limit: number,
  context: Context,
  shown: Iterable<string> = [],
): Promise<ListedResult[]> {
  const [found, products] = [
    await findShown(input, limit, context, { isLeftOut: isFixture, products: shown }),
    await context.products.current(),
  ]
  return found.map((one) => listed(one, products))
}

/** Servers by their ids, as the rows of a list; one that is not listed any more is left out. */
export async function listServers(ids: readonly string[], context: Context): Promise<Map<string, ListedResult>> {
  const named = { exact: new Map(ids.map((id) => [id, 'id'] as const)), isNamed: () => false }
  const options = await readOptions('', [], named, { readOnly: false }, context)
  const texts = new Map((await context.subjectFacts.listTexts(ids)).map((one) => [one.id, one]))
  const products = await context.products.current()
  return new Map(
    options.flatMap((option) => {
      const own = texts.get(option.id)
      return own === undefined
        ? []
        : [[option.id, listed({ option: { ...option, alsoListedAs: [] }, texts: own }, products)]]
    }),
  )
}

function listed(shown: ShownResult, products: Products): ListedResult {
  const { serverId, remotes, packages, scoreFacts } = shown.option.facts
  const result = resultOf(shown, products)
  const { callable } = waysIn({ remotes, packages })
  return {
    ...result,
    description: oneLine(result.description),
    official: isOfficial({ id: serverId, remotes }),
    latency: latencyOf(scoreFacts?.latencyP50Ms ?? null, scoreFacts?.latencyP95Ms ?? null),
    registry: serverId.slice(0, serverId.indexOf('/')),
    isInstallable: callable === 'endpoint' || callable === 'package',
  }
}
