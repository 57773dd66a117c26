import type { PackageFacts } from 'assay-verify/state/package-facts'
import { isObject, type JsonObject } from '../mcp/json-rpc'
import { memberOf, NO_VERSION, OF_ANOTHER_PACKAGE, timeIn, unusable } from './index-metadata'
import { licenceIn, messageIn, versionIn } from './package-texts'

/** The scripts that npm runs when it installs a package. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

/**
 * The facts in npm's metadata of a package (its "packument"); null where all its versions were unpublished. Throws
 * `ProbeFailure` where it is that of another package, or names no version.
 */
export function factsOfPackument(packument: JsonObject, name: string): PackageFacts | null {
  if (packument.name !== name) throw unusable(OF_ANOTHER_PACKAGE)
  if (isObject(memberOf(packument.time, 'unpublished'))) return null
  const latest = memberOf(packument['dist-tags'], 'latest')
  const manifest = typeof latest === 'string' ? memberOf(packument.versions, latest) : undefined
  if (!isObject(manifest)) throw unusable(NO_VERSION)
  return factsOfManifest(manifest, name, timeIn(memberOf(packument.time, String(latest))))
}

/** The facts in npm's metadata of one version. Throws as `factsOfPackument`. */
export function factsOfManifest(manifest: JsonObject, name: string, publishedAt: number | null): PackageFacts {
  if (manifest.name !== name) throw unusable(OF_ANOTHER_PACKAGE)
  const version = versionIn(manifest.version)
  if (version === undefined) throw unusable(NO_VERSION)
  const { deprecated, dist } = manifest
  // An empty message withdraws the deprecation.
  const isDeprecated = deprecated === true || (typeof deprecated === 'string' && deprecated !== '')
  return {
    registry: 'npm',
    name,
    version,
    publishedAt,
    deprecated: isDeprecated ? messageIn(deprecated, 'Deprecated without a message.') : null,
    licence: licenceOf(manifest),
    hasInstallScripts: runsScripts(manifest),
    hasProvenance: isObject(dist) ? isObject(memberOf(dist, 'attestations')) : null,
  }
}

function runsScripts({ hasInstallScript, gypfile, scripts }: JsonObject): boolean {
  const isScript = (name: string) => typeof memberOf(scripts, name) === 'string'
  return hasInstallScript === true || gypfile === true || INSTALL_SCRIPTS.some(isScript)
}

/** As a text; of old packages an object, or a list of them. */
function licenceOf({ license, licenses }: JsonObject): string | null {
  const first = license ?? (Array.isArray(licenses) ? licenses[0] : undefined)
  return licenceIn(isObject(first) ? first.type : first)
}
