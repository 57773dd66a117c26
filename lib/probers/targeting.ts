import { contentHash } from '../core/canonical-json'
import { type Targeting, type TargetKind, targetsOf } from '../core/catalog/probe-target'
import type { PackageIndexes } from './package/package-index'
import type { Prober, Probers } from './prober'

/** The prober of a kind of target; undefined: such targets are shown and never probed. */
export function proberOf(probers: Probers, kind: TargetKind): Prober | undefined {
  return Object.values(probers).find(({ takes }) => takes.includes(kind))
}

/**
 * Chooses the target of each server: by the order of the probers, then by the order of their kinds, then by the catalog's order. Packages of an index that is
 * left out cannot be probed.
 */
export function targetingOf(probers: Probers, indexes: PackageIndexes = {}): Targeting {
  const preferences = Object.values(probers).flatMap(({ takes, placeOf }) => takes.map((kind) => ({ kind, placeOf })))
  return {
    version: contentHash([
      ...Object.entries(probers).map(([name, { takes }]) => [name, takes]),
      Object.keys(indexes).toSorted(),
    ]),
    targetOf(server) {
      const targets = targetsOf(server)
      for (const { kind, placeOf } of preferences) {
        for (const target of targets) {
          const place = target.kind === kind ? placeOf(target.url, indexes) : null
          if (place !== null) return { ...target, ...place }
        }
      }
      return undefined
    },
  }
}
