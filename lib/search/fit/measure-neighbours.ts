import type { DotProducts } from '../rank/dot-products'
import type { Layer, SearchHit } from '../rank/ranked'
import { DIMENSIONS } from '../rank/weights'
import { FIT } from './fit-signals'

/** Candidates that consensus is measured with. */
const LEADERS = 10
const TWIN = 0.97
/** The product of a stored vector of length 1 with itself. */
const STORED_SQUARE = 127 * 127

/** How a candidate compares with the best ones, and with those of its server. `withLeaders`: working memory. */
export function measureNeighbours(
  layers: readonly Layer[],
  ranked: readonly SearchHit[],
  rows: readonly Float64Array[],
  withLeaders: DotProducts,
): void {
  measureConsensus(layers, ranked, rows, withLeaders)
  measureSiblings(layers, ranked, rows)
}

function measureConsensus(
  layers: readonly Layer[],
  ranked: readonly SearchHit[],
  rows: readonly Float64Array[],
  withLeaders: DotProducts,
): void {
  const leaders = ranked.slice(0, LEADERS).map(({ layer, ordinal }) => {
    const { vectors } = (layers[layer] as Layer).segment
    return vectors.subarray(ordinal * DIMENSIONS, (ordinal + 1) * DIMENSIONS)
  })
  withLeaders.take(leaders)
  const products = new Float64Array(leaders.length)
  for (let place = 0; place < ranked.length; place++) {
    const { layer, ordinal } = ranked[place] as SearchHit
    withLeaders.with((layers[layer] as Layer).segment.vectors, ordinal * DIMENSIONS, products, 0)
    let [sum, twins] = [0, 0]
    for (let leader = 0; leader < leaders.length; leader++) {
      if (leader === place) continue
      const likeness = (products[leader] as number) / STORED_SQUARE
      sum += likeness
      if (likeness >= TWIN) twins += 1
    }
    const row = rows[place] as Float64Array
    row[FIT.consensus] = sum / Math.max(1, leaders.length - (place < LEADERS ? 1 : 0))
    row[FIT.twins] = twins
  }
}

function measureSiblings(layers: readonly Layer[], ranked: readonly SearchHit[], rows: readonly Float64Array[]): void {
  const servers = new Map<string, { count: number; best: number }>()
  const ofCandidates: { count: number; best: number }[] = []
  for (let place = 0; place < ranked.length; place++) {
    const { layer, ordinal, score } = ranked[place] as SearchHit
    const { serverIds, serverOf } = (layers[layer] as Layer).segment
    const id = serverIds[serverOf[ordinal] as number] as string
    const server = servers.get(id) ?? { count: 0, best: score }
    if (server.count === 0) servers.set(id, server)
    const row = rows[place] as Float64Array
    row[FIT.siblingRank] = server.count
    row[FIT.belowSibling] = (server.best - score) / 10
    server.count += 1
    ofCandidates.push(server)
  }
  for (let place = 0; place < ranked.length; place++)
    (rows[place] as Float64Array)[FIT.siblings] = ofCandidates[place]?.count ?? 0
}
