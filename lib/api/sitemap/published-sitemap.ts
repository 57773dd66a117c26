import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { NewSet } from '../../store/files/published-files'
import type { Context } from '../context'
import { sitemapOfAll, sitemapPart } from './sitemap'

/** What the sets of files of the sitemap are called, and the format of those that this code writes and reads. */
export const SITEMAP_FILES = { name: 'sitemap', format: 1 } as const
/** One that was published so long ago, or confirmed, is its publisher's last: this process makes its own then. */
const FRESH_MS = 3 * 3_600_000
const INDEX = 'sitemap'

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** The index of the sitemap and all its parts, as files. */
export async function sitemapSet(context: Context): Promise<NewSet> {
  const index = await sitemapOfAll(context)
  const files: Record<string, Uint8Array> = { [INDEX]: await zip(index) }
  for (const [, name = ''] of index.matchAll(/\/sitemap-([a-z0-9-]+)\.xml</g)) {
    const part = await sitemapPart(name, context)
    if (part !== undefined) files[name] = await zip(part)
  }
  const version = hash(
    'sha256',
    JSON.stringify(Object.entries(files).map(([name, file]) => [name, hash('sha256', file)])),
  )
  return { ...SITEMAP_FILES, version, files }
}

/** The published index (`sitemap`), or a part by its name; undefined: none that is fresh can be had. */
export async function publishedSitemap(name: string, { files, db }: Context): Promise<string | undefined> {
  const set = files === null ? undefined : await files.find(db, SITEMAP_FILES)
  if (files === null || set === undefined || set.ageMs >= FRESH_MS || set.files[name] === undefined) return undefined
  const bytes = await files.read(set, name)
  return bytes && (await unzip(bytes)).toString('utf8')
}
