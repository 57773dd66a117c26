import type { PackageFacts } from 'assay-verify/state/package-facts'
import { type Findings, NOTHING_FOUND } from '../prober'

/** The findings of a package that its index publishes. */
export function packageFindings(packageFacts: PackageFacts, httpStatus: number, notes: string[] = []): Findings {
  const { version, deprecated } = packageFacts
  const reason = deprecated === null ? 'published' : 'deprecated'
  return { ...NOTHING_FOUND, reason, httpStatus, notes, version, packageFacts }
}
