import { NO_TOOL_FACTS, toolFactsOf } from 'assay-verify/score/tool-facts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { assess } from '../core/verdict/assessment'
import { listOpenBreakages } from '../incidents/sql/open-breakages'
import { recordServers } from '../store/catalog/catalog'
import { servers, subjects } from '../store/catalog/catalog-schema'
import type { Database } from '../store/database'
import { countDueTargets } from '../store/evidence/due-times'
import { intervals, observations, probeTargets } from '../store/evidence/evidence-schema'
import { scheduleServers } from '../store/evidence/scheduled-targets'
import { openRatingReader } from '../store/ratings/ratings'
import { streamable, targetingBy, testServer, testTool, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { openConnectivity } from './connectivity'
import { type ProbeJob, runProbes } from './run-probes'
import { startTestMcpServer, type TestMcpServer } from './test-mcp-server'
import { TEST_PROBE_SETTINGS, testProbeJob } from './test-probe-job'

const FILE = { source: 'file', precedence: 1 }
const OWN = { ...FILE, own: true }
/**
 * The clock of the test runs this much faster: a recheck 20 s later by it comes after half a second, and a lease lasts
 * 7.5 s.
 */
const SPEED = 40
/** How long a probe of a server that hangs lasts. */
const HANGS_MS = 400
/** For what a busy machine may take long for. */
const PATIENTLY = { timeout: 25_000 }

describe('probe run', () => {
  onDatabase(({ db }) => {
    let skippedMs = 0
    const logged: string[] = []
    const startedAt = performance.now()
    const clock = () => new Date(TEST_EPOCH.getTime() + skippedMs + (performance.now() - startedAt) * SPEED)
    const jobFor = (origins: string[], more: Partial<ProbeJob> = {}) => {
      const settings = { ...TEST_PROBE_SETTINGS, dial: { allowedOrigins: origins } }
      return testProbeJob(db, clock, { settings, log: (line) => logged.push(line), ...more })
    }

    beforeEach(async () => {
      await db.delete(servers)
    })

    const add = (id: string, server: TestMcpServer, owner = OWN) =>
      recordServers(db, owner, [testServer(id, { remotes: [streamable(server.url)] })], clock(), uncategorized)
    /** Moves the clock on until every server is due again. */
    const dueAgain = async () => {
      skippedMs += 900_000
      await db.update(probeTargets).set({ dueAt: clock() })
    }
    const verdictOf = async (id: string) => {
      const rating = await openRatingReader(db).findRating(id)
      return rating && assess(rating.serverState, rating.declaredAccess, toolFactsOf(rating), clock()).verdict
    }
    const storedVerdicts = async () =>
      Object.fromEntries((await db.select().from(subjects)).map((row) => [row.id, row.verdict]))

    test('a new server is probed twice, its tools enter the catalog, and it is healthy', async () => {
      const server = await startTestMcpServer(['echo', 'a/b c'])
      try {
        await add('p/new', server)
        const report = await runProbes(jobFor([server.origin]))
        expect(report).toMatchObject({ probes: 2, servers: 1 })
        expect(server.probes).toBe(2)
        expect(await storedVerdicts()).toEqual({
          'p/new': 'healthy',
          'p/new/echo': 'healthy',
          'p/new/a/b c': 'healthy',
        })
        expect(
          await db.select().from(observations).innerJoin(servers, eq(servers.key, observations.serverKey)),
        ).toHaveLength(2)
        expect(await countDueTargets(db, ['local'], clock())).toBe(0)
        expect(await runProbes(jobFor([server.origin]))).toMatchObject({ probes: 0 })
      } finally {
        await server.close()
      }
    })

    test('after a time with its clock 40 days ahead a server is probed and rated as before', async () => {
      const server = await startTestMcpServer()
      const daysMs = 40 * 86_400_000
      try {
        await add('p/ahead', server)
        await runProbes(jobFor([server.origin]))
        skippedMs += daysMs
        await dueAgain()
        expect(await runProbes(jobFor([server.origin]))).toMatchObject({ servers: 1 })
        expect(await verdictOf('p/ahead/echo')).toBe('healthy')
        skippedMs -= daysMs
        await runProbes(jobFor([server.origin]))
        skippedMs += 1_000_000
        expect(await runProbes(jobFor([server.origin])), 'due within the usual interval').toMatchObject({ servers: 1 })
        expect(await verdictOf('p/ahead/echo')).toBe('healthy')
        expect(logged.filter((line) => /left out/.test(line))).toEqual([])
      } finally {
        await server.close()
      }
    })

    test('an outage: rechecks, not the first failure, make the server down and open a breakage; two answers end it', async () => {
      const server = await startTestMcpServer()
      try {
        await add('p/breaks', server)
        await runProbes(jobFor([server.origin]))
        server.behaviour = 'fails'
        await dueAgain()
        const short = { budgetSeconds: 1, recheckSeconds: 60 * SPEED }
        expect(await runProbes(jobFor([server.origin], short))).toMatchObject({ probes: 1 })
        expect(await verdictOf('p/breaks/echo'), 'a recheck that the run has no time for stays in the queue').toBe(
          'healthy',
        )
        expect(await listOpenBreakages(db, 10)).toEqual([])

        await db.update(probeTargets).set({ dueAt: clock() })
        expect(await runProbes(jobFor([server.origin]))).toMatchObject({ servers: 1 })
        expect(await storedVerdicts()).toEqual({ 'p/breaks': 'down', 'p/breaks/echo': 'down' })
        expect(await listOpenBreakages(db, 10)).toMatchObject([
          { serverId: 'p/breaks', kind: 'down', evidence: [{ code: 'server_error' }] },
        ])

        server.behaviour = 'answers'
        await dueAgain()
        await runProbes(jobFor([server.origin]))
        expect(await verdictOf('p/breaks/echo')).not.toBe('down')
        expect((await listOpenBreakages(db, 10)).filter((breakage) => breakage.kind === 'down')).toEqual([])
        const states = await db.select({ state: intervals.state }).from(intervals).orderBy(intervals.startedAt)
        expect(states.map((row) => row.state)).toEqual(['up', 'down', 'up'])
      } finally {
        await server.close()
      }
    })

    test('a server that asks for credentials is reachable, unknown, and its catalog tools stay', async () => {
      const server = await startTestMcpServer()
      server.behaviour = 'asks for credentials'
      try {
        await recordServers(
          db,
          OWN,
          [testServer('p/auth', { remotes: [streamable(server.url)], tools: [testTool('secret_thing')] })],
          clock(),
          uncategorized,
        )
        await runProbes(jobFor([server.origin]))
        const rating = await openRatingReader(db).findRating('p/auth/secret_thing')
        expect(assess(rating?.serverState ?? null, 'unknown', NO_TOOL_FACTS, clock())).toMatchObject({
          verdict: 'unknown',
          status: 'auth',
          axes: { reachable: true, access: 'auth' },
        })
      } finally {
        await server.close()
      }
    })

    test('a tool that disappears from the listing is marked down, not deleted', async () => {
      const server = await startTestMcpServer(['stays', 'goes'])
      try {
        await add('p/drops', server)
        await runProbes(jobFor([server.origin]))
        server.tools = ['stays']
        await dueAgain()
        await runProbes(jobFor([server.origin]))
        expect(await storedVerdicts()).toEqual({
          'p/drops': 'healthy',
          'p/drops/stays': 'healthy',
          'p/drops/goes': 'down',
        })
      } finally {
        await server.close()
      }
    })

    test('two runs at once share the work and never probe one server at the same time', async () => {
      const running = await Promise.all(Array.from({ length: 12 }, () => startTestMcpServer()))
      try {
        for (const [i, server] of running.entries()) await add(`p/shared-${i}`, server)
        const origins = running.map((server) => server.origin)
        const reports = await Promise.all([runProbes(jobFor(origins)), runProbes(jobFor(origins))])
        expect(running.map((server) => server.probes)).toEqual(running.map(() => 2))
        // A server whose two probes are due one after the other may be in both reports, a probe never.
        expect(reports.reduce((total, report) => total + report.probes, 0)).toBe(2 * 12)
      } finally {
        for (const server of running) await server.close()
      }
    })

    test('a large host that hangs delays neither the others nor the end of the run', async () => {
      const large = await startTestMcpServer()
      large.behaviour = 'hangs'
      const others = await Promise.all(Array.from({ length: 5 }, () => startTestMcpServer()))
      try {
        const ids = Array.from({ length: 60 }, (_, i) => `p/large-${i}`)
        const hanging = ids.map((id) => testServer(id, { remotes: [streamable(large.url)] }))
        await recordServers(db, OWN, hanging, clock(), uncategorized)
        for (const [i, server] of others.entries()) await add(`p/other-${i}`, server)
        await scheduleServers(db, targetingBy('streamable-http'), 'changed', 100, clock())
        await db
          .update(probeTargets)
          .set({ dueAt: sql`due_at - interval '1 hour'` })
          .where(sql`host = ${new URL(large.url).host}`)
        const origins = [large, ...others].map((server) => server.origin)
        const slow = { concurrency: 4, perHost: 1 }
        const hangingRun = (more: Partial<ProbeJob>) => {
          const job = jobFor(origins, { ...slow, ...more })
          return runProbes({ ...job, settings: { ...job.settings, deadlineMs: HANGS_MS } })
        }
        const stopping = new AbortController()
        const run = hangingRun({ budgetSeconds: 60, signal: stopping.signal })
        await expect.poll(() => Math.min(...others.map((server) => server.probes)), PATIENTLY).toBeGreaterThanOrEqual(2)
        expect(large.probes, 'the others do not wait for all 60').toBeLessThan(ids.length)
        await expect.poll(() => large.probes, PATIENTLY).toBeGreaterThan(2)
        stopping.abort()
        await run

        const before = large.probes
        const budgetSeconds = 1
        await hangingRun({ budgetSeconds })
        // One after the other until the budget is spent, 400 ms or more each, and what was claimed then: the run does
        // not wait for all 60.
        const mostClaimed = slow.concurrency * 4
        expect(large.probes - before).toBeLessThanOrEqual(Math.ceil((budgetSeconds * 1000) / HANGS_MS) + mostClaimed)
      } finally {
        for (const server of [large, ...others]) await server.close()
      }
    })

    test('a run that is stopped releases its claims', async () => {
      const server = await startTestMcpServer()
      server.behaviour = 'hangs'
      try {
        await add('p/stopped', server)
        const stopping = new AbortController()
        const run = runProbes(jobFor([server.origin], { signal: stopping.signal }))
        await expect.poll(() => server.requests).toBeGreaterThan(0)
        stopping.abort()
        expect(await run).toMatchObject({ probes: 0 })
        expect(await countDueTargets(db, ['local'], clock())).toBe(1)
        expect(
          await db.select().from(observations).innerJoin(servers, eq(servers.key, observations.serverKey)),
        ).toEqual([])
      } finally {
        await server.close()
      }
    })

    test('while connectivity is lost no public server is probed; those on this machine are', async () => {
      const [far, near] = [await startTestMcpServer(), await startTestMcpServer()]
      try {
        await add('p/far', far)
        await add('p/near', near)
        await scheduleServers(db, targetingBy('streamable-http'), 'changed', 100, clock())
        await db.execute(
          sql`UPDATE probe_targets SET network = 'public' FROM servers WHERE servers.key = server_key AND servers.id = 'p/far'`,
        )
        const canaryUrls = ['http://127.0.0.1:9/']
        const settings = {
          userAgent: 'AssayTest/1',
          allowedOrigins: ['http://127.0.0.1:9'],
          log: (line: string) => logged.push(line),
        }
        const connectivity = openConnectivity({ ...settings, canaryUrls })
        const report = await runProbes(jobFor([far.origin, near.origin], { connectivity }))
        expect(report).toMatchObject({ servers: 1, hasConnectivity: false })
        expect([far.probes, near.probes]).toEqual([0, 2])
        expect(logged.at(-1)).toContain('Connectivity is lost')
      } finally {
        await far.close()
        await near.close()
      }
    })

    test('an allowed origin serves the operator’s own entry and no other that names it, also where one takes over from the other', async () => {
      const server = await startTestMcpServer()
      try {
        await add('p/own', server)
        await add('p/other', server, { ...FILE, own: false })
        await runProbes(jobFor([server.origin]))
        expect(server.probes).toBe(2)
        expect(await verdictOf('p/own')).toBe('healthy')
        expect(await verdictOf('p/other')).toBe('unknown')
        await add('p/own', server, { source: 'official-registry', precedence: 2, own: false })
        await dueAgain()
        await runProbes(jobFor([server.origin]))
        expect(server.probes).toBe(3)
        await add('p/other', server)
        await dueAgain()
        await runProbes(jobFor([server.origin]))
        expect(await verdictOf('p/other')).toBe('healthy')
      } finally {
        await server.close()
      }
    })

    test('an address that is neither public nor configured is never dialled, and the verdict stays unknown', async () => {
      const server = await startTestMcpServer()
      try {
        await add('p/private', server)
        await runProbes(jobFor([]))
        expect(server.probes).toBe(0)
        expect(await verdictOf('p/private')).toBe('unknown')
      } finally {
        await server.close()
      }
    })

    test('a batch that cannot be committed ends the run with its cause, and the claims are released', async () => {
      const server = await startTestMcpServer()
      try {
        await add('p/uncommitted', server)
        await scheduleServers(db, targetingBy('streamable-http'), 'changed', 100, clock())
        let isFull = false
        const refuse = () => {
          isFull = true
          return Promise.reject(new Error('disk full'))
        }
        const failing: Database = new Proxy(db, {
          get: (target, name) =>
            name === 'transaction' || (name === 'execute' && isFull) ? refuse : Reflect.get(target, name),
        })
        await expect(runProbes(jobFor([server.origin], { db: failing }))).rejects.toThrow('disk full')
        expect(await countDueTargets(db, ['local'], clock())).toBe(1)
      } finally {
        await server.close()
      }
    })

    test('a result that cannot be written is logged and left out; the others of its batch are kept', async () => {
      const [good, bad] = [await startTestMcpServer(), await startTestMcpServer()]
      bad.behaviour = 'fails'
      await db.delete(observations)
      await db.execute(sql`ALTER TABLE observations ADD CONSTRAINT refused CHECK (http_status <> 500)`)
      try {
        await add('p/good', good)
        await add('p/bad', bad)
        await runProbes(jobFor([good.origin, bad.origin]))
        expect(await verdictOf('p/good')).toBe('healthy')
        expect(await verdictOf('p/bad')).toBe('unknown')
        expect(logged.some((line) => line.includes('cannot be written and is left out'))).toBe(true)
        const [left] = await db
          .select()
          .from(probeTargets)
          .innerJoin(servers, eq(servers.key, probeTargets.serverKey))
          .where(eq(servers.id, 'p/bad'))
        expect(left?.probe_targets).toMatchObject({ leaseId: null, isRecheck: false })
      } finally {
        await db.execute(sql`ALTER TABLE observations DROP CONSTRAINT refused`)
        await good.close()
        await bad.close()
      }
    })
  })
})
