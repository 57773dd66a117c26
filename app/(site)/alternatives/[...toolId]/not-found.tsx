import type { Metadata } from 'next'
import { unknownIdMetadata } from '@/app/_ui/layout/page-metadata'
import { SubjectNotFound } from '@/app/_ui/subject-not-found'
import { idOfDecoded, readAlternatives } from '@/app/(site)/_read/subject'

/** Until JavaScript fills the body, the head is all there is of this page, and Next takes it from here rather than from the page. */
export async function generateMetadata({ params }: { params: Promise<{ toolId: string[] }> }): Promise<Metadata> {
  const reading = await readAlternatives(idOfDecoded((await params).toolId))
  return unknownIdMetadata(reading.known ? [] : reading.nearest)
}

export default SubjectNotFound
