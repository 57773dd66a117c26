import { rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { writeWhole } from 'assay-hook/state/write-whole'
import type { OwnCircuit } from '../calls/call-gate.ts'
import type { OpenedGate } from '../calls/open-gate.ts'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import { type ProcessStatus, type ServerProcess, type ServerStatus, STATUS_FORM } from './process-status.ts'
import { makeStatusFolder, statusPath } from './status-files.ts'

const WRITTEN_EVERY_MS = 1000
/** So often also where nothing changed, as a sign of life. */
const ALIVE_EVERY_MS = 15_000
const MOST_QUARANTINED = 200

export interface StatusSources {
  root: string
  servers: readonly ConfiguredServer[]
  opened: OpenedGate
  circuitOf(server: ConfiguredServer): OwnCircuit
  processOf(server: ConfiguredServer): ServerProcess
}

/** The status of this process. */
export function statusOf(sources: StatusSources, startedAt: number, now = Date.now()): ProcessStatus {
  const { oracle } = sources.opened
  const service = oracle && {
    url: oracle.url,
    assessedAt: oracle.view?.assessedAt ?? null,
    expiresAt: oracle.view?.expiresAt ?? null,
    problem: oracle.refreshed?.problem ?? null,
  }
  const servers = sources.servers.map((server) => serverStatus(server, sources, now))
  return { form: STATUS_FORM, pid: process.pid, parent: process.ppid, startedAt, writtenAt: now, service, servers }
}

function serverStatus(
  server: ConfiguredServer,
  { opened, circuitOf, processOf }: StatusSources,
  now: number,
): ServerStatus {
  const { openSince, nextTrialAt } = circuitOf(server)
  return {
    name: server.name,
    keys: opened.oracle?.keysOf(server) ?? [],
    kind: server.launch.kind,
    process: processOf(server),
    ...{ openSince, nextTrialAt, lastFailure: opened.gate.lastFailureOf(server) },
    tally: opened.gate.tallyOf(server),
    ofService: ofService(server, opened, now),
    quarantined: opened.quarantined(server).slice(0, MOST_QUARANTINED),
  }
}

function ofService(server: ConfiguredServer, { oracle }: OpenedGate, now: number): ServerStatus['ofService'] {
  const view = oracle?.view
  if (view === null || view === undefined || now >= view.expiresAt) return null
  const known = (oracle?.keysOf(server) ?? []).map((key) => view.servers.get(key)).find((one) => one !== undefined)
  const state = known?.length === 1 ? known[0]?.state : undefined
  if (state === undefined || state === null) return null
  const { v, since, up } = state
  return { v, ...(since !== undefined && { since }), ...(up !== undefined && { up }) }
}

/** Writes the status of this process to its file, at most once a second, until it is closed. */
export class StatusFile {
  readonly #sources: StatusSources
  readonly #startedAt = Date.now()
  readonly #path: string
  readonly #besides: string
  readonly #timer: NodeJS.Timeout
  readonly #remove = () => {
    for (const path of [this.#path, this.#besides]) rmSync(path, { force: true })
  }
  #isWriting = false
  #isClosed = false
  #written = ''
  #writtenAt = 0

  constructor(sources: StatusSources, everyMs = WRITTEN_EVERY_MS) {
    this.#sources = sources
    this.#path = statusPath(sources.root, process.pid)
    this.#besides = `${this.#path}.tmp`
    this.#timer = setInterval(() => void this.#writeBeside(), everyMs)
    this.#timer.unref()
    process.once('exit', this.#remove)
    this.write()
  }

  /** Of this process, now. */
  get status(): ProcessStatus {
    return statusOf(this.#sources, this.#startedAt)
  }

  /** Writes it now, where it has changed. */
  write(): void {
    const changed = this.#changed()
    if (changed === null) return
    try {
      makeStatusFolder(this.#sources.root)
      writeWhole(this.#path, changed, { isLasting: false })
    } catch {
      // The disk is full: the status is of earlier.
    }
  }

  /** The same, without that calls wait for the disk. */
  async #writeBeside(): Promise<void> {
    const changed = this.#isWriting ? null : this.#changed()
    if (changed === null) return
    this.#isWriting = true
    try {
      makeStatusFolder(this.#sources.root)
      await writeFile(this.#besides, changed, { mode: 0o600 })
      if (!this.#isClosed) await rename(this.#besides, this.#path)
    } catch {
      // As above.
    }
    this.#isWriting = false
    if (this.#isClosed) this.#remove()
  }

  /** Its text; null: it is as it was written last. */
  #changed(): string | null {
    const status = this.status
    const { writtenAt, ...rest } = status
    const text = JSON.stringify(rest)
    if (text === this.#written && writtenAt - this.#writtenAt < ALIVE_EVERY_MS) return null
    this.#written = text
    this.#writtenAt = writtenAt
    return JSON.stringify(status)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#isClosed = true
    process.off('exit', this.#remove)
    this.#remove()
  }
}
