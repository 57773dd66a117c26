import { SubjectNotFound } from '@/app/_ui/tool/subject-not-found'
import { readTool } from '@/app/(site)/_read/subject'
import { notFoundMetadata } from '@/app/(site)/_read/unknown-subject'

export const generateMetadata = notFoundMetadata(readTool)

export default SubjectNotFound
