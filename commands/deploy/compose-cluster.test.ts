import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { configOf, expectPinned, makeSecrets, makeSecretsIn, OWN_ROLES } from './test-deploy'

const folder = makeSecrets()
const SECRET_FILES = readdirSync(folder)

test('the secrets are made once, closed to others, and are those that the program takes', () => {
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const readAll = () => SECRET_FILES.map((name) => readFileSync(join(folder, name), 'utf8'))
  const before = readAll()
  expect(new Set(before).size).toBe(before.length)
  makeSecretsIn(folder)
  expect(readAll()).toEqual(before)
  expect(readFileSync('.gitignore', 'utf8')).toContain('secrets/\n')
})

interface Service {
  image: string
  user: string
  networks?: string[] | Record<string, unknown>
  secrets?: (string | { source: string })[]
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  cap_add?: string[]
  mem_limit: string
  pids_limit: number
}

describe('compose.cluster.yaml', () => {
  const compose = parse(readFileSync('deploy/compose.cluster.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, Service>
    networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>
    volumes: Record<string, unknown>
    secrets: Record<string, { file: string }>
  }
  const services = Object.entries(compose.services)
  const ofAssay = services.filter(([, { image }]) => image === 'assay:local')
  const networksOf = ({ networks = [] }: Service) => (Array.isArray(networks) ? networks : Object.keys(networks))

  test.each(services)('%s has the least rights', (name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(service.mem_limit).toMatch(/^\d+g$/)
    expect(service.pids_limit).toBeGreaterThan(0)
    if (!service.image.endsWith(':local')) expectPinned(service.image)
    // It gives the volumes to the users of the others, and is reached by nobody.
    if (name === 'volumes') return expect(service).toMatchObject({ network_mode: 'none', cap_add: ['CHOWN'] })
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(service.cap_add).toBeUndefined()
  })

  test('only the proxy is published, and what keeps data has no way out', () => {
    for (const [name, service] of services) {
      expect(service.ports === undefined, name).toBe(name !== 'proxy')
      const isOfAssay = ofAssay.some(([own]) => own === name)
      const open = networksOf(service).filter((network) => compose.networks[network]?.internal !== true)
      expect(open, name).toEqual(isOfAssay ? ['outside'] : name === 'proxy' ? ['front'] : [])
    }
    expect(compose.services.proxy?.ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)])
  })

  test('secrets and files are there', () => {
    for (const [name, { secrets = [], volumes = [] }] of services) {
      for (const secret of secrets) {
        const source = typeof secret === 'string' ? secret : secret.source
        expect(compose.secrets[source]?.file, `${name} ${source}`).toBe(`./secrets/${source}`)
        expect(SECRET_FILES).toContain(source)
      }
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('./')) expect(statSync(join('deploy', source)).isFile()).toBe(true)
        else expect(Object.keys(compose.volumes)).toContain(source)
      }
    }
  })

  test('every role runs, with settings that the program takes', () => {
    expect(ofAssay.map(([role]) => role).sort()).toEqual(OWN_ROLES)
    for (const [role, { environment = {} }] of ofAssay) {
      const config = configOf(environment, folder)
      expect(config.role).toBe(role)
      expect(config.tlog.place).toMatchObject({ kind: 's3', bucket: 'assay', accessKeyId: 'assay' })
      const named = [config.databaseUrl ?? '', ...config.replicas.addresses, ...(config.outcomeStream?.servers ?? [])]
      for (const address of named) expect(Object.keys(compose.services)).toContain(new URL(address).hostname)
    }
  })

  test('callers are named by the proxy, from the network that it calls in', () => {
    const { proxyTrust } = configOf(compose.services.api?.environment ?? {}, folder)
    expect(proxyTrust).toMatchObject({
      header: 'x-forwarded-for',
      proxies: compose.networks.proxied?.ipam?.config.map(({ subnet }) => subnet),
    })
    expect(readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')).toMatch(/^ +option forwardfor$/m)
  })
})
