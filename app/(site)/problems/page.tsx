import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { ERRORS } from '@/lib/contract/errors'

export const metadata: Metadata = pageMetadata({
  title: 'Error codes',
  description: 'Every error code of the API, with its HTTP status and meaning.',
  path: '/problems',
})

export default function ProblemsPage() {
  return (
    <>
      <PageHeader
        title="Error codes"
        intro="Errors are RFC 9457 problem details. Branch on the code: its meaning never changes."
      />
      <dl className="card grid grid-cols-1 gap-x-10 md:grid-cols-2">
        {Object.entries(ERRORS).map(([code, { status, title }]) => (
          <div key={code} id={code} className="border-rule border-b py-3 last:border-b-0">
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
