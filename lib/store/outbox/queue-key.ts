import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesFromBase64url } from 'assay-verify/base64url'

/** The key is made once, in the folder of the data; every process of a service needs the same. */
const FILE_NAME = 'log-queue.key'
const KEY_BYTES = 32
const OTHERS = 0o077
/** Versions the signed text. */
const PURPOSE = 'assay log queue 1'

// Next's bundle and server.ts load this file twice in one process; both copies share this global.
const GLOBAL_KEY = Symbol.for('assay.logQueueKey')
const shared = globalThis as { [GLOBAL_KEY]?: Uint8Array | undefined }

/** Where the key that signs queued facts comes from. */
export interface QueueKeySource {
  /** 32 bytes in base64url, of the settings; null: a file in the folder. */
  configured: string | null
  /** null: this host has no disk that lasts. */
  folder: string | null
}

/**
 * Gives this process the key that signs facts it queues: that of the settings, or that of the file, which is made where
 * there is none. Answers why there is none, null where there is: facts are queued without a signature then, and the job
 * of the log refuses them.
 */
export function prepareQueueKey({ configured, folder }: QueueKeySource, warn: (line: string) => void): string | null {
  setQueueKey(null)
  if (configured === null && folder === null) return 'LOG_QUEUE_KEY is not set, and this host has no disk for a file.'
  try {
    const text = configured ?? keyInFile(folder ?? '', warn)
    const key = bytesFromBase64url(text)
    if (key?.length !== KEY_BYTES) return `${FILE_NAME} in DATA_DIR is not what this program writes there.`
    setQueueKey(key)
    return null
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause)
    return `LOG_QUEUE_KEY is not set, and ${FILE_NAME} in DATA_DIR cannot be read or made (${code}).`
  }
}

/** Replaces the key of this process; null: it has none. */
export function setQueueKey(key: Uint8Array | null): void {
  shared[GLOBAL_KEY] = key ?? undefined
}

export function hasQueueKey(): boolean {
  return shared[GLOBAL_KEY] !== undefined
}

/**
 * HMAC-SHA-256, base64url, of a leaf in canonical JSON and the identity it is queued with; null: this process has no
 * key.
 */
export function signatureOf(entry: string, identity: string | null): string | null {
  const key = shared[GLOBAL_KEY]
  if (key === undefined) return null
  return createHmac('sha256', key)
    .update(`${PURPOSE}\n${identity ?? ''}\n${entry}`)
    .digest('base64url')
}

/** Whether a process with the key of this one signed exactly this. */
export function isSigned(entry: string, identity: string | null, signature: string | null): boolean {
  const expected = signatureOf(entry, identity)
  if (expected === null || signature === null || signature.length !== expected.length) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
}

function keyInFile(folder: string, warn: (line: string) => void): string {
  const path = join(folder, FILE_NAME)
  makeOnce(folder, path)
  if ((statSync(path).mode & OTHERS) !== 0) {
    chmodSync(path, 0o600)
    warn(
      `${path} could be read by other users of this machine; it cannot any more. Stop the service, delete it, and a new one is made.`,
    )
  }
  return readFileSync(path, 'utf8').trim()
}

/** Two processes that start at once make one: the file appears whole, and only where there is none. */
function makeOnce(folder: string, path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const made = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(made, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  try {
    linkSync(made, path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  } finally {
    rmSync(made, { force: true })
  }
}
