import { cosineOfDocuments } from '../rank/document-vectors'
import type { Layer, SearchHit } from '../rank/ranked'
import { FIT } from './fit-signals'

/** Candidates that consensus is measured with. */
const LEADERS = 10
const TWIN = 0.97

/** How a candidate compares with the best ones, and with those of its server. */
export function measureNeighbours(
  layers: readonly Layer[],
  ranked: readonly SearchHit[],
  rows: readonly Float64Array[],
): void {
  measureConsensus(layers, ranked, rows)
  measureSiblings(layers, ranked, rows)
}

function measureConsensus(layers: readonly Layer[], ranked: readonly SearchHit[], rows: readonly Float64Array[]): void {
  const leaders = ranked.slice(0, LEADERS)
  for (const [place, found] of ranked.entries()) {
    const row = rows[place] as Float64Array
    let [sum, twins] = [0, 0]
    for (const leader of leaders) {
      if (leader === found) continue
      const likeness = cosineOfDocuments(layers, found, leader)
      sum += likeness
      if (likeness >= TWIN) twins += 1
    }
    row[FIT.consensus] = sum / Math.max(1, leaders.length - (place < LEADERS ? 1 : 0))
    row[FIT.twins] = twins
  }
}

function measureSiblings(layers: readonly Layer[], ranked: readonly SearchHit[], rows: readonly Float64Array[]): void {
  const servers = new Map<string, { count: number; best: number }>()
  const serverOf = ({ layer, ordinal }: SearchHit) => {
    const { segment } = layers[layer] as Layer
    return segment.serverIds[segment.serverOf[ordinal] as number] as string
  }
  for (const [place, found] of ranked.entries()) {
    const row = rows[place] as Float64Array
    const server = serverOf(found)
    const known = servers.get(server) ?? { count: 0, best: found.score }
    row[FIT.siblingRank] = known.count
    row[FIT.belowSibling] = (known.best - found.score) / 10
    servers.set(server, { ...known, count: known.count + 1 })
  }
  for (const [place, found] of ranked.entries()) {
    ;(rows[place] as Float64Array)[FIT.siblings] = servers.get(serverOf(found))?.count ?? 0
  }
}
