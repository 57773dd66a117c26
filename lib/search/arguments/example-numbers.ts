import { accepts } from '../../core/json-schema/accepts'
import { boundIn } from '../../core/json-schema/node'
import type { SchemaReader } from '../../core/json-schema/schema-reader'
import type { Shape } from '../../core/json-schema/shape'
import { type Label, spaced } from './example-label'

/** Usual values of a number by its name; all others are 1. */
const USUAL_NUMBERS: readonly [RegExp, number][] = [
  [/\b(lat|latitude)\b/, 48.85],
  [/\b(lon|lng|long|longitude)\b/, 2.35],
  [/\byears?\b/, 2025],
  [/\b(limit|count|max results|num results|page size|per page|top k|width|height|amount|quantity)\b/, 10],
  [/\b(timestamp|epoch)\b/, 1_736_942_400],
  [/\bport\b/, 8080],
]

/** The usual number, else a valid one near it or near a bound. */
export function numberFor(reader: SchemaReader, shape: Shape, { name }: Label, isWhole: boolean): number {
  const usual = USUAL_NUMBERS.find(([named]) => named.test(spaced(name)))?.[1] ?? 1
  const step = Math.max(0, boundIn(shape.keywords, 'multipleOf') ?? 0) || 1
  const bounds = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'].flatMap(
    (key) => boundIn(shape.keywords, key) ?? [],
  )
  const near = bounds.flatMap((bound) => [-2, -1, 0, 1, 2].map((away) => (Math.round(bound / step) + away) * step))
  const between = bounds.length > 1 ? [(Math.min(...bounds) + Math.max(...bounds)) / 2] : []
  const candidates = [usual, 1, 0, -1, step, ...bounds, ...near, ...between].filter(Number.isFinite)
  return (candidates.find((value) => accepts(reader, shape, value)) ?? (isWhole ? 1 : usual)) + 0
}
