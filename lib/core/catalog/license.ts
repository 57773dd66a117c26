import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' }
import currentIds from 'spdx-license-ids/index.json' with { type: 'json' }

/** What catalogs write where they know no licence, as a pattern that JavaScript and Postgres read alike. */
export const NO_LICENSE = '^(unknown|other|none|n/a|not |see licen[cs]e|[[<@]|https?:|$)'

const IS_NONE = new RegExp(NO_LICENSE, 'i')

/** The licence as a source names it; null where it names none, or its registry (`Smithery`) in the place of one. */
export function knownLicense(license: string | null, registry: string): string | null {
  return license === null || IS_NONE.test(license) || license.toLowerCase() === registry ? null : license
}

/** The licence of a server, as a page shows it. */
export interface Licence {
  name: string
  /** Its page at SPDX; null: the name is none of SPDX's. */
  address: string | null
}

const IDS: ReadonlyMap<string, string> = new Map([...deprecatedIds, ...currentIds].map((id) => [id.toLowerCase(), id]))

/**
 * The licence that a catalog or a package index names; null: it names none. An id of SPDX is found in any case and with
 * the word "License" ("Apache License 2.0"). Some registries write their own name (`registry`) as the licence of all.
 */
export function licenceOf(text: string | null, registry = ''): Licence | null {
  const stated = knownLicense(text?.trim() ?? null, registry)
  if (stated === null) return null
  const bare = stated.replace(/\blicen[sc]e\b/gi, ' ').trim()
  const id = IDS.get(stated.toLowerCase()) ?? IDS.get(bare.replace(/[\s,]+/g, '-').toLowerCase())
  return id === undefined ? { name: stated, address: null } : { name: id, address: `https://spdx.org/licenses/${id}` }
}
