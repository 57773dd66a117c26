import type { BundleView, ServerKey } from 'assay-decide/bundle'
import { messageOf } from 'assay-hook/message-of'
import { type Refreshed, readRefreshed } from 'assay-hook/refresh/refreshed'
import { serverKeySync } from 'assay-hook/setup/read-setup'
import { type ServiceFiles, serviceFiles } from 'assay-hook/state/files'
import { serviceFolder } from 'assay-hook/state/state-folder'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import { type HeldBundle, type NamedKeys, readHeldBundle, stampOf } from './held-bundle.ts'
import { Outcomes } from './outcomes.ts'
import { RecentEvents } from './recent-events.ts'
import { isDue, type Refreshing, refreshBundle, wantedFolder } from './refresh-bundle.ts'
import { want } from './wanted.ts'

export interface OracleOptions {
  /** Address of the service, without a slash at the end. */
  url: string
  /** Where the guard keeps everything. */
  root: string
  servers: readonly ConfiguredServer[]
  /** Whether there is a lock file. */
  pins: boolean
  /** `x` of the key that the service must sign with; null: that of the first contact. */
  key: string | null
  /** Servers of guards beside this one, which the same client started. */
  siblings(): readonly NamedKeys[]
  /** A sentence for people. */
  warn(line: string): void
  intervals?: Partial<OracleIntervals>
}

export interface OracleIntervals {
  /** Between two looks at the files of the bundle. */
  lookMs: number
  /** The same until they have all servers of this guard. */
  firstLookMs: number
  /** A refresh waits so long for the guards that a client starts at once. */
  gatherMs: number
  /** A request to the service, and a whole refresh, end after so long. */
  requestMs: number
  refreshMs: number
}

const INTERVALS: OracleIntervals = {
  lookMs: 15_000,
  firstLookMs: 2000,
  gatherMs: 300,
  requestMs: 20_000,
  refreshMs: 45_000,
}

/**
 * What a service says of the servers of this guard, kept up to date in the background: no call waits for it. Whatever
 * the service does, what was held before stays until it is too old to decide from.
 */
export class Oracle {
  readonly url: string
  readonly files: ServiceFiles
  readonly recent: RecentEvents
  readonly outcomes: Outcomes
  readonly #options: OracleOptions
  readonly #intervals: OracleIntervals
  readonly #keys: ReadonlyMap<string, readonly ServerKey[]>
  #held: HeldBundle | null = null
  #stamp: string | null = null
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #isStopped = false
  #refreshed: Refreshed | null = null
  #said = ''

  constructor(options: OracleOptions) {
    this.#options = options
    this.#intervals = { ...INTERVALS, ...options.intervals }
    this.url = options.url
    this.files = serviceFiles(serviceFolder(options.root, options.url))
    this.recent = new RecentEvents(this.files.recent)
    this.outcomes = new Outcomes(options.root, this.files)
    this.#keys = new Map(options.servers.map(({ name, names }) => [name, names.map(serverKeySync)]))
  }

  /** What is held; null: nothing. It may be too old to decide from, which `decide` sees. */
  get view(): BundleView | null {
    return this.#held?.view ?? null
  }

  /** How the last refresh of any guard of this machine went, as it was seen last; null: there was none. */
  get refreshed(): Refreshed | null {
    return this.#refreshed
  }

  keysOf(server: ConfiguredServer): readonly ServerKey[] {
    return this.#keys.get(server.name) ?? []
  }

  /** Reads what an earlier guard left at once, and begins to keep it up to date. */
  start(): void {
    this.#read()
    this.#looking = this.#look()
  }

  /** Begins nothing more in the background; what waits to be reported is written. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.outcomes.flush()
  }

  /** Once what it does in the background is done. */
  async settled(): Promise<void> {
    await this.#looking
  }

  /** Looks once whether there is something newer, and fetches it where that is due. Never rejects. */
  async #look(): Promise<void> {
    try {
      this.outcomes.flush()
      const keys = [...new Set([...this.#keys.values()].flat())]
      if (keys.length > 0) {
        if (isDue(this.files.view, Date.now(), this.#held?.isComplete ?? false)) await this.#refresh(keys)
        this.#read()
      }
    } catch (error) {
      this.#warn(messageOf(error))
    }
    if (this.#isStopped) return
    const { lookMs, firstLookMs } = this.#intervals
    this.#timer = setTimeout(
      () => {
        this.#looking = this.#look()
      },
      this.#held?.isComplete ? lookMs : firstLookMs,
    )
    this.#timer.unref()
  }

  async #refresh(keys: readonly ServerKey[]): Promise<void> {
    const { root, url, key, pins } = this.#options
    want(wantedFolder(this.files), { keys, pins })
    const refreshing: Refreshing = { root, url, key, files: this.files, ...this.#intervals }
    const problem = await refreshBundle(refreshing)
    if (problem !== null) this.#warn(problem)
  }

  #read(): void {
    this.#refreshed = readRefreshed(this.files.refreshed)
    const stamp = stampOf(this.files.view)
    if (stamp === this.#stamp) return
    const own = this.#options.servers.map(({ name }) => ({ name, keys: this.#keys.get(name) ?? [] }))
    const held = readHeldBundle(this.files.view, own, this.#options.siblings())
    this.#stamp = stamp
    if (held !== null) this.#held = held
  }

  /** Says what is wrong once, until it is something else. */
  #warn(line: string): void {
    if (line === this.#said) return
    this.#said = line
    this.#options.warn(line)
  }
}
