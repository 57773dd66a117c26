import type { PackageFacts } from 'assay-verify/state/package-facts'
import type { TargetSummary } from 'assay-verify/state/target-summary'
import type { z } from 'zod'
import type { Evidence } from '../contract/evidence'

/** What answers say of one target of a server. */
export function evidenceOf(target: TargetSummary): z.output<typeof Evidence> {
  const { evidence, kind, url, liveness, sinceAt, at, reason, version, packageFacts } = target
  return {
    kind: evidence,
    target: kind,
    url,
    state: liveness,
    since: instant(sinceAt),
    asOf: instant(at),
    reason,
    version,
    package: packageFacts == null ? null : packageEvidence(packageFacts),
  }
}

function packageEvidence({
  version,
  publishedAt,
  deprecated,
  licence,
  hasInstallScripts,
  hasProvenance,
}: PackageFacts) {
  return { newest: version, publishedAt: instant(publishedAt), deprecated, licence, hasInstallScripts, hasProvenance }
}

function instant(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString()
}
