import type { EvidenceKind } from 'assay-verify/evidence-kind'
import type { TargetKind } from 'assay-verify/target-kind'
import type { CatalogServer } from './catalog'

export interface Target {
  kind: TargetKind
  /** An address; of a package, its name. */
  url: string
}

export interface Place {
  /** `local`: on this machine, so that it can be probed without internet connectivity. */
  network: 'public' | 'local'
  /** Host and port; null where the catalog names none: a configured process, or a package. */
  host: string | null
}

export type PlacedTarget = Target & Place

/** A target, by whom it is probed and what that can prove. */
export interface ProbedTarget extends PlacedTarget {
  /** Name of the prober: a row of `PROBERS`. */
  prober: string
  evidence: EvidenceKind
}

/** Which targets of each server are probed, decided by the list of probers. */
export interface Targeting {
  /** Different for every list of probers. */
  version: string
  /** In the order of preference, at most `MOST_TARGETS`; empty: nothing of this server can be probed. */
  targetsOf(server: Pick<CatalogServer, 'remotes' | 'packages'>): ProbedTarget[]
  /**
   * Probers that the settings of this process switch off: what they probe elsewhere is left as it is. Left out: none.
   */
  others?: ReadonlySet<string>
}

/** Targets of one server that are probed. Real ones have one to three. */
export const MOST_TARGETS = 8

/** Every target of a server that a prober might take, without addresses that need variables. */
export function targetsOf({ remotes, packages }: Pick<CatalogServer, 'remotes' | 'packages'>): Target[] {
  return [
    ...remotes.flatMap(({ transport, url, template }) => (template ? [] : [{ kind: transport, url }])),
    ...packages.map(({ registry, name }) => ({ kind: registry, url: name })),
  ]
}

/**
 * Network and host of an http or https address; null where no URL parser accepts it: such an address is kept for
 * readers and never dialled.
 */
export function placeOfAddress(url: string): Place | null {
  if (!URL.canParse(url)) return null
  const { host, hostname } = new URL(url)
  return { network: /^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname) ? 'local' : 'public', host }
}

/** Whose budget a probe spends: that of the host, else one shared by all targets of the kind. */
export function budgetOf({ kind, host }: PlacedTarget): string {
  return host ?? kind
}
