import { endpointNameOf, imageNameOf } from 'assay-decide/names'
import type { TargetKind } from 'assay-verify/target-kind'
import type { Package, Remote } from '../../../core/catalog/catalog'
import { TRANSPORT_ROWS } from '../../../core/catalog/transports'
import { npmNameOf, pypiNameOf } from '../../../core/lookup/package-name'
import { saysNothing } from '../identity'
import { LOCAL } from '../sites'
import type { WayKind } from './way-states'

/** One thing that an entry of a catalog names as a way to get a product. */
export interface NamedWay {
  /** Equal for two entries that name the same thing. */
  key: string
  kind: WayKind
  /** A transport, or where a package is published; `source`: a repository. */
  target: TargetKind | 'source'
  /** Its address; of a package its name. */
  name: string
  /** Its address is that of a machine's own or private network: of no use to others. */
  isLocal: boolean
  /** Its address has variables to fill. */
  isTemplate: boolean
}

const KIND_OF = {
  mcp: 'remote',
  process: 'process',
  api: 'api',
  description: 'documentation',
  other: 'remote',
} as const satisfies Record<string, WayKind>

/** The thing at an address: host and path tell it apart, not how its address is written. */
export function wayOfRemote({ transport, url, template }: Remote): NamedWay {
  const kind = KIND_OF[TRANSPORT_ROWS[transport].holds]
  const name = template ? undefined : endpointNameOf(url)
  const host = (name ?? '').split('/')[0]?.replace(/:\d+$/, '') ?? ''
  const own = { kind, target: transport, name: url, isTemplate: template }
  return { ...own, key: `${kind} ${name ?? url}`, isLocal: name !== undefined && LOCAL.test(host) }
}

/** The package or image; undefined: it is a program that starts other servers, or a placeholder. */
export function wayOfPackage({ registry, name }: Pick<Package, 'registry' | 'name'>): NamedWay | undefined {
  const plain = plainName(registry, name)
  if (saysNothing(`${registry}:${plain.toLowerCase()}`)) return undefined
  const kind = registry === 'oci' ? 'image' : 'package'
  const own = { kind, target: registry, name: plain, isLocal: false, isTemplate: false } as const
  return { ...own, key: `${registry} ${plain.toLowerCase()}` }
}

export function wayOfSource(repository: string): NamedWay {
  const own = { kind: 'source', target: 'source', name: repository, isLocal: false, isTemplate: false } as const
  return { ...own, key: `source ${(endpointNameOf(repository) ?? repository).toLowerCase()}` }
}

function plainName(registry: Package['registry'], name: string): string {
  if (registry === 'npm') return npmNameOf(name) ?? name
  if (registry === 'pypi') return pypiNameOf(name) ?? name
  return registry === 'oci' ? (imageNameOf(name) ?? name) : name
}

const SLUGS: Readonly<Partial<Record<NamedWay['target'], string>>> = {
  npm: 'npm',
  pypi: 'pypi',
  nuget: 'nuget',
  mcpb: 'mcpb',
}

/** What it is called in an address: `remote`, `npm`, `image`. */
export const slugOf = ({ kind, target }: Pick<NamedWay, 'kind' | 'target'>): string => SLUGS[target] ?? kind

const NOUNS: Readonly<Partial<Record<NamedWay['target'], string>>> = {
  npm: 'npm package',
  pypi: 'PyPI package',
  nuget: 'NuGet package',
  mcpb: 'MCPB bundle',
}

/** What it is called in a sentence: `remote`, `npm package`. Never a stranger’s text. */
export function nounOf({ kind, target }: Pick<NamedWay, 'kind' | 'target'>): string {
  return NOUNS[target] ?? (kind === 'api' ? 'API' : kind)
}
