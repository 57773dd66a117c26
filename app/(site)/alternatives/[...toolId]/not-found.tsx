import { SubjectNotFound } from '@/app/_ui/tool/subject-not-found'
import { readAlternatives } from '@/app/(site)/_read/subject'
import { notFoundMetadata } from '@/app/(site)/_read/unknown-subject'

export const generateMetadata = notFoundMetadata(readAlternatives)

export default SubjectNotFound
