import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { unknownIdMetadata } from '@/app/_ui/layout/page-metadata'
import { NearestIds } from '@/app/_ui/lists/nearest-ids'
import { idOf, idOfDecoded, type readAlternatives, type readTool } from './subject'

type ReadSubject = typeof readTool | typeof readAlternatives
type Params = Promise<{ toolId: string[] }>

/** A layout that adds the nearest ids below a not-found page, which itself does not receive the path. */
export function layoutWithNearestIds(readSubject: ReadSubject) {
  return async function SubjectLayout({ children, params }: { children: ReactNode; params: Params }) {
    const reading = await readSubject(idOf((await params).toolId))
    return (
      <>
        {children}
        {!reading.known && <NearestIds ids={reading.nearest} />}
      </>
    )
  }
}

/**
 * `generateMetadata` of a not-found page. Without JavaScript the reader gets only the head of this page, and Next takes
 * it from not-found rather than from the page.
 */
export function notFoundMetadata(readSubject: ReadSubject) {
  return async ({ params }: { params: Params }): Promise<Metadata> => {
    const reading = await readSubject(idOfDecoded((await params).toolId))
    return unknownIdMetadata(reading.known ? [] : reading.nearest)
  }
}
