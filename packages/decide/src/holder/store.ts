import { HolderProblem, messageOf } from './bounded-get.ts'

/** Where a holder keeps what it fetched. Names are of letters, digits, `-`, `_` and `.`. */
export interface BundleStore {
  /** null: there is none of this name. */
  read(name: string): Promise<Uint8Array | null>
  /** Replaces it whole: whoever reads meanwhile gets the bytes before or these. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** What is not there is no error. */
  remove(name: string): Promise<void>
}

/** A store that ends with its process. */
export function memoryStore(): BundleStore {
  const files = new Map<string, Uint8Array>()
  return {
    read: async (name) => files.get(name) ?? null,
    write: async (name, bytes) => {
      files.set(name, bytes)
    },
    remove: async (name) => {
      files.delete(name)
    },
  }
}

/** What is stored under a name; null also where it cannot be read. */
export async function readStored(store: BundleStore, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const bytes = await store.read(name)
    return bytes === null ? null : new Uint8Array(bytes)
  } catch {
    return null
  }
}

export async function writeJson(store: BundleStore, name: string, value: unknown): Promise<void> {
  await writeStored(store, name, new TextEncoder().encode(JSON.stringify(value)))
}

/** Throws `HolderProblem` where it cannot be kept. */
export async function writeStored(store: BundleStore, name: string, bytes: Uint8Array): Promise<void> {
  try {
    await store.write(name, bytes)
  } catch (error) {
    throw new HolderProblem(`the bundle cannot be kept: ${messageOf(error)}`, { cause: error })
  }
}
