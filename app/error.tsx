'use client'

import { PageHead } from './_ui/layout/section'

/** What a reader sees when a page failed. The inner cause stays in our log; its digest is how to ask for it. */
export default function Failure({ error }: { error: Error & { digest?: string } }) {
  return (
    <PageHead above="500" title="This page failed, and the fault is ours">
      <p className="mt-5 max-w-xl text-pretty text-lg text-soft">
        It says nothing about any tool. Load the page again in a moment; the API may well be answering meanwhile.
      </p>
      {error.digest !== undefined && <p className="mt-5 font-mono text-soft text-sm">reference {error.digest}</p>}
    </PageHead>
  )
}
