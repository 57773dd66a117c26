import { hash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { digestOfContent, type ExportManifest } from '../../lib/moving/rules/manifest'

/** Rewrites a file of an export. */
const changed = (path: string, change: (bytes: Buffer) => Buffer | string) => async (from: string) => {
  const place = join(from, path)
  await writeFile(place, change(await readFile(place)))
}
const manifestWith = (change: (manifest: ExportManifest) => void) =>
  changed('manifest.json', (bytes) => {
    const manifest = JSON.parse(String(bytes)) as ExportManifest
    change(manifest)
    return JSON.stringify({ ...manifest, digest: digestOfContent(manifest.content) })
  })
const altered = (table: string, change: (text: string) => string) => async (from: string) => {
  const path = join('tables', `${table}.jsonl.gz`)
  await changed(path, (bytes) => gzipSync(change(String(gunzipSync(bytes)))))(from)
}
/** Alters a table, and the manifest so that it agrees. */
const forged = (table: string, change: (text: string) => string) => async (from: string) => {
  await altered(table, change)(from)
  const lines = gunzipSync(await readFile(join(from, 'tables', `${table}.jsonl.gz`)))
  await manifestWith(({ content }) => {
    const entry = content.tables.find(({ name }) => name === table)
    const rows = lines.filter((byte) => byte === 10).length
    if (entry !== undefined) Object.assign(entry, { rows, bytes: lines.length, sha256: hash('sha256', lines, 'hex') })
  })(from)
}

/** What is wrong with each export, how it is made so, and what is said of it. */
export const FAULTS: readonly [string, (from: string) => Promise<void>, string | RegExp][] = [
  ['a file that was cut', changed('tables/tools.jsonl.gz', (bytes) => bytes.subarray(0, -9)), 'is damaged'],
  ['a file that is no gzip', changed('tables/tools.jsonl.gz', () => 'x'), 'is damaged'],
  ['a row that was altered', altered('servers', (text) => text.replace('Title', 'Titel')), 'is damaged'],
  ['a row that is missing', altered('tools', (text) => text.slice(text.indexOf('\n') + 1)), 'is damaged'],
  ['rows that were added', altered('tools', (text) => text + text), 'longer than its manifest says'],
  ['a table that is missing', (from) => rm(join(from, 'tables/tools.jsonl.gz')), /ENOENT/],
  ['no manifest', (from) => rm(join(from, 'manifest.json')), /ENOENT/],
  ['another file as manifest', changed('manifest.json', () => '{}'), 'It is no manifest of an export.'],
  [
    'a manifest that was altered',
    changed('manifest.json', (bytes) => String(bytes).replace('"tools"', '"toolz"')),
    'It was altered.',
  ],
  ['a newer form', manifestWith((manifest) => Object.assign(manifest, { version: 2 })), 'use a newer one'],
  [
    'a newer schema',
    manifestWith(({ content }) => Object.assign(content, { migration: '9999_later' })),
    'use a newer one',
  ],
  [
    'an older schema',
    manifestWith(({ content }) => Object.assign(content, { migration: '0001_older' })),
    'Import it with the program that made it (assay 0.1.0)',
  ],
  ['a table too few', manifestWith(({ content }) => content.tables.pop()), 'not the tables of its migration'],
  [
    'a row that refers to nothing',
    forged('tools', (text) => text.replaceAll(/"server_key":"\d+"/g, '"server_key":"99999"')),
    'Rows of tools cannot be stored',
  ],
  [
    'a value in another form',
    forged('servers', (text) => text.replace('"lifecycle":"active"', '"lifecycle":" active"')),
    'Rows of servers cannot be stored',
  ],
  [
    'a number in another form',
    forged('tools', (text) => text.replace(/"server_key":"(\d+)"/, '"server_key":" $1"')),
    'stored other values in tools',
  ],
  [
    'a log that was altered',
    changed('log/tile/entries/000.p/8', (bytes) => String(bytes).replace('assay.example', 'essay.example')),
    'The log in',
  ],
  ['a log without its checkpoint', (from) => rm(join(from, 'log/checkpoint')), 'set LOG_STORE and DATA_DIR'],
]
