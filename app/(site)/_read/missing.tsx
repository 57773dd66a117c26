import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { PageHeader } from '@/app/_ui/layout/section'
import { NearestIds } from '@/app/_ui/lists/nearest-ids'
import { FixtureNotShown, SubjectNotFound } from '@/app/_ui/subject-not-found'
import type { MissingReading } from '@/app/(site)/_read/subject'
import { askStatus } from '@/lib/runtime/pages/page-status'

/**
 * What a page returns for something that does not exist (404) or no longer exists (410): its text, with that status
 * also for readers without scripts.
 */
export function missing(status: 404 | 410, text: ReactNode): ReactNode {
  // On a host that sends the status itself, Next's own page of missing things is all there is.
  return askStatus(status) ? text : notFound()
}

/** The same for an unknown id, with the nearest known ones, and for one that no page is about. */
export function missingSubject({ nearest, fixture }: Pick<MissingReading, 'nearest' | 'fixture'>): ReactNode {
  return missing(
    404,
    <>
      {fixture === undefined ? <SubjectNotFound /> : <FixtureNotShown id={fixture} />}
      <NearestIds ids={nearest} />
    </>,
  )
}

/** The same on the pages of incidents, with the way to all of them. */
export function missingIncidents(title: string, intro: string): ReactNode {
  return missing(
    404,
    <PageHeader above="404" title={title} intro={intro}>
      <p className="mt-5">
        <a href="/incidents">All incidents</a>
      </p>
    </PageHeader>,
  )
}
