import type { NextConfig } from 'next'
import api from './lib/contract/api-paths.json'
import { PAGES } from './lib/contract/pages'

/**
 * Policy of pages where the server is not ours, so that Next's own inline scripts stay in them
 * (docs/decisions/032-pages-without-framework-scripts.md). Where it is, each page and each file gets a stricter one.
 */
const PAGE_POLICY = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'connect-src *',
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
const listed = (headers: Record<string, string>) => Object.entries(headers).map(([key, value]) => ({ key, value }))

const config: NextConfig = {
  headers: async () => [
    { source: '/:path*', headers: listed({ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' }) },
    {
      source: `/((?!(?:${api.paths}|picture(?:/.*)?|sitemap(?:-[a-z0-9-]+)?\\.xml|opensearch\\.xml|\\.well-known/.*)$).*)`,
      headers: listed({ 'Content-Security-Policy': PAGE_POLICY }),
    },
  ],
  // Former addresses: access logs of probed servers name the first.
  redirects: async () =>
    Object.values(PAGES).flatMap(({ path: destination, former = [] }) =>
      former.map((source) => ({ source, destination, permanent: true })),
    ),
  rewrites: async () => [
    // A sitemap may list the pages of its own folder and below only, and a route of Next has whole folders as
    // parameters.
    { source: '/sitemap-:part.xml', destination: '/sitemaps/:part' },
    // Versions of the API that there are not get its refusal, not a page.
    { source: '/:version(v(?!(?:1|0\\.1)(?:/|$))\\d+(?:\\.\\d+)*)/:rest*', destination: '/v1/:version/:rest*' },
  ],
  // Next would compress again what operations have compressed, and hold back event streams of /mcp. Pages of the
  // standalone service are compressed in lib/runtime/pages/; elsewhere the proxy or host does it.
  compress: false,
  // The metadata of a page is in its head for every reader, so that one rendering serves all.
  htmlLimitedBots: /.*/,
  // These packages load files of their own (WASM, WebSocket, package.json) that a bundler would lose; pino and
  // prom-client are the same for both adapters of one process. Those of NATS are CommonJS that is imported when needed,
  // of which the bundle of the service would keep the default export only.
  serverExternalPackages: [
    '@nats-io/jetstream',
    '@nats-io/transport-node',
    '@electric-sql/pglite',
    'pg',
    '@neondatabase/serverless',
    'ws',
    'pino',
    'prom-client',
    '@npmcli/config',
    'npm-registry-fetch',
    'yaml',
  ],
  // The store migrates on opening, so a traced deployment must carry the SQL; what was learned is read at run time too.
  outputFileTracingIncludes: {
    '/**': ['./drizzle/**/*', './lib/search/weights/*.bin', './app/_fonts/*.ttf'],
    // The thread that draws pictures, which no bundle has, and what it loads.
    '/picture/**': [
      './lib/runtime/files/picture-thread.mjs',
      './node_modules/next/og.js',
      './node_modules/next/dist/server/og/**',
      './node_modules/next/dist/compiled/@vercel/og/**',
    ],
  },
  // `npm test` checks the types of everything, once; a build for a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  // No picture here needs it, and /_next/image would ask any path of this service on a caller's behalf, the API's among
  // them.
  images: { unoptimized: true },
  // Pages are loaded when they are first asked for: read by no one, they would take memory and time of every start.
  // A build of a fresh clone that is thrown away leaves nothing for a next one.
  experimental: { preloadEntriesOnStart: false, turbopackFileSystemCacheForBuild: process.env.CI !== 'true' },
  poweredByHeader: false,
  reactStrictMode: true,
}

export default config
