import type { ReactNode } from 'react'
import type { OperationContract } from '@/lib/contract/operation'
import { OPERATION_GROUPS } from '@/lib/contract/operations'
import { DOCS_SECTIONS } from './docs-sections'

interface DocsFrameProps {
  /** Address of the page that is shown. */
  current: string
  children: ReactNode
}

/** A page of the documentation beside the list of all of them; on a phone the list is folded above it. */
export function DocsFrame({ current, children }: DocsFrameProps) {
  return (
    <div className="grid gap-x-12 md:grid-cols-[13rem_minmax(0,1fr)]">
      <nav
        aria-label="Documentation"
        className="sticky top-0 max-h-screen self-start overflow-y-auto py-10 text-sm max-md:hidden"
      >
        <Contents current={current} />
      </nav>
      <details className="card mt-5 text-sm md:hidden">
        <summary className="font-medium">Documentation: all pages</summary>
        <nav aria-label="Documentation" className="mt-4">
          <Contents current={current} />
        </nav>
      </details>
      <div className="min-w-0 max-w-3xl">{children}</div>
    </div>
  )
}

function Contents({ current }: { current: string }) {
  return (
    <div className="flex flex-col gap-6">
      {DOCS_SECTIONS.map(({ group, sections }) => (
        <Links
          key={group}
          group={group}
          links={sections.map(({ id, title }) => ({ href: `/docs#${id}`, name: title }))}
          current={current}
        />
      ))}
      <Links group="Reference" links={[{ href: '/docs/reference', name: 'All calls' }]} current={current} />
      {OPERATION_GROUPS.map(({ tag, operations }) => (
        <Links
          key={tag}
          group={`Reference: ${tag}`}
          isCode
          links={(Object.entries(operations) as [string, OperationContract][]).map(([name, { method, path }]) => ({
            href: `/docs/reference/${name}`,
            name: `${method === 'GET' ? '' : `${method} `}${path}`,
          }))}
          current={current}
        />
      ))}
    </div>
  )
}

interface LinksProps {
  group: string
  links: readonly { href: string; name: string }[]
  current: string
  isCode?: boolean
}

function Links({ group, links, current, isCode = false }: LinksProps) {
  return (
    <div>
      <p className="mb-1 font-medium">{group}</p>
      <ul>
        {links.map(({ href, name }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className={`quiet-link untrusted block py-1 text-soft hover:text-ink aria-[current]:font-medium aria-[current]:text-ink ${isCode ? 'font-mono text-xs' : ''}`}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
