import type { BundleView, ServerKey } from 'assay-decide/bundle'
import type { Service } from 'assay-verify/commands/fetch-service'
import type { ServiceFiles } from '../state/files.ts'

export interface Holding {
  service: Service
  keys: readonly ServerKey[]
  hasPins: boolean
  given: string | null
  files: ServiceFiles
}

export async function heldView(_holding: Holding): Promise<BundleView> {
  throw new Error('not yet')
}
