import { HOUR_MS } from 'assay-verify/duration'
import type { ProbeReason } from 'assay-verify/state/observation'
import type { TargetSummary } from 'assay-verify/state/target-summary'
import type { PackageRegistry } from 'assay-verify/target-kind'
import { RECOMMENDATION_BY_VERDICT, type Recommendation, type Status } from 'assay-verify/verdict'
import { describe, expect, it, test } from 'vitest'
import { type RatedEntry, rateProduct } from './product-rating'
import cases from './product-rating.cases.json' with { type: 'json' }
import { wayStateRow } from './ways/way-states'

const NOW = new Date('2026-03-02T12:00:00Z')
const AN_HOUR_AGO = NOW.getTime() - HOUR_MS

const UNPROBED = {
  sinceAt: null,
  at: null,
  reason: null,
  hindrance: null,
  version: null,
  packageFacts: null,
  probes: 0,
}

type Remote = 'up' | 'down' | 'auth' | 'new'
const ANSWERS = {
  up: { liveness: 'up', reason: 'answered' },
  auth: { liveness: 'up', reason: 'credentials_required' },
  down: { liveness: 'down', reason: 'timed_out' },
  new: { liveness: 'unknown', reason: null },
} as const

const addressOf = (remote: Remote) => `https://${remote}.lantern.invalid/mcp`

function endpoint(remote: Remote, more: Partial<TargetSummary> = {}): TargetSummary {
  const isNew = remote === 'new'
  const seen = isNew ? {} : { sinceAt: AN_HOUR_AGO, at: AN_HOUR_AGO, probes: 50 }
  const own = { targetNo: 0, evidence: 'endpoint', kind: 'streamable-http', url: addressOf(remote) } as const
  return { ...UNPROBED, ...own, ...seen, ...ANSWERS[remote], ...more }
}

/** `package_gone_known`: its index had it once. */
function ofPackage(registry: PackageRegistry, name: string, found: string): TargetSummary {
  const isGone = found.startsWith('package_gone')
  const reason = (isGone ? 'package_gone' : found) as ProbeReason
  const packageFacts = { registry, name, version: '0.6.3', publishedAt: AN_HOUR_AGO, deprecated: null, licence: null }
  return {
    ...UNPROBED,
    ...{ targetNo: 1, evidence: found === 'started' ? 'launch' : 'publication', kind: registry, url: name },
    ...{ liveness: isGone ? 'down' : 'up', reason, sinceAt: AN_HOUR_AGO, at: AN_HOUR_AGO, probes: 2 },
    packageFacts: found === 'package_gone' ? null : { ...packageFacts, hasInstallScripts: null, hasProvenance: null },
  }
}

interface Given {
  status: string
  remotes?: string[]
  packages?: Record<string, string>
  repository?: string
  reasons?: string[]
  recommendation?: string
  medianMs?: number
  isUnsafe?: boolean
  isDeleted?: boolean
}

function entryOf(given: Given, place: number): RatedEntry {
  const status = given.status as Status
  const remotes = (given.remotes ?? []) as Remote[]
  const packages = Object.entries(given.packages ?? {}).map(([key, found]) => {
    const [registry = '', name = registry === 'oci' ? 'ghcr.io/lantern/lamps' : 'lamps'] = key.split(':')
    return { registry: registry as PackageRegistry, name, found }
  })
  const verdict = status === 'auth' ? 'unknown' : status
  return {
    serverId: `registry-${place}/lantern/lamps`,
    isLeader: place === 0,
    remotes: remotes.map((remote) => ({ transport: 'streamable-http', url: addressOf(remote), template: false })),
    packages: packages.map(({ registry, name }) => ({ registry, name })),
    repository: given.repository ?? null,
    targets: [
      ...remotes.map((remote) => endpoint(remote)),
      ...packages.flatMap(({ registry, name, found }) => (found === 'none' ? [] : [ofPackage(registry, name, found)])),
    ],
    status,
    verdict,
    access: status === 'auth' ? 'auth' : 'open',
    recommendation: (given.recommendation ?? RECOMMENDATION_BY_VERDICT[verdict]) as Recommendation,
    reasons: given.reasons ?? ['answered'],
    score: 90 - place,
    grade: 'A',
    asOf: AN_HOUR_AGO,
    downSince: null,
    isUnsafe: given.isUnsafe ?? false,
    isDeleted: given.isDeleted ?? false,
    medianMs: given.medianMs ?? null,
    probes: 50,
  }
}

