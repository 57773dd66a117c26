import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HAS_NATS } from '../../lib/outcome-stream/test-nats'
import { withClient } from '../database'
import { freePort } from '../processes'
import { HAPROXY } from '../programs/haproxy'
import { openPgBouncer, PGBOUNCER } from '../programs/pgbouncer'
import { openPostgres, openPrograms, type Postgres } from '../programs/postgres'

// What the programs themselves say of the files in deploy/, where they are on this machine.

const HAS_KUSTOMIZE = spawnSync('kubectl', ['kustomize', '--help']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'assay-files-'))
const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8')

beforeAll(() => {
  execFileSync('sh', ['deploy/make-secrets.sh', join(folder, 'secrets')])
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(HAPROXY === undefined)('haproxy.cfg', () => {
  const bind = { ASSAY_BIND: '127.0.0.1:1', ASSAY_PROXY_METRICS: '127.0.0.1:2' }
  const ports = { ASSAY_API_1: '127.0.0.1:4', ASSAY_API_2: '127.0.0.1:5', ASSAY_API_3: '127.0.0.1:6' }
  test.each([
    ['with a name of all processes', { ...bind, ASSAY_API_SERVICE: 'api:3000' }, 0],
    ['with addresses, and what is not repeated', { ...bind, ...ports, ASSAY_BIND_ONCE: '127.0.0.1:3' }, 0],
    ['without an address to listen at', { ASSAY_API_SERVICE: 'api:3000' }, 1],
  ])('%s', (_, environment, status) => {
    const checked = spawnSync(HAPROXY ?? '', ['-c', '-f', 'deploy/haproxy/haproxy.cfg'], {
      env: { ...process.env, ...environment },
    })
    expect(checked.status, checked.stderr.toString()).toBe(status)
    expect(checked.stderr.toString()).not.toContain('WARNING')
  })
})

test.skipIf(!HAS_NATS)('nats.conf is taken with its secret, and refused without', () => {
  cpSync('deploy/nats/nats.conf', join(folder, 'nats.conf'))
  const words = ['-t', '-c', join(folder, 'nats.conf'), '--name', 'n', '--routes', 'nats://nats-2:6222']
  expect(spawnSync('nats-server', words).status).not.toBe(0)
  writeFileSync(join(folder, 'authorization.conf'), secret('nats_authorization'))
  const checked = spawnSync('nats-server', words)
  expect(checked.status, checked.stderr.toString()).toBe(0)
})

test.skipIf(!HAS_KUSTOMIZE)('kustomize makes both ways, and queue lag takes the place of an autoscaler', () => {
  const built = (path: string) => execFileSync('kubectl', ['kustomize', path]).toString()
  expect(built('deploy/kubernetes/base')).toContain('image: registry.example/assay:')
  cpSync('deploy', join(folder, 'deploy'), { recursive: true, filter: (path) => !path.includes('secrets/') })
  const own = join(folder, 'deploy/kubernetes/own')
  execFileSync('mkdir', [own])
  writeFileSync(join(own, 'kustomization.yaml'), 'resources: [../complete]\ncomponents: [../queue-lag]\n')
  const whole = built(own)
  expect(whole.match(/^kind: HorizontalPodAutoscaler$/gm)).toHaveLength(1)
  expect(whole.match(/^kind: ScaledObject$/gm)).toHaveLength(1)
  // Names of files with their digest, so that pods restart where one changes.
  for (const name of ['assay', 'haproxy', 'nats', 'pgbouncer', 'postgres'])
    expect(whole).toMatch(new RegExp(`^ +name: ${name}-[a-z0-9]{10}$`, 'm'))
})

describe.skipIf(PGBOUNCER === undefined)('pgbouncer.ini and the scripts of Postgres', () => {
  let primary: Postgres
  const { owner, run, bin } = openPrograms()
  /** Runs a script as the image does: in a shell, with the programs and the secrets where it looks for them. */
  const runScript = (script: string, environment: Readonly<Record<string, string>>, ...words: string[]) => {
    const text = readFileSync(script, 'utf8').replaceAll('/run/secrets', join(folder, 'secrets'))
    const path = join(folder, 'script.sh')
    writeFileSync(path, text)
    const given = Object.entries({ PATH: `${bin}:${process.env.PATH}`, ...environment }).map(
      ([name, value]) => `${name}=${value}`,
    )
    run('env', ...given, 'sh', path, ...words)
  }
  beforeAll(async () => {
    primary = await openPostgres(['-c', 'wal_keep_size=64MB'])
    // As the image has it, where only its own user is trusted.
    writeFileSync(
      join(primary.data, 'pg_hba.conf'),
      'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
    )
    await withClient(primary.url, (client) => client.query('SELECT pg_reload_conf()'))
    if (owner !== null) execFileSync('chown', ['-R', owner, folder])
  }, 120_000)
  afterAll(() => primary?.remove())

  test('a user of the secrets reaches the database through it, another password does not', async () => {
    const create = `CREATE ROLE assay LOGIN SUPERUSER PASSWORD '${secret('database_password')}'`
    await withClient(primary.url, (client) => client.query(create))
    await withClient(primary.url, (client) => client.query('CREATE DATABASE assay OWNER assay'))
    const bouncer = await openPgBouncer(primary.url, { users: join(folder, 'secrets/pgbouncer_users') })
    const at = (password: string) =>
      Object.assign(new URL(bouncer.urlOf('assay')), { username: 'assay', password }).href
    try {
      const found = await withClient(at(secret('database_password')), (client) =>
        client.query('SELECT current_user AS name'),
      )
      expect(found.rows).toEqual([{ name: 'assay' }])
      await expect(withClient(at('wrong'), (client) => client.query('SELECT 1'))).rejects.toThrow(/password|SASL/)
    } finally {
      bouncer.stop()
    }
  })

  test('a replica copies the primary by the role that its script makes, and follows it', async () => {
    const { port } = new URL(primary.url)
    const shared = { PGPORT: port, PGHOST: '127.0.0.1', POSTGRES_USER: 'postgres', POSTGRES_DB: 'postgres' }
    runScript('deploy/postgres/make-replicator.sh', { ...shared, PGDATA: primary.data })
    await withClient(primary.url, (client) => client.query('SELECT pg_reload_conf()'))
    const data = mkdtempSync(join(folder, 'replica-'))
    if (owner !== null) execFileSync('chown', ['-R', owner, data])
    execFileSync('chmod', ['700', data])
    const own = await freePort()
    const words = ['-p', String(own), '-c', 'hot_standby_feedback=on', '-c', `unix_socket_directories=${data}`]
    // In the foreground, as the image runs it, until it is stopped.
    const script = `sh ${join(folder, 'script.sh')} ${words.join(' ')} > ${folder}/replica.log 2>&1 &`
    const text = readFileSync('deploy/postgres/start-replica.sh', 'utf8').replaceAll(
      '/run/secrets',
      join(folder, 'secrets'),
    )
    writeFileSync(join(folder, 'script.sh'), text)
    run(
      'env',
      `PATH=${bin}:${process.env.PATH}`,
      `PGPORT=${port}`,
      'PRIMARY_HOST=127.0.0.1',
      `PGDATA=${data}`,
      'sh',
      '-c',
      script,
    )
    try {
      const url = `postgres://postgres@127.0.0.1:${own}/postgres`
      const ask = (statement: string) =>
        withClient(url, async (client) => (await client.query(statement)).rows[0]).catch(() => null)
      await expect
        .poll(() => ask('SELECT pg_is_in_recovery() AS replica'), { timeout: 30_000 })
        .toEqual({ replica: true })
      await withClient(primary.url, (one) => one.query('CREATE TABLE followed AS SELECT 1 AS n'))
      await expect.poll(() => ask('SELECT n FROM followed'), { timeout: 10_000 }).toEqual({ n: 1 })
      const sender = await withClient(primary.url, (one) => one.query('SELECT usename FROM pg_stat_replication'))
      expect(sender.rows).toEqual([{ usename: 'replicator' }])
    } finally {
      run('pg_ctl', 'stop', '-s', '-m', 'immediate', '-D', data)
    }
  }, 60_000)
})
