import { contentHash } from '../core/canonical-json'
import { type Targeting, type TargetKind, targetsOf } from '../core/catalog/probe-target'
import type { Prober, Probers, ProbeSettings } from './prober'

/** The prober of a kind of target; undefined: such targets are shown and never probed. */
export function proberOf(probers: Probers, kind: TargetKind): Prober | undefined {
  return Object.values(probers).find(({ takes }) => takes.includes(kind))
}

/** The probers that these settings do not switch off, in the same order. Only these are given to `targetingOf`. */
export function enabledProbers(probers: Probers, settings: ProbeSettings): Probers {
  return Object.fromEntries(Object.entries(probers).filter(([, { isEnabled }]) => isEnabled?.(settings) ?? true))
}

/** Chooses the target of each server: by the order of the probers, then by the order of their kinds, then by the catalog's order. */
export function targetingOf(probers: Probers): Targeting {
  const preferences = Object.values(probers).flatMap(({ takes, placeOf }) => takes.map((kind) => ({ kind, placeOf })))
  return {
    version: contentHash(Object.entries(probers).map(([name, { takes }]) => [name, takes])),
    targetOf(server) {
      const targets = targetsOf(server)
      for (const { kind, placeOf } of preferences) {
        for (const target of targets) {
          const place = target.kind === kind ? placeOf(target.url) : null
          if (place !== null) return { ...target, ...place }
        }
      }
      return undefined
    },
  }
}
