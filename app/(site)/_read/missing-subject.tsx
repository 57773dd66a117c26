import { notFound } from 'next/navigation'
import { NearestIds } from '@/app/_ui/lists/nearest-ids'
import { SubjectNotFound } from '@/app/_ui/subject-not-found'
import { askStatus } from '@/lib/http/page-status'

/** Answers 404 with the nearest ids. Where the host sets the status by Next alone, Next's own page. */
export function MissingSubject({ nearest }: { nearest: readonly string[] }) {
  if (!askStatus(404)) notFound()
  return (
    <>
      <SubjectNotFound />
      <NearestIds ids={nearest} />
    </>
  )
}
