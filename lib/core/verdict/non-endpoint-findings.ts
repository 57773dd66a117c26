import { EVIDENCE } from 'assay-verify/evidence-kind'
import type { Reason } from 'assay-verify/reason'
import { OFFERS_NO_TOOLS, PROBE_REASONS, type ProbeReason } from 'assay-verify/state/observation'
import { isFresh, type TargetSummary } from 'assay-verify/state/target-summary'
import type { Access, Verdict, Verification } from 'assay-verify/verdict'
import { REGISTRY_ROWS } from '../catalog/transports'

/**
 * What packages and documentation show about a server: how it starts, whether it is published, whether its pages are
 * there.
 */
export interface NonEndpointFindings {
  /** null: they decide nothing. */
  decision: NonEndpointDecision | null
  /** What is known, the deciding evidence first; empty: nothing fresh. */
  reasons: Reason[]
  /** Why the newest probes of targets of which nothing is known say nothing, as an index that cannot be used. */
  hindrances: Reason[]
}

export interface NonEndpointDecision {
  verdict: Verdict
  reachable: boolean | null
  verified: Verification
  /** null: they do not show it. */
  access: Access | null
  /** The evidence it rests on. */
  target: TargetSummary
}

/**
 * What the targets that are no endpoints show at `now`. A package that started in the sandbox and listed its tools
 * makes a server healthy; one that is deprecated or gone makes it degraded, and down where there is no other way in;
 * publication or documentation alone never decides.
 */
export function readNonEndpoints(targets: readonly TargetSummary[], now: Date): NonEndpointFindings {
  const fresh = targets.filter((target) => target.evidence !== 'endpoint' && isFresh(target, now))
  const gone = fresh.find(isGone)
  const deprecated = fresh.find(({ reason }) => reason === 'deprecated')
  const launch = fresh.find((target) => isLaunchOfCurrentVersion(target, fresh))
  const fault = gone ?? deprecated
  const started = launch !== undefined && hasStarted(launch) ? launch : undefined
  const decision = decide(targets, { fault, gone, started, launch })
  const first = decision?.target ?? fault
  const ordered = first === undefined ? fresh : [first, ...fresh.filter((target) => target !== first)]
  return {
    decision,
    reasons: ordered.map(reasonOf),
    hindrances: targets.flatMap(hindranceOf),
  }
}

function hindranceOf({ evidence, at, hindrance }: TargetSummary): Reason[] {
  if (evidence === 'endpoint' || at !== null || hindrance === null) return []
  return [{ code: hindrance, text: PROBE_REASONS[hindrance].text }]
}

interface Noticed {
  fault: TargetSummary | undefined
  gone: TargetSummary | undefined
  started: TargetSummary | undefined
  launch: TargetSummary | undefined
}

function decide(
  targets: readonly TargetSummary[],
  { fault, gone, started, launch }: Noticed,
): NonEndpointDecision | null {
  const others = targets.filter((target) => !isOfPackage(target, gone))
  if (gone !== undefined && !others.some(isWayIn))
    return { verdict: 'down', reachable: false, verified: 'probe', access: null, target: gone }
  if (fault !== undefined) {
    const reachable = started === undefined ? null : true
    return { verdict: 'degraded', reachable, verified: 'probe', access: null, target: fault }
  }
  if (started !== undefined)
    return { verdict: 'healthy', reachable: true, verified: 'probe', access: 'open', target: started }
  if (launch?.reason === 'start_needs_credentials')
    return { verdict: 'unknown', reachable: true, verified: 'none', access: 'auth', target: launch }
  return null
}

/**
 * From then on, in epoch milliseconds, the findings may differ without new evidence; infinite where nothing is fresh.
 */
export function nonEndpointsUnchangedUntil(targets: readonly TargetSummary[], now: Date): number {
  const ends = targets.flatMap((target) =>
    target.evidence !== 'endpoint' && target.at !== null && isFresh(target, now)
      ? [target.at + EVIDENCE[target.evidence].validForMs]
      : [],
  )
  return Math.min(...ends)
}

function isGone({ evidence, liveness }: TargetSummary): boolean {
  return evidence === 'publication' && liveness === 'down'
}

function isOfPackage(target: TargetSummary, gone: TargetSummary | undefined): boolean {
  return gone !== undefined && target.kind === gone.kind && target.url === gone.url
}

/** Documentation is no way in; an endpoint is one until it is seen down, a package until it is gone. */
function isWayIn({ evidence, liveness }: TargetSummary): boolean {
  return evidence !== 'documentation' && liveness !== 'down'
}

function hasStarted({ reason }: TargetSummary): boolean {
  return reason === 'started' || (reason !== null && OFFERS_NO_TOOLS.has(reason))
}

/** A launch says nothing about a version that was published after it. */
function isLaunchOfCurrentVersion(target: TargetSummary, fresh: readonly TargetSummary[]): boolean {
  if (target.evidence !== 'launch') return false
  const published = fresh.find((other) => other.evidence === 'publication' && isOfPackage(other, target))
  return published?.version == null || target.version === null || published.version === target.version
}

/**
 * Names the index, not the package: a package's name is a stranger's text, and so is a version that is not written as
 * one.
 */
function reasonOf(target: TargetSummary): Reason {
  const { reason, at, kind, version, evidence } = target
  const code: ProbeReason = reason ?? 'not_probeable'
  const facts = [
    ...(evidence === 'documentation' ? [] : [registryName(kind)]),
    ...(version !== null && VERSION.test(version) ? [`version ${version}`] : []),
    ...(at === null ? [] : [`seen ${new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z')}`]),
  ]
  const opening = OF_TARGETS.has(code) ? '' : (OPENINGS[evidence] ?? '')
  return { code, text: `${opening}${PROBE_REASONS[code].text.replace(/\.$/, '')}; ${facts.join(', ')}.` }
}

/** Reasons whose text names the package or the page. */
const OF_TARGETS: ReadonlySet<string> = new Set<ProbeReason>([
  'started',
  'published',
  'deprecated',
  'documented',
  'start_needs_credentials',
  'package_gone',
])

/** What the text of any other reason is about, so that it is not read as one about an endpoint. */
const OPENINGS: Partial<Record<TargetSummary['evidence'], string>> = {
  launch: 'Its package, started in a sandbox: ',
  documentation: 'Its documentation page: ',
}

const VERSION = /^[\w.+-]{1,64}$/

function registryName(kind: TargetSummary['kind']): string {
  const rows: Readonly<Record<string, { name: string }>> = REGISTRY_ROWS
  return rows[kind]?.name ?? kind
}
