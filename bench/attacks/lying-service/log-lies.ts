import { signCheckpoint } from 'assay-tlog/note/checkpoint'
import { noteSigner } from 'assay-tlog/note/verifier-key'
import { encodeBundle } from 'assay-tlog/tile'
import type { TestWorld } from 'assay-verify/commands/audit/test-world'
import { leafBytes } from 'assay-verify/leaves/leaf'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../../../lib/store/database'
import type { NamedLie } from './lies'

const ORIGIN = 'audit.test/log'
const AT = '2026-11-20T00:00:00.000Z'

/** Lies of whoever has the key of the log: they sign any size, and serve entries without end. */
export async function logLies(world: TestWorld): Promise<NamedLie[]> {
  const [key] = await rowsOf<{ seed: string }>(world.db, sql`SELECT seed FROM log_keys WHERE seed IS NOT NULL`)
  const signer = noteSigner(ORIGIN, 'ed25519', Buffer.from(key?.seed ?? '', 'base64url'))
  const noteOf = (size: number) =>
    signCheckpoint({ origin: ORIGIN, size, root: new Uint8Array(32).fill(1) }, signer, new Date())
  const bundleOf = (index: number) =>
    Buffer.from(
      encodeBundle(
        Array.from({ length: 256 }, (_, at) => {
          const id = `s/${index}-${at}-${'x'.repeat(900)}`
          return leafBytes({ v: 1, kind: 'verdict', at: AT, id, from: 'unknown', to: 'healthy' })
        }),
      ),
    )
  const made = new Map<string, Buffer>()
  const withSize = (size: number, served: 'entries' | 'same' | 'none'): NamedLie['lies'][number] => {
    return (request, response) => {
      const { url = '' } = request
      if (url === '/log/checkpoint') return response.end(noteOf(size))
      const [, place] = /^\/log\/tile\/entries\/([x\d/]+)/.exec(url) ?? []
      if (place === undefined || served === 'none') return false
      const name = served === 'same' ? '' : place
      const bytes = made.get(name) ?? bundleOf(Number(name.replaceAll(/[x/]/g, '')))
      if (made.size < 50) made.set(name, bytes)
      return response.end(bytes)
    }
  }
  const asText = (text: string): NamedLie['lies'][number] => {
    const note = noteOf(5).replace('\n5\n', `\n${text}\n`)
    return (request, response) => (request.url === '/log/checkpoint' ? response.end(note) : false)
  }
  return [
    { name: 'a signed size of 2^53-1, no entries', lies: [withSize(Number.MAX_SAFE_INTEGER, 'none')] },
    { name: 'a signed size of 2^53-1, entries without end', lies: [withSize(Number.MAX_SAFE_INTEGER, 'entries')] },
    { name: 'the same entries without end', lies: [withSize(Number.MAX_SAFE_INTEGER, 'same')] },
    { name: 'five million entries of other ids', lies: [withSize(5_000_000, 'entries')] },
    { name: 'sizes that are none', lies: ['1152921504606846976', '-5', 'NaN', '1e3', '0x10', '٣'].map(asText) },
  ]
}
