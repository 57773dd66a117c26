import { setTimeout as wait } from 'node:timers/promises'
import type { CatalogTool } from 'assay-verify/catalog-tool'
import { addBreakingChange } from 'assay-verify/score/tool-facts'
import type { ProbeReason } from 'assay-verify/state/observation'
import { asc, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CatalogServer } from '../core/catalog/catalog'
import { assess } from '../core/verdict/assessment'
import { MOST_TOOL_BREAKAGES } from '../core/verdict/breakage-allowance'
import type { CorrelationKey } from '../core/verdict/incident'
import { listBreakagesOfIncidents, listIncidents } from '../incidents/sql/listed-incidents'
import { listOpenBreakages } from '../incidents/sql/open-breakages'
import { closeOldBreakages } from '../jobs/keep/close-breakages'
import type { ProbeResult } from '../probers/probe'
import { RECORDING_STEPS } from '../runtime/recording-steps'
import { openBreakages } from '../store/breakages/breakage-openings'
import { breakages, incidents } from '../store/breakages/breakages-schema'
import { takeIncidentsAdvisoryLock } from '../store/breakages/incidents'
import { recordServers } from '../store/catalog/catalog'
import { servers, subjects, tools } from '../store/catalog/catalog-schema'
import { toolChanges } from '../store/catalog/drift-schema'
import { toolChangesRead } from '../store/catalog/tool-changes'
import { probeTargets, serverStates } from '../store/evidence/evidence-schema'
import { setMaintenance } from '../store/evidence/maintenance'
import { makeObservationPartitions } from '../store/evidence/partitions'
import { readAlone } from '../store/read-together'
import { streamable, targetAt, testServer, testTool, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { addTestTargets } from '../store/test-targets'
import type { FinishedProbe } from './finished-probe'
import { recordProbeResults } from './record-probe-results'

const OPEN = { state: 'open' } as const
const LEASE = { leaseId: 'lease', intervalSeconds: 900, recheckSeconds: 20 }
const FILE = { source: 'file', precedence: 1 }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

interface Seen {
  reason?: ProbeReason
  tools?: readonly CatalogTool[] | null
  toolsCut?: boolean
  address?: string
  httpStatus?: number
}

describe('breakages', () => {
  onDatabase(({ db }) => {
    let now = TEST_EPOCH
    beforeEach(async () => {
      await db.delete(servers)
      await db.delete(incidents)
      now = TEST_EPOCH
    })

    const later = (ms: number) => {
      now = new Date(now.getTime() + ms)
    }
    const keysOf = async () => {
      const rows = await db.select({ id: servers.id, key: servers.key }).from(servers)
      return new Map(rows.map(({ id, key }) => [id, key]))
    }
    const fromFile = (...entries: CatalogServer[]) => recordServers(db, FILE, entries, now, uncategorized)
    const add = (ids: readonly string[], host: (id: string) => string) =>
      fromFile(...ids.map((id) => testServer(id, { remotes: [streamable(`https://${host(id)}/mcp`)] })))
    const probeOf = (serverKey: number, host: string, seen: Seen, at: Date): FinishedProbe => {
      const { reason = 'answered', tools: listed = null, toolsCut = false, address, httpStatus = null } = seen
      const probe: ProbeResult = {
        reason,
        httpStatus,
        generation: 'modern',
        protocolVersion: '2026-07-28',
        serverInfo: null,
        tools: listed === null ? null : [...listed],
        toolsCut,
        notes: [],
        retryAfterMs: null,
        observation: { observedAt: at, reason, latencyMs: 100, httpStatus, vantage: 'test' },
        ...(address !== undefined && { address }),
      }
      return { serverKey, targetNo: 0, target: targetAt(`https://${host}/mcp`), probe }
    }
    /** One probe of each of these servers, committed together. */
    const probeAll = async (ids: readonly string[], host: (id: string) => string, seen: (id: string) => Seen) => {
      await addTestTargets(db, now)
      const keys = await keysOf()
      const probes = ids.map((id) => probeOf(keys.get(id) ?? 0, host(id), seen(id), now))
      await recordProbeResults(db, LEASE, probes, now, RECORDING_STEPS)
    }
    /** Three probes, a quarter of an hour apart: enough to settle any state. */
    const settle = async (ids: readonly string[], host: (id: string) => string, seen: (id: string) => Seen) => {
      for (let count = 0; count < 3; count += 1) {
        later(15 * MINUTE)
        await probeAll(ids, host, seen)
      }
    }
    const one = (seen: Seen) =>
      probeAll(
        ['s/one'],
        () => 'one.example',
        () => seen,
      )
    const oneSettles = (seen: Seen) =>
      settle(
        ['s/one'],
        () => 'one.example',
        () => seen,
      )
    const openKinds = async () =>
      (await listOpenBreakages(db, 100)).map(({ kind, toolId }) => `${kind} ${toolId ?? ''}`.trim())
    const shown = async () =>
      (await listIncidents(db, OPEN, 100)).map(({ cause, what, servers: count, tools, severity }) => [
        `${cause} ${what}`,
        count,
        tools,
        severity,
      ])
    const failsAt = (address: string): Seen => ({ reason: 'connect_failed', address })
    const fifteen = Array.from({ length: 15 }, (_, index) => testTool(`t${index}`))

    test('300 tools of 20 servers on one host are one incident, also when two batches record it at once', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `s/n${index}`)
      const host = () => 'gateway.example'
      await add(ids, host)
      await settle(ids, host, () => ({ tools: fifteen }))
      for (let count = 0; count < 3; count += 1) {
        later(15 * MINUTE)
        await Promise.all([
          probeAll(ids.slice(0, 10), host, () => failsAt('192.0.2.1')),
          probeAll(ids.slice(10), host, () => failsAt('192.0.2.1')),
        ])
      }
      expect(await shown()).toEqual([['host gateway.example', 20, 300, 'critical']])
      const [incident] = await listIncidents(db, OPEN, 1)
      expect(incident).toMatchObject({ kinds: ['down'] })
      expect(await listBreakagesOfIncidents(db, [incident?.key ?? 0], 7)).toHaveLength(7)
      expect(await listOpenBreakages(db, 5)).toHaveLength(5)

      await settle(ids.slice(1), host, () => ({ tools: fifteen }))
      expect(await shown()).toEqual([['host gateway.example', 1, 15, 'critical']])
      await settle(ids.slice(0, 1), host, () => ({ tools: fifteen }))
      expect(await shown()).toEqual([])
      expect(await db.select().from(incidents)).toEqual([expect.objectContaining({ closedAt: expect.any(Date) })])
    })

    test('a server that replaces almost half of its tools at each probe opens no more breakages than the limit', async () => {
      await add(['s/one'], () => 'one.example')
      const listed = (from: number) => Array.from({ length: 900 }, (_, index) => testTool(`t${from + index}`))
      await oneSettles({ tools: listed(0) })
      for (let at = 1; at <= 2; at += 1) {
        later(15 * MINUTE)
        await one({ tools: listed(at * 300) })
      }
      expect(await db.select({ key: breakages.key }).from(breakages)).toHaveLength(MOST_TOOL_BREAKAGES)
      later(8 * DAY)
      await makeObservationPartitions(db, now)
      await closeOldBreakages(db, now)
      await oneSettles({ tools: listed(3 * 300) })
      expect(await db.select({ key: breakages.key }).from(breakages), 'those still open count').toHaveLength(
        MOST_TOOL_BREAKAGES,
      )
      later(25 * DAY)
      await makeObservationPartitions(db, now)
      await closeOldBreakages(db, now)
      await oneSettles({ tools: listed(4 * 300) })
      expect(await db.select({ key: breakages.key }).from(breakages)).toHaveLength(MOST_TOOL_BREAKAGES + 300)
    })

    test('tools that a cut listing lacks are retired, and open no breakage', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: fifteen })
      for (let at = 0; at < 3; at += 1) {
        later(15 * MINUTE)
        await one({ tools: fifteen.slice(5), toolsCut: true })
      }
      const rows = await db.select({ id: tools.id }).from(tools).where(isNotNull(tools.removedAt))
      expect(rows).toHaveLength(5)
      expect(await openKinds()).toEqual([])
    })

    test('a package that is gone breaks its server alone, until it is published again', async () => {
      const ids = ['s/one', 's/two']
      await fromFile(...ids.map((id) => testServer(id, { remotes: [], packages: [{ registry: 'npm', name: id }] })))
      const index = { network: 'public', host: 'index.example' } as const
      const target = { prober: 'npm-package', evidence: 'publication', kind: 'npm', url: 'x', ...index } as const
      await addTestTargets(db, now)
      await db.update(probeTargets).set(target)
      const look = async (reason: ProbeReason, of = ids) => {
        later(15 * MINUTE)
        const keys = await keysOf()
        const probes = of.map((id) => ({ ...probeOf(keys.get(id) ?? 0, 'x', { reason }, now), target }))
        await recordProbeResults(db, LEASE, probes, now, RECORDING_STEPS)
      }
      for (const reason of ['published', 'package_gone', 'package_gone'] as const) await look(reason)
      expect((await shown()).map(([cause]) => cause).sort()).toEqual(['server s/one', 'server s/two'])
      await look('published', ['s/one'])
      expect(await openKinds()).toEqual(['down'])
      await look('index_unusable', ['s/two'])
      expect(await openKinds()).toEqual(['down'])
      await look('deprecated', ['s/two'])
      expect(await openKinds()).toEqual(['degraded'])
      await look('published', ['s/two'])
      expect(await openKinds()).toEqual([])
    })

    test('a published package is no answer of an address: its first outage is minor', async () => {
      const packages = [{ registry: 'npm' as const, name: 'one' }]
      await fromFile(testServer('s/one', { remotes: [streamable('https://one.example/mcp')], packages }))
      await addTestTargets(db, now)
      const index = { network: 'public', host: 'index.example' } as const
      const target = { prober: 'npm-package', evidence: 'publication', kind: 'npm', url: 'one', ...index } as const
      const key = (await keysOf()).get('s/one') ?? 0
      await db.insert(probeTargets).values({ ...target, serverKey: key, targetNo: 1, position: 1, dueAt: now })
      const found = { ...probeOf(key, 'index.example', { reason: 'published' }, now), targetNo: 1, target }
      await recordProbeResults(db, LEASE, [found], now, RECORDING_STEPS)
      await oneSettles({ reason: 'connect_failed' })
      expect(await listOpenBreakages(db, 2)).toMatchObject([{ kind: 'down', severity: 'minor' }])
    })

    test('a breakage begins with the observation that shows it', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({})
      later(15 * MINUTE)
      const observedAt = now
      const key = (await keysOf()).get('s/one') ?? 0
      const asked = probeOf(key, 'one.example', { reason: 'credentials_required', httpStatus: 401 }, observedAt)
      later(2000)
      await recordProbeResults(db, LEASE, [asked], now, RECORDING_STEPS)
      later(20_000)
      const again = now
      await recordProbeResults(
        db,
        LEASE,
        [{ ...asked, probe: { ...asked.probe, observation: { ...asked.probe.observation, observedAt: again } } }],
        new Date(again.getTime() + 2000),
        RECORDING_STEPS,
      )
      const [open] = await listOpenBreakages(db, 2)
      expect(open).toMatchObject({ kind: 'auth_changed', openedAt: again })
    })

    test('servers probed minutes apart that may have broken at the same time are one incident', async () => {
      const ids = ['s/a', 's/b', 's/c']
      const host = () => 'slow.example'
      await add(ids, host)
      const round = async (seen: Seen) => {
        for (const id of ids) {
          later(5 * MINUTE)
          await probeAll([id], host, () => seen)
        }
      }
      for (let count = 0; count < 3; count += 1) await round({ tools: fifteen })
      for (let count = 0; count < 3; count += 1) await round({ reason: 'timed_out' })
      expect(await shown()).toEqual([['host slow.example', 3, 45, 'major']])
    })

    test('two hosts at one address are one incident, two unrelated ones in the same minute are two', async () => {
      const ids = ['s/a', 's/b', 's/c']
      const host = (id: string) => `${id.slice(2)}.example`
      await add(ids, host)
      await settle(ids, host, () => ({ tools: [testTool('t')] }))
      await settle(ids, host, (id) => failsAt(id === 's/c' ? '198.51.100.9' : '192.0.2.1'))
      expect((await shown()).sort()).toEqual([
        ['address 192.0.2.1', 2, 2, 'major'],
        ['server s/c', 1, 1, 'major'],
      ])
    })

    test('an outage of a server that never answered is minor; an inconclusive probe does not move lastSeenAt', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({ reason: 'dns_failed' })
      expect(await listOpenBreakages(db, 2)).toMatchObject([{ kind: 'down', severity: 'minor' }])
      expect(await shown()).toEqual([['server s/one', 1, 0, 'minor']])
      await oneSettles({ tools: [] })
      expect(await openKinds()).toEqual([])
      await oneSettles({ reason: 'dns_failed' })
      const [before] = await listOpenBreakages(db, 1)
      expect(before).toMatchObject({ severity: 'major' })
      await oneSettles({ reason: 'connectivity_lost' })
      expect((await listOpenBreakages(db, 1))[0]?.lastSeenAt).toEqual(before?.lastSeenAt)
    })

    test('a breakage that is soon back is the same one, counted; a flapping server leaves few rows', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: [] })
      for (let flap = 0; flap < 4; flap += 1) {
        await oneSettles({ reason: 'connect_failed' })
        expect((await openKinds()).filter((kind) => kind === 'down')).toEqual(['down'])
        later(15 * MINUTE)
        await one({ tools: [] })
        later(15 * MINUTE)
        await one({ tools: [] })
        expect((await openKinds()).filter((kind) => kind === 'down')).toEqual([])
      }
      const rows = await db.select().from(breakages).where(eq(breakages.kind, 'down'))
      expect(rows).toMatchObject([{ times: 4 }])
      expect(rows[0]?.evidence.length).toBeLessThanOrEqual(5)
      const kept = await db.select().from(incidents)
      expect(kept.length).toBeLessThanOrEqual(2)
      later(DAY)
      await oneSettles({ tools: [] })
      await oneSettles({ reason: 'connect_failed' })
      expect(await db.select().from(breakages).where(eq(breakages.kind, 'down'))).toHaveLength(2)
    })

    const downSince = async (id = 's/one') => {
      const [row] = await db
        .select({ serverState: serverStates.serverState })
        .from(serverStates)
        .innerJoin(servers, eq(servers.key, serverStates.serverKey))
        .where(eq(servers.id, id))
      return assess(row?.serverState ?? null, 'unknown', null, now).downSince
    }
    const openedAt = async () => (await listOpenBreakages(db, 1))[0]?.openedAt

    test.each([true, false])('an outage opens at its first failure, as in health; up before: %s', async (wasUp) => {
      await add(['s/one'], () => 'one.example')
      if (wasUp) await oneSettles({ tools: [] })
      const firstFailure = new Date(now.getTime() + 15 * MINUTE)
      await oneSettles({ reason: 'connect_failed' })
      expect([await openedAt(), await downSince()]).toEqual([firstFailure, firstFailure])
      expect((await listIncidents(db, OPEN, 1))[0]?.openedAt).toEqual(firstFailure)
      later(5 * 60 * MINUTE)
      await oneSettles({ reason: 'connect_failed' })
      expect([await openedAt(), await downSince()], 'no probe found it up in between').toEqual([
        firstFailure,
        firstFailure,
      ])
    })

    test('an outage that is soon back dates from its return, as in health', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: [] })
      await oneSettles({ reason: 'connect_failed' })
      for (let count = 0; count < 2; count += 1) {
        later(15 * MINUTE)
        await one({ tools: [] })
      }
      const back = new Date(now.getTime() + 15 * MINUTE)
      await oneSettles({ reason: 'connect_failed' })
      expect([await openedAt(), await downSince()]).toEqual([back, back])
      expect(await db.select().from(breakages).where(eq(breakages.kind, 'down'))).toMatchObject([{ times: 2 }])
    })

    test('an open outage that is stored with another beginning gets the right one', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({ reason: 'connect_failed' })
      await db.update(breakages).set({ openedAt: now })
      later(15 * MINUTE)
      await one({ reason: 'connect_failed' })
      expect(await openedAt()).toEqual(await downSince())
      expect(await openedAt()).not.toEqual(now)
    })

    test('a breakage in an announced maintenance window opens when the window is over', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: [] })
      const serverKey = (await keysOf()).get('s/one') ?? 0
      await setMaintenance(db, serverKey, { from: now, to: new Date(now.getTime() + 60 * MINUTE) }, now)
      await oneSettles({ reason: 'connect_failed' })
      expect(await openKinds()).toEqual([])
      later(15 * MINUTE)
      await oneSettles({ reason: 'connect_failed' })
      expect(await openKinds()).toEqual(['down'])
    })

    test('batches and the daily job at once never lose an incident, leave an empty one open or deadlock', async () => {
      const ids = Array.from({ length: 12 }, (_, index) => `s/n${index}`)
      const host = (id: string) => `h${Number(id.slice(3)) % 3}.example`
      await add(ids, host)
      await settle(ids, host, () => ({ tools: [testTool('a'), testTool('b')] }))
      const lanes = [0, 1, 2].map((lane) => ids.filter((_, index) => index % 3 === lane || index % 4 === lane))
      for (let round = 0; round < 8; round += 1) {
        later(15 * MINUTE)
        const seen = (id: string): Seen =>
          (Number(id.slice(3)) + round) % 5 < 3
            ? failsAt('192.0.2.1')
            : { tools: [testTool('a'), ...(round % 2 === 0 ? [testTool('b')] : [])] }
        await Promise.all([...lanes.map((lane) => probeAll(lane, host, seen)), closeOldBreakages(db, now)])
      }
      const all = await db
        .select({ closedAt: breakages.closedAt, incident: incidents.closedAt, key: incidents.key })
        .from(breakages)
        .leftJoin(incidents, eq(incidents.key, breakages.incidentKey))
      const withOpen = new Set(all.filter((row) => row.closedAt === null).map((row) => row.key))
      expect(withOpen.size).toBeGreaterThan(0)
      for (const { key, incident } of all) expect(incident === null, `incident ${key}`).toBe(withOpen.has(key))
    })

    test('a server that begins to ask for credentials is a breakage until it is open again', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: [] })
      await oneSettles({ reason: 'credentials_required', httpStatus: 401 })
      expect(await openKinds()).toEqual(['auth_changed'])
      await oneSettles({ tools: [] })
      expect(await openKinds()).toEqual([])
    })

    test('a tool that its server removes is a breakage until it is back; one that only a catalog listed is not', async () => {
      await fromFile(
        testServer('s/one', { remotes: [streamable('https://one.example/mcp')], tools: [testTool('catalog')] }),
      )
      await oneSettles({ tools: [testTool('a'), testTool('b')] })
      expect(await openKinds()).toEqual([])
      later(15 * MINUTE)
      await one({ tools: [testTool('a')] })
      expect(await shown()).toEqual([['listing s/one', 1, 1, 'major']])
      expect(await openKinds()).toEqual(['tool_removed s/one/b'])
      later(15 * MINUTE)
      await one({ tools: [testTool('a'), testTool('b')] })
      expect(await openKinds()).toEqual([])
      expect(await shown()).toEqual([])
    })

    test('a listing that lacks nearly all tools waits for a second that agrees', async () => {
      const many = Array.from({ length: 200 }, (_, index) => testTool(`t${index}`))
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: many })
      later(15 * MINUTE)
      await one({ tools: [] })
      expect(await openKinds()).toEqual([])
      later(15 * MINUTE)
      await one({ tools: many })
      later(15 * MINUTE)
      await one({ tools: [] })
      expect(await openKinds(), 'a complete listing in between resets the wait').toEqual([])
      later(MINUTE)
      await one({ tools: [] })
      expect(await openKinds(), 'a minute later is too soon to confirm').toEqual([])
      later(15 * MINUTE)
      await one({ tools: [] })
      expect(await shown()).toEqual([['listing s/one', 1, 200, 'critical']])
    })

    test('a server that is down removes no tools, nor does its first listing when it comes back', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: [testTool('a'), testTool('b')] })
      await oneSettles({ reason: 'connect_failed' })
      later(15 * MINUTE)
      await one({ tools: [testTool('a')] })
      expect((await openKinds()).filter((kind) => kind.startsWith('tool_removed'))).toEqual([])
      await oneSettles({ tools: [testTool('a'), testTool('b')] })
      expect((await openKinds()).filter((kind) => kind.startsWith('tool_removed'))).toEqual([])
    })

    const asks = (...names: string[]) =>
      testTool('a', {
        inputSchema: {
          type: 'object',
          properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
          required: names,
        },
      })

    test('a corrected catalog is no drift, a changed listing is, and a broken contract is a breakage until it is undone', async () => {
      await fromFile(testServer('s/one', { remotes: [streamable('https://one.example/mcp')], tools: [asks('old')] }))
      await oneSettles({ tools: [asks('x')] })
      expect(await readAlone(db, toolChangesRead('s/one/a', 10))).toEqual([])
      later(15 * MINUTE)
      await one({ tools: [asks('x', 'y')] })
      const brokenAt = now
      expect(await openKinds()).toEqual(['schema_breaking s/one/a'])
      expect((await listOpenBreakages(db, 1))[0]).toMatchObject({
        severity: 'major',
        evidence: [{ code: 'required_parameter_added', text: 'Parameter “y” is new and required.' }],
      })
      later(15 * MINUTE)
      await one({ tools: [{ ...asks('x', 'y'), description: 'In other words.' }] })
      later(15 * MINUTE)
      await one({ tools: [{ ...asks('x'), description: 'In other words.' }] })
      expect(await openKinds(), 'undone').toEqual([])
      expect((await readAlone(db, toolChangesRead('s/one/a', 10))).map((row) => row.class)).toEqual([
        'breaking',
        'wording',
        'breaking',
      ])
      const [subject] = await db.select().from(subjects).where(eq(subjects.id, 's/one/a'))
      expect(subject?.facts).toEqual(addBreakingChange(addBreakingChange(null, brokenAt), now))
    })

    test('a withdrawn promise of harmlessness is critical, also of a tool that was removed in between', async () => {
      const harmless = testTool('a', { annotations: { readOnlyHint: true } })
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: [harmless, testTool('b')] })
      later(15 * MINUTE)
      await one({ tools: [testTool('b')] })
      expect(await openKinds()).toEqual(['tool_removed s/one/a'])
      later(15 * MINUTE)
      await one({ tools: [testTool('a', { annotations: { destructiveHint: true } }), testTool('b')] })
      expect(await openKinds()).toEqual(['schema_breaking s/one/a'])
      expect(await shown()).toEqual([['listing s/one', 1, 1, 'critical']])
    })

    test('an open breakage that becomes more severe raises its incident', async () => {
      await add(['s/one'], () => 'one.example')
      const harmless = { annotations: { readOnlyHint: true } }
      await oneSettles({ tools: [testTool('a', harmless)] })
      later(15 * MINUTE)
      await one({ tools: [{ ...asks('x'), ...testTool('a', harmless), inputSchema: asks('x').inputSchema }] })
      expect(await shown()).toEqual([['listing s/one', 1, 1, 'major']])
      later(15 * MINUTE)
      await one({ tools: [asks('x')] })
      expect(await listOpenBreakages(db, 10)).toMatchObject([{ severity: 'critical' }])
      expect(await shown()).toEqual([['listing s/one', 1, 1, 'critical']])
    })

    const factsOf = async (id: string) =>
      (await db.select({ facts: subjects.facts }).from(subjects).where(eq(subjects.id, id)))[0]?.facts?.openChange ??
      null

    test('the facts of a tool name its open contract breakage until that is undone or too old', async () => {
      const readOnly = { annotations: { readOnlyHint: true } }
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: [testTool('a', readOnly), testTool('b')] })
      expect(await factsOf('s/one/a')).toBeNull()
      later(15 * MINUTE)
      await one({ tools: [testTool('a', { annotations: { destructiveHint: true } }), testTool('b')] })
      const text = 'It promised only to read; now it may change and delete things.'
      expect(await factsOf('s/one/a')).toEqual({ class: 'safety', at: now.toISOString(), text })
      expect(await factsOf('s/one/b')).toBeNull()
      const opened = now
      later(15 * MINUTE)
      await one({ tools: [{ ...asks('x'), annotations: { destructiveHint: true } }, testTool('b')] })
      expect(await factsOf('s/one/a'), 'a lesser change since').toMatchObject({ class: 'safety', text })
      later(15 * MINUTE)
      await one({ tools: [testTool('a', readOnly), testTool('b')] })
      expect(await factsOf('s/one/a'), 'undone').toBeNull()
      later(15 * MINUTE)
      await one({ tools: [{ ...asks('x'), ...readOnly }, testTool('b')] })
      expect(await factsOf('s/one/a')).toMatchObject({ class: 'breaking', at: now.toISOString() })
      expect(now).not.toEqual(opened)
      await closeOldBreakages(db, new Date(now.getTime() + 8 * DAY))
      expect(await factsOf('s/one/a'), 'too old').toBeNull()
      expect(await openKinds()).toEqual([])
    })

    test('a tool that is left out of one listing comes back with the breakage it had', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: [testTool('a', { annotations: { readOnlyHint: true } }), testTool('b')] })
      const unsafe = testTool('a', { annotations: { destructiveHint: true } })
      for (const tools of [[unsafe, testTool('b')], [testTool('b')], [unsafe, testTool('b')]]) {
        later(15 * MINUTE)
        await one({ tools })
      }
      expect(await openKinds()).toEqual(['schema_breaking s/one/a'])
      expect(await factsOf('s/one/a')).toMatchObject({ class: 'safety' })
    })

    test('the same change again within a day is counted, and the history of a tool is bounded', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: [testTool('a')] })
      for (let count = 0; count < 5; count += 1) {
        later(15 * MINUTE)
        await one({ tools: [testTool('a', { description: `It is ${now.toISOString()}.` })] })
      }
      expect(await readAlone(db, toolChangesRead('s/one/a', 10))).toMatchObject([{ class: 'wording', times: 5 }])
      // What a hundred probes before left, so that the next ones reach the bound.
      const [known] = await db.select().from(toolChanges)
      if (known === undefined) throw new Error('no change was written')
      const { key: _key, ...change } = known
      const old = Array.from({ length: 98 }, (_, index) => ({
        ...change,
        at: new Date(change.at.getTime() - (index + 1) * DAY),
      }))
      await db.insert(toolChanges).values(old)
      const counted = []
      for (let count = 0; count < 4; count += 1) {
        later(MINUTE)
        await one({ tools: [count % 2 === 0 ? asks(`p${count}`) : testTool('a')] })
        counted.push((await readAlone(db, toolChangesRead('s/one/a', 1000))).length)
      }
      expect(counted).toEqual([100, 100, 100, 100])
      expect((await readAlone(db, toolChangesRead('s/one/a', 4))).map((row) => row.at)).toEqual(
        [0, 1, 2, 3].map((ago) => new Date(now.getTime() - ago * MINUTE)),
      )
    })

    test('closing an aged breakage and opening it again at the same time do not deadlock', async () => {
      await add(['s/one'], () => 'one.example')
      await oneSettles({ tools: [testTool('a')] })
      later(15 * MINUTE)
      await one({ tools: [asks('x')] })
      const [open] = await listOpenBreakages(db, 10)
      later(8 * DAY)
      const evidence = { code: 'parameter_added', text: 'Again.', at: now.toISOString() }
      const shared = { serverKey: open?.serverKey ?? 0, toolId: open?.toolId ?? null, evidence }
      const correlationKeys: [CorrelationKey] = [{ cause: 'listing', what: 's/one' }]
      const again = { ...shared, kind: 'schema_breaking' as const, severity: 'major' as const, correlationKeys }
      const opening = { ...again, startWindow: { after: now, before: now } }
      let keeping: Promise<unknown> = Promise.resolve()
      await db.transaction(async (tx) => {
        await takeIncidentsAdvisoryLock(tx)
        keeping = closeOldBreakages(db, now)
        await wait(200)
        await openBreakages(tx, [opening], now)
      })
      await keeping
      expect(await openKinds()).toEqual(['schema_breaking s/one/a'])
    })

    test('age closes changed contracts after a week and removed tools after a month; leaving the catalog closes the rest', async () => {
      await add(['s/one', 's/two'], (id) => `${id.slice(2)}.example`)
      await settle(
        ['s/one', 's/two'],
        (id) => `${id.slice(2)}.example`,
        () => ({ tools: [testTool('a'), testTool('b')] }),
      )
      later(15 * MINUTE)
      await one({ tools: [asks('x')] })
      await settle(
        ['s/two'],
        () => 'two.example',
        () => failsAt('192.0.2.1'),
      )
      expect((await openKinds()).sort()).toEqual(['down', 'schema_breaking s/one/a', 'tool_removed s/one/b'])
      await closeOldBreakages(db, new Date(now.getTime() + 6 * DAY))
      expect(await openKinds()).toHaveLength(3)
      expect(await closeOldBreakages(db, new Date(now.getTime() + 8 * DAY))).toMatchObject({ closed: 1 })
      expect(await closeOldBreakages(db, new Date(now.getTime() + 31 * DAY))).toMatchObject({ closed: 1 })
      await db.update(servers).set({ lifecycle: 'deleted' }).where(eq(servers.id, 's/two'))
      expect(await closeOldBreakages(db, new Date(now.getTime() + 31 * DAY))).toMatchObject({ closed: 1 })
      expect(await shown()).toEqual([])
      expect(await closeOldBreakages(db, new Date(now.getTime() + 800 * DAY))).toEqual({
        closed: 0,
        forgottenBreakages: 3,
        forgottenChanges: 1,
      })
      expect(await db.select().from(incidents).orderBy(asc(incidents.key))).toEqual([])
    })
  })
})
