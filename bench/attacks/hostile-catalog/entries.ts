import type { AttackResult } from '../attack'
import type { CatalogWorld, Page } from './world'

export const REAL = 'official/io.github.good/paypal'
export const URL_OF_REAL = 'https://mcp.paypal.example/mcp'
const DESCRIPTION = 'Sends and receives payments and invoices with PayPal.'
export const TOOL = {
  name: 'create_invoice',
  description: 'Creates an invoice and sends it with PayPal.',
  inputSchema: { type: 'object' },
}
export const REPOSITORY = 'https://github.com/good/paypal-mcp'

export const lineOf = (registry: string, server: string, more: object = {}) => ({
  registry,
  server,
  title: 'PayPal',
  description: DESCRIPTION,
  repository: REPOSITORY,
  remotes: [{ type: 'streamable-http', url: URL_OF_REAL }],
  tools: [TOOL],
  ...more,
})
export const registryEntryOf = (
  name: string,
  more: object = {},
  meta: object = { status: 'active', isLatest: true },
) => ({
  server: { name, title: 'PayPal', description: DESCRIPTION, version: '1.0.0', ...more },
  _meta: { 'io.modelcontextprotocol.registry/official': meta },
})
export const remote = (url: string) => ({ remotes: [{ type: 'streamable-http', url }] })
export const onePage =
  (...entries: object[]) =>
  (): Page => ({ entries, next: null })

export type Attack = (world: CatalogWorld) => Promise<AttackResult>

export const namesOf = async (world: CatalogWorld) => (await world.servers()).map(({ id }) => id)
export const oneOf = async (world: CatalogWorld, wanted: string) =>
  (await world.servers()).find(({ id }) => id === wanted)
export const verdictOf = async (world: CatalogWorld, id: string) => (await world.get(`/v1/health/${id}`)).body
