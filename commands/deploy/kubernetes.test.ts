import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { OPERATIONS } from '../../lib/contract/operations'
import { configOf, expectPinned, makeSecrets, OWN_ROLES } from './test-deploy'

const NATS_SERVERS = ['nats-0.nats', 'nats-1.nats', 'nats-2.nats']
const folder = makeSecrets(...NATS_SERVERS)
const SECRET_FILES = readdirSync(folder)

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
    expect(ofAssay.map(({ metadata }) => metadata.name).sort()).toEqual(OWN_ROLES)
    const lines = readFileSync('deploy/kubernetes/base/settings.env', 'utf8')
      .split('\n')
      .filter((line) => /^\w/.test(line))
    const common = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s) as [string, string]))
    for (const workload of ofAssay) {
      const { env = [], ports, livenessProbe, readinessProbe } = containerOf(workload)
      const config = configOf(
        { ...common, ...Object.fromEntries(env.map(({ name, value = '' }) => [name, value])) },
        folder,
      )
      expect(config.role).toBe(workload.metadata.name)
      const servers = config.outcomeStream?.servers.map((server) => new URL(server).hostname)
      expect(servers).toEqual(NATS_SERVERS)
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
