import { contentHash } from 'assay-verify/canonical-json'
import { MOST_TARGETS, type Targeting, targetsOf } from '../core/catalog/probe-target'
import type { PackageIndexes } from './package/package-index'
import type { Prober, Probers, ProbeSettings } from './prober'

/** The probers that these settings do not switch off, in the same order. Only these are given to `targetingOf`. */
export function enabledProbers(probers: Probers, settings: ProbeSettings): Probers {
  return Object.fromEntries(Object.entries(probers).filter(([, { isEnabled }]) => isEnabled?.(settings) ?? true))
}

/** Whether these settings and indexes let it probe. */
export function isAvailable(prober: Prober | undefined, indexes: PackageIndexes): boolean {
  return prober !== undefined && (prober.index === undefined || indexes[prober.index] !== undefined)
}

/**
 * The targets of each server: by the order of the probers, then by the order of their kinds, then by the catalog's
 * order. Packages of an index that is left out are no targets. `known` are all probers, with those that the settings
 * switch off.
 */
export function targetingOf(probers: Probers, indexes: PackageIndexes = {}, known: Probers = probers): Targeting {
  const preferences = Object.entries(probers).flatMap(([prober, { evidence, takes, placeOf }]) =>
    takes.map((kind) => ({ prober, evidence, kind, placeOf })),
  )
  return {
    others: new Set(Object.keys(known).filter((name) => !isAvailable(probers[name], indexes))),
    version: contentHash([
      ...Object.entries(probers).map(([name, { evidence, takes }]) => [name, evidence, takes]),
      Object.keys(indexes).toSorted(),
    ]),
    targetsOf(server) {
      const targets = targetsOf(server)
      const placed = preferences.flatMap(({ prober, evidence, kind, placeOf }) =>
        targets.flatMap((target) => {
          const place = target.kind === kind ? placeOf(target.url, indexes) : null
          return place === null ? [] : [{ ...target, ...place, prober, evidence }]
        }),
      )
      const byName = new Map(placed.map((target) => [`${target.prober} ${target.url}`, target]))
      return [...byName.values()].slice(0, MOST_TARGETS)
    },
  }
}
