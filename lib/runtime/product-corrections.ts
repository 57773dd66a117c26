import { readFileSync } from 'node:fs'
import { ConfigError } from '../config'
import { type Corrections, corrections, readCorrections } from '../products/rules/corrections'
import shipped from '../products/rules/products.json' with { type: 'json' }

/**
 * What is known of products besides catalogs: the shipped publishers, and what the file that `PRODUCTS_FILE` names adds
 * (null: nothing). Where both know an account or a domain, the file counts. Throws `ConfigError` where the file cannot
 * be read or is not of that form.
 */
export function openProductCorrections(path: string | null): Corrections {
  const known = corrections.parse(shipped)
  if (path === null) return known
  const own = correctionsOf(path)
  return { publishers: [...known.publishers, ...own.publishers], join: own.join, split: own.split }
}

function correctionsOf(path: string): Corrections {
  try {
    return readCorrections(readFileSync(path, 'utf8'))
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const why = code === undefined ? message : `the file cannot be read (${code})`
    throw new ConfigError(
      [`PRODUCTS_FILE: ${why} See docs/products.md; unset, catalogs and the shipped file decide.`],
      {
        cause,
      },
    )
  }
}
