import fc from 'fast-check'
import { type Bench, numberFlag } from '../bench/bench'
import { openResponseCheck } from './check-response'
import { type FuzzRequest, requestsFrom } from './requests'
import { openFuzzWorld } from './world'

export const FUZZ_CATALOG = 'e2e/fixtures/catalog.jsonl'
/** One key for so many requests, as some requests revoke the key they carry. */
const REQUESTS_A_KEY = 25
const FAULTS_SHOWN = 10

/**
 * Sends requests made from the OpenAPI document (good, broken and nonsensical: parameters, bodies, headers, keys,
 * methods) to the whole service in this process, one after the other. `serverErrors`: answers of 500 and above, but for
 * 503, which the document describes. `schemaRefusals`: answers whose status, media type, headers, body or code differs
 * from the document or the contract. The same seed makes the same requests; keys and times differ.
 */
export const bench: Bench = {
  flags: { requests: '10000', seed: '1' },
  async run(flags, print) {
    const requests = numberFlag(flags, 'requests')
    const seed = numberFlag(flags, 'seed')
    const world = await openFuzzWorld(FUZZ_CATALOG, Math.ceil(requests / REQUESTS_A_KEY))
    const found = { requests: 0, serverErrors: 0, schemaRefusals: 0 }
    const byStatus: Record<string, number> = {}
    const byOperation: Record<string, Record<string, number>> = {}
    let shown = 0
    const check = openResponseCheck(world.document)
    try {
      for (const request of fc.sample(requestsFrom(world.document, world.known, world.keys), {
        numRuns: requests,
        seed,
      })) {
        const answer = await world.send(request)
        const faults = check(request, answer)
        found.requests += 1
        if (answer.status >= 500 && answer.status !== 503) found.serverErrors += 1
        if (faults.length > 0) found.schemaRefusals += 1
        count(byStatus, answer.status)
        byOperation[request.operation] ??= {}
        count(byOperation[request.operation] ?? {}, answer.status)
        if ((faults.length > 0 || answer.status >= 500) && shown++ < FAULTS_SHOWN)
          print(
            `${answer.status} ${faults.join('; ').slice(0, 600)}\n  ${summaryOf(request)}\n  ${answer.text.slice(0, 300)}`,
          )
      }
    } finally {
      await world.close()
    }
    for (const [operation, statuses] of Object.entries(byOperation))
      print(`${operation.padEnd(20)} ${JSON.stringify(statuses)}`)
    return { ...found, byStatus }
  },
}

function count(counts: Record<string, number>, status: number): void {
  counts[status] = (counts[status] ?? 0) + 1
}

function summaryOf({ method, target, headers, body }: FuzzRequest): string {
  const text = body === null ? '' : new TextDecoder().decode(body).slice(0, 300)
  return `${method} ${target.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${text}`
}
