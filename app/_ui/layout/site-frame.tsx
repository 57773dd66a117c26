import type { ReactNode } from 'react'
import { Logo } from './logo'

const HEADER_LINKS = [
  { href: '/search', name: 'Search' },
  { href: '/categories', name: 'Categories' },
  { href: '/breakages', name: 'Breakages' },
  { href: '/#check', name: 'Verify' },
  { href: '/docs', name: 'Docs' },
] as const

const FOOTER_LINKS = [
  { href: '/methodology', name: 'Methodology' },
  { href: '/report', name: 'Report' },
  { href: '/docs', name: 'API documentation' },
  { href: '/openapi.json', name: 'OpenAPI 3.1' },
  { href: '/llms.txt', name: 'llms.txt' },
  { href: '/.well-known/jwks.json', name: 'Signing keys' },
  { href: '/v1/breakages', name: 'Breakages as JSON' },
  { href: '/probing', name: 'How we probe' },
] as const

/** The frame of every page: skip link, header, main, footer. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="skip sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-10 focus:bg-ink focus:px-4 focus:py-2 focus:text-paper"
      >
        Skip to the content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-5 pb-24 outline-none sm:px-8">
        {children}
      </main>
      <Footer />
    </>
  )
}

function Header() {
  return (
    <header className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-5 sm:px-8">
      <a href="/" className="quiet-link flex items-center gap-2.5 font-medium text-lg tracking-tight">
        <Logo />
        Assay
      </a>
      <Links label="Main" links={HEADER_LINKS} />
    </header>
  )
}

function Footer() {
  return (
    <footer className="border-rule border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-x-12 gap-y-5 px-5 py-8 text-soft text-sm sm:px-8">
        <p className="max-w-md text-pretty">
          Assay measures tools for AI agents and sells none of them. No payment, claim or self-report changes a score.
        </p>
        <Links label="Footer" links={FOOTER_LINKS} />
      </div>
    </footer>
  )
}

function Links({ label, links }: { label: string; links: readonly { href: string; name: string }[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-soft text-sm">
        {links.map(({ href, name }) => (
          <li key={href}>
            <a href={href} className="quiet-link inline-block py-1 hover:text-ink">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
