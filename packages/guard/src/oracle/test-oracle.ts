import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerStateEntry } from 'assay-decide/bundle'
import { type TestKey, testKey } from 'assay-decide/holder/test-service'
import { serverKeySync } from 'assay-hook/setup/read-setup'
import { TestAssay } from 'assay-hook/test-assay'
import { vi } from 'vitest'
import { type OpenedGate, openGate } from '../calls/open-gate.ts'
import { serverNamed } from '../calls/test-gate.ts'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import { Circuit } from '../upstream/circuit.ts'
import { Oracle, type OracleOptions } from './oracle.ts'

const INTERVALS = { lookMs: 20, firstLookMs: 10, gatherMs: 0, requestMs: 400, refreshMs: 1500 }
const MINUTE = 60_000

export const minutesNow = () => Math.floor(Date.now() / MINUTE)
export const isDown = (): ServerStateEntry => ({ v: 'down', since: minutesNow() - 18, until: minutesNow() + 60 })
export const isHealthy = (): ServerStateEntry => ({ v: 'healthy', until: minutesNow() + 600 })

/** A service, a folder of state, and guards that use both. Its clock goes on by `pass`. */
export class TestOracles {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-guard-')))
  readonly said: string[] = []
  readonly #opened: { stop(): void; settled(): Promise<void> }[] = []

  private constructor(readonly assay: TestAssay) {}

  static async open(): Promise<TestOracles> {
    vi.useFakeTimers({ toFake: ['Date'] })
    const opened = new TestOracles(await TestAssay.start(await testKey()))
    opened.assay.log?.addKey(opened.assay.bundle.key)
    opened.assay.log?.addVerdicts(5)
    return opened
  }

  async close(): Promise<void> {
    for (const one of this.#opened) one.stop()
    this.assay.delayMs = 0
    await Promise.all(this.#opened.map((one) => one.settled()))
    await this.assay.close()
    vi.useRealTimers()
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 })
  }

  pass(minutes: number): void {
    vi.setSystemTime(Date.now() + minutes * MINUTE)
  }

  /** Makes a bundle in which the servers have these states. */
  async publish(states: Record<string, ServerStateEntry>, key: TestKey = this.assay.bundle.key): Promise<void> {
    const { bundle } = this.assay
    bundle.now = Date.now()
    bundle.key = key
    const servers = Object.entries(states).map(([name, state]) => {
      const keys = serverNamed(name).names.map(serverKeySync)
      return { id: `g/${name}`, title: name, keys, tools: {}, state }
    })
    await bundle.publish(servers)
  }

  oracle(servers: readonly ConfiguredServer[], options: Partial<OracleOptions> = {}): Oracle {
    const warn = (line: string) => void this.said.push(line)
    const basis = { url: this.assay.url, root: this.root, pins: false, key: null, siblings: () => [], warn }
    const oracle = new Oracle({ ...basis, servers, intervals: INTERVALS, ...options })
    this.#opened.push(oracle)
    oracle.start()
    return oracle
  }

  gate(servers: readonly ConfiguredServer[], service: string | null = this.assay.url): OpenedGate {
    const circuits = new Map(servers.map(({ name }) => [name, new Circuit()]))
    const opened = openGate({
      ...{ servers, service, root: this.root, lock: null, substitution: 'suggest', intervals: INTERVALS },
      circuitOf: ({ name }) => circuits.get(name) ?? new Circuit(),
      warn: (line) => void this.said.push(line),
    })
    if (opened.oracle !== null) this.#opened.push(opened.oracle)
    return opened
  }
}
