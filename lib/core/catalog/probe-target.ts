import type { CatalogServer, Package, Transport } from './catalog'

/** What can be probed: an address by its transport, a package by its registry. */
export type TargetKind = Transport | Package['registry']

export interface Target {
  kind: TargetKind
  /** An address; of a package, its name. */
  url: string
}

/** Where a target stands. */
export interface Place {
  /** `local`: on this machine, so that it can be probed while our line to the world is down. */
  network: 'public' | 'local'
  /** Host and port; null where the catalog names none: a process of ours, or a package. */
  host: string | null
}

export type PlacedTarget = Target & Place

/** What of each server is probed, as a list of probers says. */
export interface Targeting {
  /** Another for every other list of probers. */
  version: string
  /** undefined: nothing of this server can be probed. */
  targetOf(server: Pick<CatalogServer, 'remotes' | 'packages'>): PlacedTarget | undefined
}

/** Everything of a server that a prober might take; an address that needs variables is none. */
export function targetsOf({ remotes, packages }: Pick<CatalogServer, 'remotes' | 'packages'>): Target[] {
  return [
    ...remotes.flatMap(({ transport, url, template }) => (template ? [] : [{ kind: transport, url }])),
    ...packages.map(({ registry, name }) => ({ kind: registry, url: name })),
  ]
}

/** Where an http or https address stands; null where no URL parser accepts it: it is kept for readers and never dialled. */
export function placeOfAddress(url: string): Place | null {
  if (!URL.canParse(url)) return null
  const { host, hostname } = new URL(url)
  return { network: /^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname) ? 'local' : 'public', host }
}

/** Whose budget a probe spends: that of the host, else one for all targets of the kind. */
export function budgetOf({ kind, host }: PlacedTarget): string {
  return host ?? kind
}
