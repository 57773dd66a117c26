import { idToPath } from 'assay-verify/subject-id'
import type { PAGES as KINDS } from '../lib/contract/pages'
import { CABINET, CHANGED_TOOL, DRIFTWOOD, LANTERN, MARKUP, serverPath, toolPath } from './page-checks'

export interface ListedPage {
  path: string
  /** Path of its canonical address, where it is not its own without the query. */
  canonical?: string
  /** Whether it is also looked at in dark colours and under `next start`: one page of each kind. */
  dark?: true
  /** Whether search engines are asked to leave it out. */
  hidden?: true
}

const PRODUCT_OF_LANTERN = '/product/lantern-example-lantern-web-search'
const PRODUCT_OF_MARKUP = '/product/b-markup-b-friends'

/**
 * The pages of every kind that answer 200, by name, with the data that each may show. Those of an incident have ids
 * that differ from run to run.
 */
export const PAGES_BY_KIND: Readonly<Record<keyof typeof KINDS, Readonly<Record<string, ListedPage>>>> = {
  home: {
    home: { path: '/', dark: true },
  },
  search: {
    'search with results': { path: '/search?q=search+the+web', dark: true, hidden: true },
    'search without words': { path: '/search', hidden: true },
    'search without results': { path: '/search?q=zzqqxx&as=words', hidden: true },
    'search for a product': { path: '/search?q=is+file+cabinet+down%3F', dark: true, hidden: true },
    'search for an unknown name': { path: '/search?q=is+zzqqxx+down%3F', dark: true, hidden: true },
  },
  rankings: {
    rankings: { path: '/categories' },
  },
  ranking: {
    ranking: { path: '/category/files', dark: true },
    'ranking with every tool, page 2': {
      path: '/category/files?page=2&view=all',
      hidden: true,
      canonical: '/category/files?page=2',
    },
    'ranking without a match': { path: '/category/files?status=down&transport=http-api', hidden: true },
    'ranking that lists markup': { path: '/category/other' },
  },
  product: {
    'product that works': { path: PRODUCT_OF_LANTERN, dark: true },
    'product that is down': { path: '/product/driftwood-search' },
    'product in two registries': { path: '/product/florin-rates', hidden: true },
    'a way of a product': { path: '/product/florin-rates?way=remote', hidden: true },
    'product made of markup': { path: PRODUCT_OF_MARKUP, hidden: true },
  },
  server: {
    'server that works': { path: serverPath(LANTERN), canonical: PRODUCT_OF_LANTERN, dark: true },
    'server that is down': { path: serverPath(DRIFTWOOD), canonical: '/product/driftwood-search', dark: true },
    'server that was never checked': {
      path: serverPath(CABINET),
      canonical: '/product/northwind-file-cabinet',
      dark: true,
      hidden: true,
    },
    'server that needs keys': {
      path: serverPath('garden/heron/sync-stream'),
      canonical: '/product/heron-sync-stream',
      hidden: true,
    },
    'server made of markup': { path: serverPath(MARKUP), canonical: PRODUCT_OF_MARKUP, hidden: true },
    'server in Arabic': { path: serverPath('garden/maktaba/translator'), canonical: '/product/maktaba', hidden: true },
  },
  tool: {
    'tool that changed': { path: toolPath(CHANGED_TOOL), dark: true },
    'tool with a long description': { path: toolPath('garden/verbose/long-winded/explain'), hidden: true },
    'tool with a deep schema': { path: toolPath('garden/wide/deep-schema/configure_everything'), hidden: true },
  },
  alternatives: {
    alternatives: { path: `/alternatives/${idToPath(DRIFTWOOD)}`, dark: true },
  },
  proof: {
    proof: { path: `/proof/${idToPath(LANTERN)}`, dark: true },
    'proof of what was never checked': { path: `/proof/${idToPath(MARKUP)}`, hidden: true },
  },
  probes: {
    'probes of a server': { path: `/probes/${idToPath(DRIFTWOOD)}`, hidden: true },
  },
  incidents: {
    incidents: { path: '/incidents', dark: true },
  },
  incident: {},
  check: {
    'check without a setup': { path: '/check' },
    'check of servers': { path: `/check?ids=${DRIFTWOOD},${LANTERN},no/such`, dark: true, hidden: true },
    'check of a list': { path: '/check?list=%40northwind%2Ffile-cabinet', hidden: true },
  },
  use: {
    'use in the first host': { path: '/use', dark: true },
    'use in another host': { path: '/use?host=goose', hidden: true },
    'use in a host that there is not': { path: '/use?host=nonsense', hidden: true },
  },
  trust: {
    trust: { path: '/trust', dark: true },
  },
  method: {
    method: { path: '/trust/method' },
  },
  log: {
    log: { path: '/log', dark: true },
  },
  report: {
    report: { path: '/report', dark: true },
  },
  documentation: {
    documentation: { path: '/docs' },
  },
  reference: {
    'reference of all calls': { path: '/docs/reference' },
  },
  call: {
    'reference of a call': { path: '/docs/reference/search', dark: true },
    'reference of a call with a body': { path: '/docs/reference/ingest' },
  },
  problems: {
    problems: { path: '/problems' },
  },
  probing: {
    probing: { path: '/probing' },
  },
}
