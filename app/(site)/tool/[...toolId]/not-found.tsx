import { SubjectNotFound } from '@/app/_ui/subject-not-found'

export default SubjectNotFound
