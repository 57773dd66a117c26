import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyEmbeddedTemplate } from '../lib/store/test-templates'
import { openResponseCheck } from './check-response'
import { FUZZ_CATALOG } from './fuzz'
import { requestsFrom } from './requests'
import { type FuzzWorld, openFuzzWorld } from './world'

/** Asks the whole service in this process so many times. */
export function describeRequests(requests: number): void {
  describe('requests made from the document', () => {
    let world: FuzzWorld
    const statuses = new Set<number>()
    beforeAll(async () => {
      world = await openFuzzWorld(FUZZ_CATALOG, 40, copyEmbeddedTemplate)
    }, 120_000)
    afterAll(() => world.close())

    test('never cause a 5xx, or an answer that the document or the contract does not describe', async () => {
      const check = openResponseCheck(world.document)
      const property = fc.asyncProperty(requestsFrom(world.document, world.known, world.keys), async (request) => {
        const answer = await world.send(request)
        statuses.add(answer.status)
        expect(answer.status, answer.text).toBeLessThan(500)
        expect(check(request, answer)).toEqual([])
      })
      await fc.assert(property, { numRuns: requests })
      for (const status of [200, 400, 401, 404, 405, 422]) expect([...statuses]).toContain(status)
    }, 180_000)
  })
}
