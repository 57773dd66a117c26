import type { Place } from '../core/catalog/probe-target'
import { npmNameOf } from '../core/lookup/package-name'
import { goneFrom, noteIndex } from './package/index-identity'
import { readMetadata, TOO_LARGE, unusable } from './package/index-metadata'
import { factsOfManifest, factsOfPackument } from './package/npm-facts'
import { packageFindings } from './package/package-findings'
import { type PackageIndexes, placeOfPackage } from './package/package-index'
import { type Probe, ProbeFailure } from './prober'

const NO_TIME = 'The metadata of all its versions is larger than is read: when the newest was published is not known.'
const UNPUBLISHED = 'All its versions were unpublished.'

export function placeOfNpmPackage(name: string, { npm }: PackageIndexes): Place | null {
  return placeOfPackage(npm, npmNameOf(name))
}

/**
 * Looks a package up in the index that npm is configured with: whether it is published or deprecated, and the facts of
 * its newest version. Reads the metadata of all versions, since only that has times; where it is too large, that of the
 * newest version alone.
 */
export const probeNpmPackage: Probe = async ({ url }, settings, controls) => {
  const index = settings.packageIndexes?.npm
  const name = npmNameOf(url)
  if (index === undefined || name === undefined) throw new ProbeFailure('not_probeable')
  // The form of npm itself: the slash of a scope is escaped, its @ is not.
  const base = index.addressOf(name)
  const address = `${base}/${encodeURIComponent(name).replace(/^%40/, '@')}`
  const whole = await readMetadata(index, address, settings, controls)
  if (whole.kind === 'gone') return goneFrom(index, base, whole.httpStatus, settings, controls)
  if (whole.kind === 'metadata') {
    const facts = factsOfPackument(whole.metadata, name)
    noteIndex(index, base)
    if (facts !== null) return packageFindings(facts, whole.httpStatus)
    throw new ProbeFailure('package_gone', { httpStatus: whole.httpStatus, notes: [UNPUBLISHED] })
  }
  const newest = await readMetadata(index, `${address}/latest`, settings, controls)
  if (newest.kind === 'too_large') throw unusable(TOO_LARGE)
  if (newest.kind === 'gone') throw unusable(TOO_LARGE, { httpStatus: newest.httpStatus })
  const facts = factsOfManifest(newest.metadata, name, null)
  noteIndex(index, base)
  return packageFindings(facts, newest.httpStatus, [NO_TIME])
}
