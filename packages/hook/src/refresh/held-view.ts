import type { BundleView, ServerKey } from 'assay-decide/bundle'
import { createHolder } from 'assay-decide/holder/holder'
import type { ServiceKey } from 'assay-decide/holder/signed-manifest'
import type { BundleStore } from 'assay-decide/holder/store'
import { publicJwkOf } from 'assay-verify/attestation'
import type { Service } from 'assay-verify/commands/fetch-service'
import { messageOf } from '../message-of.ts'
import type { ServiceFiles } from '../state/files.ts'
import { fileStore } from './file-store.ts'
import { readKnownLog, servedLog, writeKnownLog } from './known-log.ts'
import { provedRotation } from './rotation.ts'

export interface Holding {
  service: Service
  keys: readonly ServerKey[]
  /** Whether a setup has a lock file. */
  hasPins: boolean
  /** `x` of the key that the service must sign with; null: that of the first contact. */
  given: string | null
  files: ServiceFiles
  /** Left out: files, each on the disk before the next. */
  store?: BundleStore
  limits: { requestMs: number; refreshMs: number }
}

/** What is held of the bundle after it was brought up to date, as far as that could be. */
export interface HeldView {
  /** null: nothing was ever had. */
  view: BundleView | null
  /** Why it is not the newest, a sentence; null: it is. */
  problem: string | null
}

/** Brings the bundle up to date. Throws where the service cannot be asked for its log at first contact. */
export async function heldView(holding: Holding): Promise<HeldView> {
  const { service, keys, hasPins, given, files, limits, store = fileStore(files.bundle) } = holding
  if (readKnownLog(files.log) === undefined) writeKnownLog(files.log, await servedLog(service))
  let refusal: string | null = null
  const holder = createHolder({
    serviceUrl: service.root,
    store,
    key: given === null ? undefined : publicJwkOf(given),
    async rotation(to: ServiceKey) {
      try {
        writeKnownLog(files.log, await provedRotation(service, to, readKnownLog(files.log) ?? null))
        return true
      } catch (error) {
        refusal = messageOf(error)
        return false
      }
    },
    fetch: (address, init) => fetch(address, init),
    now: Date.now,
    limits,
  })
  const { view, problem } = await holder.refresh({ keys, pins: hasPins })
  return { view, problem: refusal ?? problem }
}
