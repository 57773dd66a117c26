import type { ReactNode } from 'react'
import { PAGES } from '@/lib/contract/pages'
import { Logo } from './logo'
import { SearchForm } from './search-form'

const HEADER_LINKS = Object.values(PAGES).flatMap(({ path: href, header: name }) =>
  name === undefined ? [] : [{ href, name }],
)

const FOOTER_LINKS = [
  ...Object.values(PAGES)
    .flatMap(({ path: href, footer }) => (footer === undefined ? [] : [{ href, place: footer[0], name: footer[1] }]))
    .sort((one, other) => one.place - other.place),
  { href: '/openapi.json', name: 'OpenAPI' },
  { href: '/llms.txt', name: 'llms.txt' },
]

/** The frame of every page: skip link, header, main, footer. `notice`: a line under the header. */
export function SiteFrame({ notice, children }: { notice?: ReactNode; children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="skip sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-10 focus:bg-ink focus:px-4 focus:py-2 focus:text-paper"
      >
        Skip to the content
      </a>
      <Header />
      {notice}
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-5 pb-20 outline-none sm:px-8">
        {children}
      </main>
      <Footer />
    </>
  )
}

function Header() {
  return (
    <header className="border-rule border-b">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-5 gap-y-2 px-5 py-2.5 sm:px-8">
        <a href="/" className="quiet-link flex items-center gap-2.5 font-semibold text-lg tracking-tight">
          <Logo className="size-6.5" />
          Assay
        </a>
        <div className="min-w-0 max-w-md flex-1 basis-48">
          <SearchForm size="header" />
        </div>
        <Links label="Main" links={HEADER_LINKS} className="max-sm:w-full sm:ml-auto" />
      </div>
    </header>
  )
}

function Footer() {
  return (
    <footer className="border-rule border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap justify-between gap-x-12 gap-y-5 px-5 py-8 text-soft text-sm sm:px-8">
        <p className="max-w-md text-pretty">
          Assay checks tools for AI agents and sells none of them. Nobody can pay for a better grade.
        </p>
        <Links label="Footer" links={FOOTER_LINKS} />
      </div>
    </footer>
  )
}

interface LinksProps {
  label: string
  links: readonly { href: string; name: string }[]
  className?: string
}

function Links({ label, links, className }: LinksProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-soft text-sm max-[22rem]:gap-x-3 max-[22rem]:text-[0.8125rem]">
        {links.map(({ href, name }) => (
          <li key={href}>
            <a href={href} className="quiet-link inline-block py-1.5 hover:text-ink">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
