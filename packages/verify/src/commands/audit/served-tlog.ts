import { createHash } from 'node:crypto'
import { MAX_NOTE_LENGTH } from 'assay-tlog/note/signed-note'
import { parseVerifierKey, type VerifierKey } from 'assay-tlog/note/verifier-key'
import { decodeBundle, TILE_WIDTH, type Tile, tilePath } from 'assay-tlog/tile'
import { isTlogKeys, isTlogRetention, type RetentionDays } from '../answer-forms.ts'
import { Service, ServiceUnusable } from '../fetch-service.ts'

/** In bytes: 256 entries of 64 KiB. */
const MAX_BUNDLE_BYTES = TILE_WIDTH * (65_535 + 2)
const MAX_TILE_BYTES = TILE_WIDTH * 32

/** What a service says of the keys of its log; empty: it says nothing. */
export async function listServedKeys(service: Service): Promise<VerifierKey[]> {
  const summary = await service.findJson('/v1/log', { maxBytes: 1_000_000 })
  return isTlogKeys(summary) ? summary.keys.flatMap(({ vkey }) => parseVerifierKey(vkey) ?? []) : []
}

/** What a service says of how long it keeps what its log names; null: it is of a version that does not say. */
export async function findRetentionDays(service: Service): Promise<RetentionDays | null> {
  const summary = await service.findJson('/v1/log', { maxBytes: 1_000_000 })
  return isTlogRetention(summary) ? summary.kept : null
}

/** The newest checkpoint, unverified. */
export async function getCheckpointNote(service: Service): Promise<string> {
  const { body } = await service.ask('/log/checkpoint', { maxBytes: MAX_NOTE_LENGTH * 4 })
  if (body === null) throw new ServiceUnusable(`${service.root} has no log, or has published nothing yet.`)
  return new TextDecoder().decode(body)
}

/** The newest checkpoint that a witness cosigned of this origin; null: it knows none. */
export async function findWitnessNote(address: string, origin: string): Promise<string | null> {
  const hash = createHash('sha256').update(origin).digest('hex')
  const { body } = await new Service(address).ask(`/${hash}/checkpoint`, { maxBytes: MAX_NOTE_LENGTH * 4 })
  return body === null ? null : new TextDecoder().decode(body)
}

/** The bytes of a tile; null: the log has none. */
export async function findTile(service: Service, tile: Tile): Promise<Uint8Array | null> {
  return (await service.ask(`/log/${tilePath(tile)}`, { maxBytes: MAX_TILE_BYTES })).body
}

/**
 * Entries number `from` to `to` (exclusive), a bundle at a time; the next bundles are on their way meanwhile. null: a
 * bundle is missing or broken. A partial bundle may be missing once the log has grown.
 */
export async function* readBundles(
  service: Service,
  from: number,
  to: number,
): AsyncGenerator<{ first: number; entries: Uint8Array[] } | null> {
  const ahead: Promise<{ first: number; entries: Uint8Array[] } | null>[] = []
  const last = Math.ceil(to / TILE_WIDTH)
  let next = Math.floor(from / TILE_WIDTH)
  while (next < last || ahead.length > 0) {
    while (next < last && ahead.length < BUNDLES_AHEAD) {
      const reading = readBundle(service, next, to)
      // A failure is thrown where the bundle is taken.
      reading.catch(() => undefined)
      ahead.push(reading)
      next += 1
    }
    const bundle = await ahead.shift()
    if (bundle === undefined || bundle === null) return yield null
    const skipped = Math.max(0, from - bundle.first)
    yield { first: bundle.first + skipped, entries: bundle.entries.slice(skipped) }
  }
}

const BUNDLES_AHEAD = 4

async function readBundle(service: Service, index: number, size: number) {
  const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH)
  const first = index * TILE_WIDTH
  for (const served of width === TILE_WIDTH ? [width] : [width, TILE_WIDTH]) {
    const path = `/log/${tilePath({ level: 'entries', index, width: served })}`
    const { body } = await service.ask(path, { maxBytes: MAX_BUNDLE_BYTES })
    const entries = body === null ? undefined : decodeBundle(body, served)
    if (entries !== undefined) return { first, entries: entries.slice(0, width) }
  }
  return null
}
