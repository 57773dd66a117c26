import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { describeSettings, parseEnvironment } from '../lib/config'
import { SECRETS } from '../lib/config/secret-files'
import { OPERATIONS } from '../lib/contract/operations'
import { ROLES } from '../lib/runtime/roles/roles'

// No container engine and no Kubernetes runs here: these read what one would be given, beside what the program has.
// What programs say of their own files: bench/cluster/cluster-files.long.test.ts.

const folders = mkdtempSync(join(tmpdir(), 'assay-secrets-'))
afterAll(() => rmSync(folders, { recursive: true }))
const NATS_OF_KUBERNETES = ['nats-0.nats', 'nats-1.nats', 'nats-2.nats']
function makeSecrets(name: string, ...hosts: string[]): string {
  const folder = join(folders, name)
  execFileSync('sh', ['deploy/make-secrets.sh', folder, ...hosts])
  return folder
}
const secrets = { compose: makeSecrets('compose'), kubernetes: makeSecrets('kubernetes', ...NATS_OF_KUBERNETES) }
const SECRET_FILES = readdirSync(secrets.compose)

const settings = describeSettings().map(({ name }) => name)
/** Has the program read the settings, with the secrets that the script made: it throws where one is not its own. */
function configOf(environment: Readonly<Record<string, string>>, folder = secrets.compose) {
  for (const name of Object.keys(environment)) {
    const known: readonly string[] = name.endsWith('_FILE') ? SECRETS : settings
    expect(known, name).toContain(name.replace(/_FILE$/, ''))
    if (/PASSWORD|TOKEN|SECRET|_KEY$/.test(name)) expect(name).toMatch(/_FILE$/)
  }
  const given = Object.entries(environment).map(([name, value]) => [
    name,
    value
      .replace('/run/secrets', folder)
      .replace(/\$\{\w+(?::\?[^}]*|:-)?\}/, name === 'BASE_URL' ? 'https://a.example' : ''),
  ])
  return parseEnvironment(Object.fromEntries(given))
}

function expectPinned(image: string) {
  expect(image).toMatch(/:[\w.-]*\d[\w.-]*$/)
}

test('the secrets are made once, closed to others, and are those that the program takes', () => {
  expect(statSync(secrets.compose).mode & 0o777).toBe(0o700)
  const readAll = () => SECRET_FILES.map((name) => readFileSync(join(secrets.compose, name), 'utf8'))
  const before = readAll()
  expect(new Set(before).size).toBe(before.length)
  makeSecrets('compose')
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
    expect(ofAssay.map(([role]) => role).sort()).toEqual(
      Object.keys(ROLES)
        .filter((role) => role !== 'all')
        .sort(),
    )
    for (const [role, { environment = {} }] of ofAssay) {
      const config = configOf(environment)
      expect(config.role).toBe(role)
      expect(config.tlog.place).toMatchObject({ kind: 's3', bucket: 'assay', accessKeyId: 'assay' })
      const named = [config.databaseUrl ?? '', ...config.replicas.addresses, ...(config.outcomeStream?.servers ?? [])]
      for (const address of named) expect(Object.keys(compose.services)).toContain(new URL(address).hostname)
    }
  })

  test('callers are named by the proxy, from the network that it calls in', () => {
    const { proxyTrust } = configOf(compose.services.api?.environment ?? {})
    expect(proxyTrust).toMatchObject({
      header: 'x-forwarded-for',
      proxies: compose.networks.proxied?.ipam?.config.map(({ subnet }) => subnet),
    })
    expect(readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')).toMatch(/^ +option forwardfor$/m)
  })
})

interface Container {
  image: string
  env?: { name: string; value?: string }[]
  envFrom?: unknown[]
  ports: { name: string; containerPort: number }[]
  args?: string[]
  volumeMounts: { name: string; mountPath: string }[]
  [probe: `${string}Probe`]: { httpGet?: { path: string; port: string }; tcpSocket?: { port: string }; exec?: unknown }
}
interface Manifest {
  kind: string
  metadata: { name: string }
  spec: {
    replicas?: number
    selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>
    template?: {
      metadata: { labels: Record<string, string> }
      spec: { containers: Container[]; volumes: Volume[] } & Record<string, unknown>
    }
    ports?: { targetPort: string }[]
    scaleTargetRef?: { name: string }
    podSelector?: { matchLabels?: Record<string, string> }
    volumeClaimTemplates?: { metadata: { name: string } }[]
  }
}
interface Volume {
  name: string
  secret?: { secretName: string; items: { key: string }[] }
  configMap?: { name: string }
  projected?: { sources: Partial<Record<'secret' | 'configMap', { name: string; items?: { key: string }[] }>>[] }
}

const FOLDERS = ['base', 'complete', 'queue-lag'].map((name) => `deploy/kubernetes/${name}`)
const NAME = 'app.kubernetes.io/name'

