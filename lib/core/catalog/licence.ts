import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' }
import currentIds from 'spdx-license-ids/index.json' with { type: 'json' }

/** The licence of a server, as a page shows it. */
export interface Licence {
  name: string
  /** Its page at SPDX; null: the name is none of SPDX's. */
  address: string | null
}

const IDS: ReadonlyMap<string, string> = new Map([...deprecatedIds, ...currentIds].map((id) => [id.toLowerCase(), id]))
/** What catalogs write where they know none. */
const PLACEHOLDER = /^(?:unknown|other|none|n\/a|not |see licen[sc]e|unlicensed|[[<]|https?:)/i

/**
 * The licence that a catalog or a package index names; null: it names none. An id of SPDX is found in any case and with
 * the word "License" ("Apache License 2.0"). Some registries write their own name (`registry`) as the licence of all.
 */
export function licenceOf(text: string | null, registry = ''): Licence | null {
  const stated = text?.trim() ?? ''
  if (stated === '' || PLACEHOLDER.test(stated) || stated.toLowerCase() === registry) return null
  const bare = stated.replace(/\blicen[sc]e\b/gi, ' ').trim()
  const id = IDS.get(stated.toLowerCase()) ?? IDS.get(bare.replace(/[\s,]+/g, '-').toLowerCase())
  return id === undefined ? { name: stated, address: null } : { name: id, address: `https://spdx.org/licenses/${id}` }
}
