import type { Health } from '../../contract/shapes/health'
import { licenceOf } from '../../core/catalog/license'
import { variablesOf } from '../../core/catalog/package-inputs'
import { statedPublisher } from '../../core/catalog/stated-publisher'
import { REGISTRY_ROWS, TRANSPORT_ROWS } from '../../core/catalog/transports'
import { type OtherListing, otherListingsRead } from '../../store/catalog/other-listings'
import type { Context } from '../context'
import type { Profile } from './profile'

const LISTINGS_SHOWN = 8

type Entry = Pick<
  Profile,
  'serverId' | 'registry' | 'repository' | 'remotes' | 'packages' | 'license' | 'version' | 'lastReleaseAt'
>

/** Where else a server is listed, as it is read for its page. */
export const listingsRead = (serverKey: number) => otherListingsRead(serverKey, LISTINGS_SHOWN)

/** What catalogs and package indexes say of a server, whether it was ever checked or not. */
export async function catalogFacts(
  entry: Entry & Pick<Profile, 'serverKey'>,
  evidence: Health['evidence'],
  listings: OtherListing[],
  { products }: Pick<Context, 'products'>,
) {
  const published = evidence.flatMap((one) => (one.package === null ? [] : [{ ...one, package: one.package }]))
  const licence = entry.license ?? published[0]?.package.licence ?? null
  const packages = entry.packages.map((one) => {
    const found = published.find(({ target, url }) => target === one.registry && isNamed(url, one.name))?.package
    return {
      kind: 'package' as const,
      where: REGISTRY_ROWS[one.registry].name,
      name: one.name,
      version: found?.newest ?? one.version ?? null,
      releasedAt: found?.publishedAt ?? (isOfRelease(one, entry) ? entry.lastReleaseAt : null),
    }
  })
  const addresses = entry.remotes.map(({ transport, url }) => ({
    kind: 'address' as const,
    where: TRANSPORT_ROWS[transport].short,
    name: url,
    version: null,
    releasedAt: null,
  }))
  return {
    publisher: (await products.current()).of(entry.serverKey)?.publisher ?? statedPublisher(entry),
    licence: licenceOf(licence, entry.registry),
    release: { version: packages[0]?.version ?? entry.version, at: entry.lastReleaseAt },
    ways: [...addresses, ...packages],
    inputs: inputsOf(entry),
    listings,
  }
}

/** An environment variable or a header that it reads; each name once, the required ones first. */
function inputsOf({ packages, remotes }: Entry) {
  const all = [
    ...packages.flatMap((one) => variablesOf(one).map((variable) => ({ ...variable, place: 'environment' as const }))),
    ...remotes.flatMap(({ headers = [] }) => headers.map((header) => ({ ...header, place: 'header' as const }))),
  ]
  const byName = new Map(all.map((one) => [one.name, one]))
  return [...byName.values()].sort((one, other) => Number(other.isRequired) - Number(one.isRequired))
}

/** Whether the release of a server is that of this package: its catalog names no other version. */
function isOfRelease({ version }: Entry['packages'][number], entry: Entry): boolean {
  return version !== undefined && (entry.version ?? version) === version
}

/** Indexes normalize the names of packages. */
function isNamed(url: string, name: string): boolean {
  return url.toLowerCase().replaceAll(/[-_.]+/g, '-') === name.toLowerCase().replaceAll(/[-_.]+/g, '-')
}
