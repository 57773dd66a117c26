import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { API_PATHS } from '../../contract/api-paths'
import { SLASHED_PARAMETERS } from '../../contract/operation'
import { OPERATIONS, type OperationName } from '../../contract/operations'
import { ENDPOINTS } from '../../runtime/endpoints'

const names = Object.keys(OPERATIONS) as OperationName[]

/**
 * The file that mounts a path of the contract under app/: what may hold slashes is a catch-all, and what follows
 * belongs to no folder.
 */
function routeFileOf(path: string): string {
  const slashed = new RegExp(`\\{(${SLASHED_PARAMETERS.join('|')})\\}.*$`)
  const catchAll = path.replace(slashed, '[...$1]')
  return `app${catchAll.replace(/\{(\w+)\}[^/]*/g, '[$1]')}/route.ts`
}

/** Of the API and of every slice. */
const OPERATION_FILES = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((path) =>
  /^[\w-]+\/operations\//.test(path),
)

/** The file of this name, in a folder of its own kind where there are several. */
function fileOf(name: string): string {
  return `lib/${OPERATION_FILES.find((path) => path.split('/').at(-1) === `${name}.ts`)}`
}

test.each(names)('%s has a contract, a file of its own and a route of one line', (name) => {
  const { path } = OPERATIONS[name]
  expect(ENDPOINTS[name].name).toBe(name)
  expect(ENDPOINTS[name].contract).toBe(OPERATIONS[name])
  const file = name === 'badgeEndpoint' ? 'badge-json' : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  expect(readFileSync(fileOf(file), 'utf8')).toMatch(new RegExp(`defineEndpoint(<[^>]+>)?\\(\\s*'${name}',`))
  const route = readFileSync(routeFileOf(path), 'utf8').trim().split('\n')
  const mounted = names.filter((other) => routeFileOf(OPERATIONS[other].path) === routeFileOf(path))
  const wanted = mounted.map((other) => `'${other}'`).join(', ')
  expect(route.at(-1)).toBe(`export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(${wanted})`)
})

/** Paths of the API but for what is no operation. */
const OF_THE_CONTRACT = new RegExp(`^(?!mcp$|cron/|metrics$)(?:${API_PATHS})$`)

test('no route of the API is without a contract', async () => {
  const found = (await readdir('app', { recursive: true }))
    .filter((file) => file.endsWith('/route.ts') && OF_THE_CONTRACT.test(file.slice(0, -'/route.ts'.length)))
    .map((file) => `app/${file}`)
  const unknown = ['v1', 'v0.1', 'registries'].map((folder) => `app/${folder}/[[...unknown]]/route.ts`)
  const wanted = [...new Set(names.map((name) => routeFileOf(OPERATIONS[name].path))), ...unknown]
  expect(found.sort()).toEqual(wanted.sort())
})
