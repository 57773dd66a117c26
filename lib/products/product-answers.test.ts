import { at, MINUTES, probes } from 'assay-verify/state/test-observations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { health } from '../api/operations/health'
import { openTestContext } from '../api/test-context'
import { OPERATIONS } from '../contract/operations'
import { streamable, testServer } from '../store/test-catalog'
import { MOST_ENTRIES } from './contract/product'
import { product } from './operations/product'
import { resolveHere, resolveProducts } from './resolve-products'
import { NO_CORRECTIONS } from './rules/corrections'

const NOW = at(60 * MINUTES)
const ADDRESS = 'https://mcp.lantern.invalid/mcp'
const lamps = (place: number) =>
  testServer(`r${place}/lantern/lamps`, {
    title: 'Lamps',
    remotes: [streamable(ADDRESS)],
    packages: place === 0 ? [{ registry: 'npm', name: 'lantern-lamps' }] : [],
  })
const CATALOG = [
  ...Array.from({ length: MOST_ENTRIES + 20 }, (_, place) => lamps(place)),
  testServer('r0/other/lamps', { title: 'Lamps', remotes: [streamable('https://other.invalid/mcp')] }),
]

let opened: Awaited<ReturnType<typeof openTestContext>>
let productId = ''
beforeAll(async () => {
  opened = await openTestContext(CATALOG, NOW)
  const { db } = opened.context
  await opened.watched('r7/lantern/lamps', probes(0, 5))
  const signal = new AbortController().signal
  const job = { db, corrections: NO_CORRECTIONS, resolve: resolveHere, clock: () => NOW, signal, log: () => undefined }
  await resolveProducts(job)
  const { productId: found } = await health({ toolId: 'r7/lantern/lamps' }, opened.context)
  productId = found ?? ''
})
afterAll(() => opened.close())

describe('a product of many listings', () => {
  it('has one way for one address, with the evidence of the listing that was checked', async () => {
    const answer = OPERATIONS.product.output.parse(await product({ productId }, opened.context))
    expect(answer).toMatchObject({ entries: MOST_ENTRIES + 20, ratedBy: 'r7/lantern/lamps', gradeOf: 'remote' })
    expect(answer.servers).toHaveLength(MOST_ENTRIES)
    expect(answer.registries).toHaveLength(MOST_ENTRIES + 20)
    expect(answer.ways.map(({ way, state }) => `${way} ${state}`)).toEqual(['remote working', 'npm not_checked'])
    expect(answer.summary).toBe('Working: remote answers')
  })

  it('is rated as the listing that it names', async () => {
    const answer = await product({ productId }, opened.context)
    const rated = await health({ toolId: answer.ratedBy }, opened.context)
    const { verdict, status, score, grade, recommendation } = rated
    expect(answer).toMatchObject({ verdict, status, score, grade, recommendation })
  })
})
