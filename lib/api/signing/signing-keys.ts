import { randomBytes } from 'node:crypto'
import { publicJwkOf, type SigningKey, signingKeyFromSeed } from 'assay-verify/attestation'
import type { PublicJwk } from 'assay-verify/attestation-check'
import { neededUntil, USE_MS } from '../../core/signing-key-periods'
import type { Database, OpenDatabase } from '../../store/database'
import type { RevisionReader } from '../../store/signing/key-revisions'
import {
  addFirstSigningKey,
  announceConfiguredKey,
  eraseSecrets,
  listSigningKeys,
  retireSigningKeys,
  retireSuperseded,
  type StoredSigningKey,
} from '../../store/signing/signing-keys'

/** The key that signs. */
interface ActiveKey {
  key: SigningKey
  /**
   * When the database last confirmed that it is in use: attestations made long after that are valid for less time
   * (`expiryOf`).
   */
  confirmedAt: Date
}

export interface SigningKeys {
  /**
   * The key that signs at `now`, at most a second older than the newest change in any process: at once where that is
   * known, else a promise.
   */
  current(now: Date): ActiveKey | Promise<ActiveKey>
  /**
   * Public keys of the key set: the one that signs first, then those of other processes, those to come, and retired
   * ones until what they signed has expired.
   */
  published(now: Date): Promise<PublicJwk[]>
}

export interface SigningKeySettings {
  db: Database
  revisions: RevisionReader
  /** The seed of the settings, base64url; null: keys are made here and stored. */
  configured: string | null
  log(line: string, cause?: unknown): void
}

interface Held {
  key: SigningKey
  stored: readonly StoredSigningKey[]
  revision: number
  /** Read again from then on, although no revision has changed. */
  readAgainAt: Date
}

/** The keys of a process. Throws where they cannot be read at first; later it keeps those it has. */
export async function openSigningKeys(settings: SigningKeySettings, now: Date): Promise<SigningKeys> {
  const { db, revisions, configured, log } = settings
  const configuredKey = configured === null ? null : signingKeyFromSeed(Buffer.from(configured, 'base64url'))
  // Seeds do not stay in the database where one is configured, nor one that was copied into the settings. Only here: a
  // process without the setting makes a new one.
  if (configured !== null) await retireSigningKeys(db, now)
  let held = await read(settings, configuredKey, (await revisions.current()).signing_keys, now)
  let confirmedAt = now
  let reading: Promise<void> | undefined
  const readAgain = async (revision: number, at: Date) => {
    try {
      held = await read(settings, configuredKey, revision, at)
      confirmedAt = at
    } catch (cause) {
      log('Signing keys cannot be read; the present one goes on signing.', cause)
      held = { ...held, readAgainAt: new Date(at.getTime() + RETRY_MS) }
    } finally {
      reading = undefined
    }
  }
  const refreshed = async (revision: number, at: Date): Promise<ActiveKey> => {
    reading ??= readAgain(revision, at)
    await reading
    return { key: held.key, confirmedAt }
  }
  const checked = (revision: number, at: Date) => {
    if (revisions.isFailing()) return { key: held.key, confirmedAt }
    if (revision !== held.revision || at >= held.readAgainAt) return refreshed(revision, at)
    if (at > confirmedAt) confirmedAt = at
    return { key: held.key, confirmedAt }
  }
  const current: SigningKeys['current'] = (at) => {
    const asked = revisions.current()
    if (!(asked instanceof Promise)) return checked(asked.signing_keys, at)
    return asked.then((found) => checked(found.signing_keys, at))
  }
  return {
    current,
    published: async (at) => {
      await current(at)
      const others = held.stored.filter(
        ({ kid, neededUntil: until }) => kid !== held.key.kid && (until === null || at < until),
      )
      return [held.key.publicJwk, ...others.map(({ publicKey }) => publicJwkOf(publicKey))]
    },
  }
}

const RETRY_MS = 5000

/** A key set in which others could read the secrets: they are replaced before the process opens its keys. */
export async function replaceExposedKeys(
  db: Database,
  exposure: NonNullable<OpenDatabase['exposure']>,
  isConfigured: boolean,
  now: Date,
  warn: (line: string) => void,
): Promise<void> {
  const retired = await retireSigningKeys(db, now, 'leaked')
  await eraseSecrets(db)
  exposure.settle()
  const until = neededUntil(now).toISOString()
  for (const kid of retired) {
    warn(
      `The signing key ${kid} was readable in the database: it is replaced, and stays in the key set until ${until}.`,
    )
  }
  if (isConfigured) warn('SIGNING_KEY is not kept in the database: it was not replaced, and still signs.')
}

async function read(
  { db }: SigningKeySettings,
  configured: SigningKey | null,
  revision: number,
  now: Date,
): Promise<Held> {
  if (configured !== null) {
    await announceConfiguredKey(db, configured, now)
    return heldOf(configured, await listSigningKeys(db, now), revision, now)
  }
  await retireSuperseded(db, now)
  let stored = await listSigningKeys(db, now)
  if (activeOf(stored, now) === undefined) {
    await addFirstSigningKey(db, randomBytes(32).toString('base64url'), now)
    stored = await listSigningKeys(db, now)
  }
  const seed = activeOf(stored, now)?.seed
  if (seed == null) throw new Error('There is no signing key, though one was added.')
  return heldOf(signingKeyFromSeed(Buffer.from(seed, 'base64url')), stored, revision, now)
}

function heldOf(key: SigningKey, stored: readonly StoredSigningKey[], revision: number, now: Date): Held {
  const times = stored.filter(({ signsFrom }) => signsFrom > now).map(({ signsFrom }) => signsFrom.getTime())
  return { key, stored, revision, readAgainAt: new Date(Math.min(now.getTime() + USE_MS, ...times)) }
}

/**
 * The newest key whose time to sign has come; where a clock runs late and the one before is retired already, the next
 * one. `stored`: the newest first.
 */
function activeOf(stored: readonly StoredSigningKey[], now: Date): StoredSigningKey | undefined {
  const made = stored.filter(({ seed }) => seed !== null)
  return made.find(({ signsFrom }) => signsFrom <= now) ?? made.at(-1)
}
