import type { Metadata } from 'next'
import { missingMetadata } from '@/app/_ui/layout/page-metadata'
import { PageNotFound } from '@/app/_ui/layout/page-not-found'
import { missing } from '@/app/(site)/_read/missing'

export const metadata: Metadata = missingMetadata('Page not found')

/** Every path that is nothing else: so that its text is there without scripts too. */
export default function MissingPage() {
  return missing(404, <PageNotFound />)
}
