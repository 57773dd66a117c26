import type { PackageFacts } from 'assay-verify/state/package-facts'
import { isObject, type JsonObject } from '../mcp/json-rpc'
import { NO_VERSION, OF_ANOTHER_PACKAGE, timeIn, unusable } from './index-metadata'
import { licenceIn, messageIn, versionIn } from './package-texts'

/** A name as PEP 503 normalizes it. */
function normalizedName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-')
}

/**
 * The facts in the metadata of a project as PyPI's JSON API gives it. Throws `ProbeFailure` where it is that of another
 * project, or names no version. `name` is normalized.
 */
export function factsOfProject({ info, urls }: JsonObject, name: string): PackageFacts {
  if (!isObject(info) || typeof info.name !== 'string' || normalizedName(info.name) !== name) {
    throw unusable(OF_ANOTHER_PACKAGE)
  }
  const version = versionIn(info.version)
  if (version === undefined) throw unusable(NO_VERSION)
  const files = Array.isArray(urls) ? urls.filter(isObject) : []
  const isWithdrawn = info.yanked === true || (files.length > 0 && files.every(({ yanked }) => yanked === true))
  const why = info.yanked_reason ?? files[0]?.yanked_reason
  return {
    registry: 'pypi',
    name,
    version,
    publishedAt: earliest(files.map((file) => timeIn(file.upload_time_iso_8601))),
    deprecated: isWithdrawn ? messageIn(why, 'Withdrawn (yanked) without a reason.') : null,
    licence: licenceOf(info),
    hasInstallScripts: files.length === 0 ? null : !files.some(({ packagetype }) => packagetype === 'bdist_wheel'),
    hasProvenance: provenanceOf(files),
  }
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : known.reduce((a, b) => Math.min(a, b))
}

/**
 * An SPDX expression, else the free text where it is short (many projects put the whole licence there), else the
 * classifier.
 */
function licenceOf({ license_expression, license, classifiers }: JsonObject): string | null {
  const expression = licenceIn(license_expression)
  if (expression !== null) return expression
  if (typeof license === 'string' && license.length <= LONGEST_LICENCE_NAME && licenceIn(license) !== null) {
    return licenceIn(license)
  }
  const listed: readonly unknown[] = Array.isArray(classifiers) ? classifiers : []
  const classifier = listed.find((one) => typeof one === 'string' && one.startsWith('License ::'))
  return typeof classifier === 'string' ? licenceIn(classifier.slice(classifier.lastIndexOf('::') + 2)) : null
}

const LONGEST_LICENCE_NAME = 100

/** An index that publishes provenance has the member in every file, with an address or null (PEP 740). */
function provenanceOf(files: readonly JsonObject[]): boolean | null {
  const known = files.filter((file) => Object.hasOwn(file, 'provenance'))
  return known.length === 0 ? null : known.some(({ provenance }) => typeof provenance === 'string' && provenance !== '')
}