describe('the sentence about a product', () => {
  test.each(cases.summaries)('$name', ({ entries, summary, ways, sign }) => {
    const rated = entries.map(entryOf)
    const productRating = rateProduct(rated, NOW)
    expect(productRating.summary).toBe(summary)
    expect(productRating.ways.map(({ slug, state }) => `${slug} ${state}`)).toEqual(ways)
    expect(productRating.sign).toBe(sign)
    // Verdict and grade are those of one entry, the one with the evidence of the first way.
    const rating = rated.find(({ serverId }) => serverId === productRating.ratedBy)
    expect(productRating).toMatchObject({ verdict: rating?.verdict, status: rating?.status, score: rating?.score })
    expect(productRating.ways[0]?.serverId ?? productRating.ratedBy).toBe(productRating.ratedBy)
    if (/^Working\b(?!,)/.test(summary)) expect(productRating.verdict).toBe('healthy')
    if (productRating.isUnsafe) expect(['avoid', 'proceed_with_caution']).toContain(productRating.recommendation)
  })

  it('is the same whatever the order of the entries', () => {
    for (const { entries } of cases.summaries) {
      const rated = entries.map(entryOf)
      expect(rateProduct(rated.toReversed(), NOW)).toEqual(rateProduct(rated, NOW))
    }
  })
})

describe('a way that several entries name', () => {
  const sure = entryOf({ remotes: ['up'], status: 'healthy' }, 1)
  const address = `${addressOf('up')}/?session=1`
  const unsure: RatedEntry = {
    ...entryOf({ remotes: ['up'], status: 'down' }, 0),
    remotes: [{ transport: 'streamable-http', url: address, template: false }],
    targets: [endpoint('up', { url: address, liveness: 'down', reason: 'timed_out', probes: 3 })],
  }

  it('is one way however its address is written, with the evidence of most probes, and says who disagrees', () => {
    const { ways, ratedBy, verdict } = rateProduct([unsure, sure], NOW)
    expect(ways).toHaveLength(1)
    expect(ways[0]).toMatchObject({
      state: 'working',
      servers: [sure.serverId, unsure.serverId],
      disputedBy: [unsure.serverId],
    })
    expect([ratedBy, verdict]).toEqual([sure.serverId, 'healthy'])
  })

  it('has the evidence of the entry that was checked', () => {
    const unchecked = { ...unsure, status: 'unknown', verdict: 'unknown', targets: [], asOf: null } as const
    const [way] = rateProduct([unchecked, sure], NOW).ways
    expect(way).toMatchObject({ state: 'working', disputedBy: [], serverId: sure.serverId })
  })
})

it('what is older than its evidence holds is not checked', () => {
  const old = entryOf({ remotes: ['up'], status: 'unknown' }, 0)
  const targets = [endpoint('up', { at: NOW.getTime() - 3 * HOUR_MS })]
  expect(rateProduct([{ ...old, targets }], NOW).ways.map(({ state }) => state)).toEqual(['not_checked'])
})

it('an address of one’s own machine is no way of others, unless it was checked', () => {
  const local = { transport: 'streamable-http', url: 'http://localhost:3000/mcp', template: false } as const
  const entry = { ...entryOf({ packages: { npm: 'published' }, status: 'unknown' }, 0), remotes: [local] }
  expect(rateProduct([entry], NOW).ways.map(({ slug }) => slug)).toEqual(['npm'])
  const probed = {
    ...entry,
    targets: [endpoint('up', { url: local.url })],
    status: 'healthy',
    verdict: 'healthy',
  } as const
  expect(rateProduct([probed], NOW).ways.map(({ slug }) => slug)).toEqual(['remote', 'npm'])
})

it('the grade of a server is that of its leading endpoint, whatever way is looked at', () => {
  const entry = entryOf({ remotes: ['down'], packages: { npm: 'started' }, status: 'degraded' }, 0)
  expect(rateProduct([entry], NOW)).toMatchObject({ gradeOf: 'remote', ratedBy: entry.serverId })
})

it('a thousand entries of one address are one way', () => {
  const entries = Array.from({ length: 1000 }, (_, place) => entryOf({ remotes: ['up'], status: 'healthy' }, place))
  const { ways } = rateProduct(entries, NOW)
  expect(ways.map(({ servers }) => servers.length)).toEqual([1000])
})

it('no state of a way is better than the status it is like', () => {
  expect(wayStateRow('published').sign).toBe('unknown')
  expect(wayStateRow('documented').sign).toBe('unknown')
})
