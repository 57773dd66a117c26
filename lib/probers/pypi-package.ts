import type { Place } from '../core/catalog/probe-target'
import { pypiNameOf } from '../core/lookup/package-name'
import { goneFrom, noteIndex } from './package/index-identity'
import { readMetadata, TOO_LARGE, unusable } from './package/index-metadata'
import { packageFindings } from './package/package-findings'
import { type PackageIndexes, placeOfPackage } from './package/package-index'
import { factsOfProject } from './package/pypi-facts'
import { type Probe, ProbeFailure } from './prober'

export function placeOfPypiPackage(name: string, { pypi }: PackageIndexes): Place | null {
  return placeOfPackage(pypi, pypiNameOf(name))
}

/**
 * Looks a project up in the configured index of the form of PyPI's JSON API: whether it is published or withdrawn, and
 * the facts of its newest version.
 */
export const probePypiPackage: Probe = async ({ url }, settings, controls) => {
  const index = settings.packageIndexes?.pypi
  const name = pypiNameOf(url)
  if (index === undefined || name === undefined) throw new ProbeFailure('not_probeable')
  const base = index.addressOf(name)
  const address = `${base}/pypi/${encodeURIComponent(name)}/json`
  const answer = await readMetadata(index, address, settings, controls)
  if (answer.kind === 'too_large') throw unusable(TOO_LARGE)
  if (answer.kind === 'gone') return goneFrom(index, base, answer.httpStatus, settings, controls)
  const facts = factsOfProject(answer.metadata, name)
  noteIndex(index, base)
  return packageFindings(facts, answer.httpStatus)
}
