import { readTool } from '@/app/(site)/_read/subject'
import { layoutWithNearestIds } from '@/app/(site)/_read/unknown-subject'

export default layoutWithNearestIds(readTool)
