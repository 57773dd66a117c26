/** A kind of page for people. */
interface PageKind {
  /** As Next names its folder: `[x]` is one part of a path, `[...x]` the rest of it. */
  path: string
  /** Former addresses, which are redirected to it. */
  former?: readonly string[]
  /** Its name in the header of every page. */
  header?: string
  /** Its place among the links in the footer of every page, and its name there. */
  footer?: readonly [place: number, name: string]
  /** true: the sitemap lists it by itself. Products, servers, tools and categories have lists of their own there. */
  isInSitemap?: true
  /** The parameters that it reads, in the order in which its address has them; others make no other page. */
  parameters?: readonly string[]
}

const FILTERS = ['status', 'access', 'transport', 'readOnly'] as const

/** What every link to `/trust` and the page itself are called. */
export const TRUST_NAME = 'Why believe this'
/** What the page `/use` and links to it are called. */
export const USE_NAME = 'Use it in your agent'

/**
 * Every kind of page: the frame, the sitemap, the redirects, the pages that are kept and the list of the browser tests
 * derive from this table; a test compares it with app/.
 */
const PAGE_KINDS = {
  home: { path: '/', isInSitemap: true },
  search: { path: '/search', parameters: ['q', 'as', ...FILTERS, 'publisher', 'page'] },
  rankings: { path: '/categories', header: 'Rankings', isInSitemap: true },
  ranking: { path: '/category/[slug]', parameters: [...FILTERS, 'official', 'publisher', 'sort', 'view', 'page'] },
  product: { path: '/product/[productId]', parameters: ['way'] },
  server: { path: '/server/[...serverId]', parameters: ['check'] },
  tool: { path: '/tool/[...toolId]' },
  alternatives: { path: '/alternatives/[...toolId]' },
  proof: { path: '/proof/[...toolId]' },
  probes: { path: '/probes/[...toolId]', parameters: ['before'] },
  incidents: {
    path: '/incidents',
    former: ['/breakages'],
    header: 'Incidents',
    isInSitemap: true,
    parameters: ['state', 'kind', 'severity', 'category', 'server', 'page'],
  },
  incident: { path: '/incidents/[incidentId]' },
  check: { path: '/check', header: 'Check my setup', isInSitemap: true, parameters: ['ids', 'list'] },
  use: { path: '/use', footer: [1, USE_NAME], isInSitemap: true, parameters: ['host'] },
  trust: { path: '/trust', footer: [2, TRUST_NAME], isInSitemap: true },
  method: { path: '/trust/method', former: ['/methodology'], footer: [3, 'Method'], isInSitemap: true },
  log: { path: '/log', isInSitemap: true },
  report: { path: '/report', footer: [4, 'State of the ecosystem'], isInSitemap: true },
  documentation: { path: '/docs', header: 'Docs', footer: [6, 'API documentation'], isInSitemap: true },
  reference: { path: '/docs/reference' },
  call: { path: '/docs/reference/[operation]' },
  problems: { path: '/problems', isInSitemap: true },
  probing: { path: '/probing', former: ['/about/probes'], footer: [5, 'How we check servers'], isInSitemap: true },
} as const satisfies Readonly<Record<string, PageKind>>

/** The table, with the members that a row may have. */
export const PAGES: Readonly<Record<keyof typeof PAGE_KINDS, PageKind>> = PAGE_KINDS
