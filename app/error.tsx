'use client'

import { PageHeader } from './_ui/layout/section'

/** Shown when a page fails. The cause is only in the server log, which the digest identifies. */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return (
    <PageHeader
      above="500"
      title="This page failed to load"
      intro="This is an error of Assay and says nothing about any tool. Reload the page in a moment."
    >
      {error.digest !== undefined && <p className="mt-5 font-mono text-soft text-sm">Reference {error.digest}</p>}
    </PageHeader>
  )
}