describe('deploy/kubernetes', () => {
  const read = (path: string) =>
    parseAllDocuments(readFileSync(path, 'utf8')).map((document) => document.toJS() as Manifest)
  const manifests = FOLDERS.flatMap((path) =>
    readdirSync(path).flatMap((name) =>
      name.endsWith('.yaml') && name !== 'kustomization.yaml' ? read(join(path, name)) : [],
    ),
  )
  const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
  const named = workloads.map((workload) => [workload.metadata.name, workload] as const)
  const podOf = ({ spec }: Manifest) => spec.template as NonNullable<Manifest['spec']['template']>
  const containerOf = (workload: Manifest) => podOf(workload).spec.containers[0] as Container

  test.each(FOLDERS)('%s lists every file that it has, and no other', (path) => {
    const { resources = [] } = parse(readFileSync(join(path, 'kustomization.yaml'), 'utf8')) as { resources?: string[] }
    const files = readdirSync(path).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    expect(resources.filter((name) => name.endsWith('.yaml')).sort()).toEqual(files.sort())
    for (const other of resources.filter((name) => !name.endsWith('.yaml')))
      expect(statSync(join(path, other, 'kustomization.yaml')).isFile()).toBe(true)
  })

  test.each(named)('%s has the least rights', (_, workload) => {
    const { spec } = podOf(workload)
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect((spec.securityContext as { runAsUser: number }).runAsUser).toBeGreaterThan(0)
    for (const key of ['hostNetwork', 'hostPID', 'serviceAccountName', 'initContainers'])
      expect(spec[key]).toBeUndefined()
    expect(spec.containers).toHaveLength(1)
    expect(containerOf(workload)).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: {
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      },
    })
  })

  test.each(named)('%s names ports, probes, volumes and secrets that exist', (_, workload) => {
    const container = containerOf(workload)
    const { spec } = podOf(workload)
    const ports = container.ports.map(({ name }) => name)
    expect(container.readinessProbe).toBeDefined()
    expect(container.livenessProbe).toBeDefined()
    for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe])
      if (probe !== undefined && probe.exec === undefined)
        expect(ports).toContain((probe.httpGet ?? probe.tcpSocket)?.port)
    const volumes = [...spec.volumes, ...(workload.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata)]
    expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort())
    const sources = spec.volumes.flatMap(({ secret, projected }) => [
      secret,
      ...(projected?.sources ?? []).map((one) => one.secret),
    ])
    for (const { items = [], ...source } of sources.filter((one) => one !== undefined)) {
      expect(Object.values(source)).toContain('assay')
      // Each pod gets what it needs, not the whole secret.
      expect(items.length).toBeGreaterThan(0)
      for (const { key } of items) expect(SECRET_FILES).toContain(key)
    }
  })

  test('every role runs, with settings that the program takes, and is asked for what it answers', () => {
    const ofAssay = workloads.filter((workload) => containerOf(workload).image === 'assay')
    expect(ofAssay.map(({ metadata }) => metadata.name).sort()).toEqual(
      Object.keys(ROLES)
        .filter((role) => role !== 'all')
        .sort(),
    )
    const lines = readFileSync('deploy/kubernetes/base/settings.env', 'utf8')
      .split('\n')
      .filter((line) => /^\w/.test(line))
    const common = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s) as [string, string]))
    for (const workload of ofAssay) {
      const { env = [], ports, livenessProbe, readinessProbe } = containerOf(workload)
      const config = configOf(
        { ...common, ...Object.fromEntries(env.map(({ name, value = '' }) => [name, value])) },
        secrets.kubernetes,
      )
      expect(config.role).toBe(workload.metadata.name)
      const servers = config.outcomeStream?.servers.map((server) => new URL(server).hostname)
      expect(servers).toEqual(NATS_OF_KUBERNETES)
      expect(ports).toEqual([{ name: 'http', containerPort: config.port }])
      expect([livenessProbe?.httpGet?.path, readinessProbe?.httpGet?.path]).toEqual([
        OPERATIONS.healthz.path,
        OPERATIONS.readyz.path,
      ])
      const mounted = podOf(workload).spec.volumes.flatMap(
        ({ secret }) => secret?.items.map(({ key }) => `/run/secrets/${key}`) ?? [],
      )
      expect(mounted.sort()).toEqual(
        Object.entries(common)
          .flatMap(([name, value]) => (name.endsWith('_FILE') ? value : []))
          .sort(),
      )
    }
  })

  test('every service, budget and autoscaler is of pods that exist, and every workload has a budget', () => {
    const labels = workloads.map((workload) => podOf(workload).metadata.labels[NAME])
    const selected = (kind: string) => manifests.filter((one) => one.kind === kind)
    for (const { spec } of selected('Service')) {
      const own = workloads.find((workload) => podOf(workload).metadata.labels[NAME] === String(spec.selector?.[NAME]))
      const ports = own === undefined ? [] : containerOf(own).ports.map(({ name }) => name)
      for (const { targetPort } of spec.ports ?? []) expect(ports).toContain(targetPort)
    }
    const budgets = selected('PodDisruptionBudget').map(({ spec }) => spec.selector?.matchLabels?.[NAME])
    expect([...budgets].sort()).toEqual(labels.filter((name) => name !== 's3').sort())
    for (const { spec } of [...selected('HorizontalPodAutoscaler'), ...selected('ScaledObject')]) {
      const own = workloads.find(({ metadata }) => metadata.name === spec.scaleTargetRef?.name)
      expect(own).toBeDefined()
      // A number in the file would undo the autoscaler's at every apply.
      expect(own?.spec.replicas).toBeUndefined()
    }
    expect(selected('HorizontalPodAutoscaler').map(({ metadata }) => metadata.name)).toEqual(['api', 'worker'])
    const scaled = readFileSync('deploy/kubernetes/queue-lag/scaled-object.yaml', 'utf8')
    expect(readFileSync('docs/operate.md', 'utf8')).toContain(/assay_\w+/.exec(scaled)?.[0])
  })

  test('every pod is closed but for what a policy opens', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy')
    expect(policies.find(({ metadata }) => metadata.name === 'nothing')?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    })
  })

  test('images are pinned, and ours have a name to be replaced', () => {
    const { images } = parse(readFileSync('deploy/kubernetes/base/kustomization.yaml', 'utf8')) as {
      images: { name: string }[]
    }
    const ours = images.map(({ name }) => name)
    for (const workload of workloads) {
      const { image } = containerOf(workload)
      if (!ours.includes(image)) expectPinned(image)
    }
    expect(ours).toEqual(['assay', 'assay-pgbouncer'])
  })
})
