import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHead } from '@/app/_ui/layout/section'
import { ERRORS } from '@/lib/contract/errors'

export const metadata: Metadata = pageMetadata({
  title: 'Problems',
  description: 'Every error the interface answers with: its stable code, its status and what it means.',
  path: '/problems',
})

export default function ProblemsPage() {
  return (
    <>
      <PageHead title="Problems">
        <p className="mt-5 max-w-2xl text-pretty text-lg text-soft">
          Errors are RFC 9457 problem details. Programs should branch on the code; it never changes its meaning.
        </p>
      </PageHead>
      <dl className="mt-10 max-w-2xl">
        {Object.entries(ERRORS).map(([code, { status, title }]) => (
          <div key={code} id={code} className="border-rule border-t py-4">
            <dt className="font-mono">
              {code} <span className="text-soft">{status}</span>
            </dt>
            <dd className="mt-1">{title}.</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
