import type { Metadata } from 'next'
import { PageNotFound } from './_ui/layout/page-not-found'

export const metadata: Metadata = { title: 'Page not found · Assay' }

/** For a host that sends the status itself; elsewhere pages answer for themselves what is missing (`missing`). */
export default function NotFound() {
  return <PageNotFound />
}
