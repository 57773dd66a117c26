import type { Metadata } from 'next'
import { DocsFrame } from '@/app/_ui/docs/docs-frame'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { OPERATION_GROUPS } from '@/lib/contract/operations'
import { listReferenceOperations } from '@/lib/contract/reference/reference'

export const metadata: Metadata = pageMetadata({
  title: 'Reference: all calls',
  description: 'Every call of the API with its parameters, answer, errors and an example.',
  path: '/docs/reference',
  json: '/openapi.json',
})

export default function ReferencePage() {
  const all = listReferenceOperations()
  return (
    <DocsFrame current="/docs/reference">
      <PageHeader
        above={<a href="/docs">Documentation</a>}
        title="All calls"
        intro={
          <>
            Made from the <a href="/openapi.json">OpenAPI document</a>, which is made from the code that answers.
          </>
        }
      />
      {OPERATION_GROUPS.map(({ tag, description }) => (
        <section key={tag} id={tag} aria-labelledby={`${tag}-title`} className="border-rule border-t py-7">
          <h2 id={`${tag}-title`} className="font-semibold text-lg tracking-tight">
            {tag}
          </h2>
          <p className="mt-1 text-pretty text-soft text-sm">{description}</p>
          <ul className="mt-4">
            {all
              .filter(({ group }) => group === tag)
              .map(({ name, method, path, summary, key }) => (
                <li key={name} className="border-rule border-t py-3">
                  <a href={`/docs/reference/${name}`} className="untrusted font-mono text-sm">
                    {method} {path}
                  </a>
                  <p className="mt-0.5 text-pretty">
                    {summary}.{key === 'required' && <span className="text-soft"> It needs a key.</span>}
                  </p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </DocsFrame>
  )
}
