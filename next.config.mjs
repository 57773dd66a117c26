// @ts-check

// Not TypeScript: a start would load the compiler for it, 30 MB that stay in memory.
/** @type {import('next').NextConfig} */
const config = {
  // These drivers load files of their own (WASM, WebSocket) that a bundler would lose; pino and prom-client are the same for both adapters of one process.
  serverExternalPackages: ['@electric-sql/pglite', 'pg', '@neondatabase/serverless', 'ws', 'pino', 'prom-client'],
  // The store migrates on opening, so a traced deployment must carry the SQL; what was learned is read at run time too.
  outputFileTracingIncludes: { '/**': ['./drizzle/**/*', './lib/search/weights/*.bin'] },
  // `npm test` checks the types of everything, once; a build for a start need not do it again.
  typescript: { ignoreBuildErrors: true },
  // No picture here needs it, and /_next/image would ask any path of this service on a caller's behalf, the API's among them.
  images: { unoptimized: true },
  // Pages are loaded when they are first asked for: read by no one, they would take memory and time of every start.
  experimental: { preloadEntriesOnStart: false },
  poweredByHeader: false,
  reactStrictMode: true,
}

export default config
