import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestContext } from '../../api/test-context'
import { openReachability } from '../../store/reachability'
import { JOB_NAMES } from '../job-schedules'
import type { ServiceApp } from '../service-app'
import { apiListener, dispatch } from '../standalone-adapter'
import { ROLES, type Role, runsJob } from './roles'

const NOW = new Date('2026-11-20T12:00:00Z')

test('every job is run by workers or by the publisher, and by no process of the API', () => {
  const jobsOf = (role: Role) => JOB_NAMES.filter((name) => runsJob(role, name))
  expect(jobsOf('publisher')).toEqual(['index', 'log', 'bundle', 'files', 'sitemap'])
  expect([...jobsOf('worker'), ...jobsOf('publisher')].sort()).toEqual([...JOB_NAMES].sort())
  expect(jobsOf('all')).toEqual(JOB_NAMES)
  expect(jobsOf('api')).toEqual([])
})

describe.each(['worker', 'publisher'] as const)('a process with ROLE=%s', (role) => {
  let origin: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const opened = await openTestContext([], NOW)
    const app: ServiceApp = Object.assign(opened.context, {
      role,
      reachability: openReachability(opened.context.db),
      publishing: () => (role === 'publisher' ? ('standby' as const) : null),
      replica: undefined,
      searchIndex: { ageMs: () => null },
      pool: null,
    })
    const listener = apiListener(app)
    const server = createServer(dispatch(listener, listener, false))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    close = async () => {
      await new Promise((resolve) => server.close(resolve))
      await opened.close()
    }
  })
  afterAll(() => close())

  test('says what it is, and needs no index and no ratings in memory', async () => {
    expect(ROLES[role].serves).toBe(false)
    const answer = await fetch(`${origin}/readyz`)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        ...{ ready: true, role, checks: { database: 'ok' }, log: 'off' },
        ...(role === 'publisher' && { publishing: 'standby' }),
      },
    ])
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    expect((await fetch(`${origin}/metrics`)).status).toBe(200)
  })

  test.each([
    ['GET', '/v1/health/o/s'],
    ['GET', '/v1/ping'],
    ['GET', '/'],
    ['GET', '/tool/o/s'],
    ['POST', '/v1/ingest'],
    ['POST', '/mcp'],
    ['GET', '/v1/no-such-path'],
  ])('refuses %s %s with a status for which a proxy asks another process', async (method, path) => {
    const answer = await fetch(origin + path, { method })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({
      code: 'not_ready',
      detail: `This process has ROLE=${role} and answers /healthz, /readyz, /metrics and /cron/<job> only. Calls and pages are for processes with ROLE=api or ROLE=all.`,
      instance: path,
    })
  })
})
