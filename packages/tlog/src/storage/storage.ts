/** A file of the log to be written. `path`: below the prefix of the log, as `tilePath` writes it. */
export interface TlogFile {
  path: string
  bytes: Uint8Array
}

/**
 * Where the files of the log are: immutable tiles and bundles, and the checkpoint. Paths are those of `tilePath`; any
 * other is refused with a TypeError. What a method has resolved is durable.
 */
export interface TlogStorage {
  /** What people call the storage in messages: a folder, or an address without credentials. */
  readonly name: string
  /** The bytes of a file; undefined: there is none. */
  read(path: string): Promise<Uint8Array | undefined>
  /**
   * Creates files, each completely or not at all. One that exists with the same bytes is fine; with others it throws
   * `TlogFileDiffers`.
   */
  create(files: readonly TlogFile[]): Promise<void>
  /** The checkpoint, a signed note; undefined: there is none. */
  readCheckpoint(): Promise<string | undefined>
  /**
   * Replaces the checkpoint if it is `expected` (undefined: none). Resolves to false, and changes nothing, where it is
   * another.
   */
  replaceCheckpoint(next: string, expected: string | undefined): Promise<boolean>
  /** Deletes the partial files of one tile, given as the path of the full tile. */
  removePartials(fullPath: string): Promise<void>
  /**
   * Runs `work` while no other process writes here, as far as the storage can tell. Throws `TlogInUse` where another
   * does.
   */
  asOnlyWriter<Result>(work: () => Promise<Result>): Promise<Result>
}

/** The name of the checkpoint beside the tiles. */
export const CHECKPOINT = 'checkpoint'

/** Bytes of a checkpoint at most. */
export const MAX_CHECKPOINT_BYTES = 262_144

/** A file exists with other bytes than those to be written: another log wrote it, or it is damaged. */
export class TlogFileDiffers extends Error {
  readonly path: string

  constructor(storage: string, path: string) {
    super(
      `${path} in ${storage} exists with other content than this log has for it. Either another service writes its log there (give this one a place of its own), ` +
        'or the file is damaged, or it was written before the database was restored from a backup. If the checkpoint does not cover it, move it away; otherwise restore it from a copy.',
    )
    this.name = 'TlogFileDiffers'
    this.path = path
  }
}

/** Another process writes to the storage at this moment. */
export class TlogInUse extends Error {
  constructor(storage: string, holder: string) {
    super(`${storage} is being written by ${holder}. One process at a time may write a log.`)
    this.name = 'TlogInUse'
  }
}
