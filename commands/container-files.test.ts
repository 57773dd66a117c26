import { existsSync, readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { describeSettings } from '../lib/config'
import { SECRETS } from '../lib/config/secret-files'

// No container engine runs here: these read what one would be given.

const dockerfile = readFileSync('Dockerfile', 'utf8')
const instructions = dockerfile
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
/** Instructions of the last stage, which is the image. */
const image = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')))

interface Service {
  user: string
  read_only: boolean
  cap_drop: string[]
  security_opt: string[]
  networks: string[]
  secrets: string[]
  environment: Record<string, string>
  tmpfs: string[]
  ports?: string[]
  privileged?: boolean
  mem_limit: string
  pids_limit: number
}
const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<'assay' | 'database', Service>
  networks: Record<string, { internal?: boolean }>
  secrets: Record<string, { file: string }>
}
const services = Object.entries(compose.services)

describe('Dockerfile', () => {
  test('has no fault and no warning', () => {
    expect(validate(dockerfile)).toEqual([])
  })

  test('copies only files that exist and that .dockerignore lets through', () => {
    const kept = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    for (const path of kept) expect(existsSync(path), path).toBe(true)
    const copied = instructions.filter(
      (line) => line.startsWith('COPY ') && !line.includes('--from=') && !line.includes(' . '),
    )
    const files = copied.flatMap((line) => line.split(' ').slice(1, -1))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect(kept).toContain(file)
    expect(kept).not.toContain('.env')
  })

  test('makes an image without development packages that runs as another user than root and is checked', () => {
    expect(image.find((line) => line.startsWith('USER '))).toBe('USER node')
    expect(image.filter((line) => line.startsWith('RUN ') && line.includes('npm'))).toEqual([])
    expect(instructions).toContain('RUN npm ci --omit=dev')
    expect(image.find((line) => line.startsWith('COPY') && line.includes('node_modules'))).toContain('--from=packages')
    expect(image.find((line) => line.startsWith('HEALTHCHECK '))).toContain('/healthz')
    expect(image.at(-1)).toBe('CMD ["node", "commands/start.mjs", "--built"]')
  })

  test('holds no secret', () => {
    for (const name of SECRETS) expect(dockerfile, name).not.toContain(`${name}=`)
  })
})

describe('compose.yaml', () => {
  test.each(services)('%s has the least rights', (_, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(service.privileged).toBeUndefined()
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(service.mem_limit).toMatch(/^\d+g$/)
    expect(service.pids_limit).toBeGreaterThan(0)
    for (const mount of service.tmpfs) expect(mount).toMatch(/^\/[^:]+:.*size=\d+m/)
  })

  test('the database is reached by the service only, and has no way out', () => {
    const { assay, database } = compose.services
    expect(database.ports).toBeUndefined()
    expect(database.networks).toEqual(['database'])
    expect(compose.networks.database?.internal).toBe(true)
    expect(assay.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true)
  })

  test('secrets come from files that are in no image and no commit', () => {
    for (const [name, { secrets, environment }] of services) {
      const given = Object.entries(environment).filter(([setting]) => /PASSWORD|TOKEN|SECRET|KEY/.test(setting))
      expect(given.length, name).toBeGreaterThan(0)
      for (const [setting, path] of given) {
        expect(setting).toMatch(/_FILE$/)
        expect(secrets).toContain(path.replace('/run/secrets/', ''))
      }
      for (const secret of secrets) expect(compose.secrets[secret]?.file).toBe(`./secrets/${secret}`)
    }
    expect(readFileSync('.gitignore', 'utf8')).toContain('secrets/\n')
    expect(new URL(compose.services.assay.environment.DATABASE_URL ?? '').password).toBe('')
  })

  test('every setting of the service exists', () => {
    const known = describeSettings().map(({ name }) => name)
    for (const setting of Object.keys(compose.services.assay.environment)) {
      const isFile = setting.endsWith('_FILE')
      const names: readonly string[] = isFile ? SECRETS : known
      expect(names, setting).toContain(setting.replace(/_FILE$/, ''))
    }
  })
})
