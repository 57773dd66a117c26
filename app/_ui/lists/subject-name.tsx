import type { Candidate } from '@/lib/contract/shapes'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { FaultNote } from '../advice'
import { Foreign } from '../foreign-text'

interface SubjectNameProps {
  subject: Pick<Candidate, 'toolId' | 'name' | 'server' | 'description' | 'recommendation' | 'reasons'>
  /** How wide and how long its description may get. */
  descriptionClassName: string
}

/** A tool as lists name it: its name, linked, its server, its own description, and what is wrong with the tool itself. */
export function SubjectName({ subject, descriptionClassName }: SubjectNameProps) {
  return (
    <>
      <a href={`/tool/${idToPath(subject.toolId)}`} className="font-medium">
        <Foreign text={subject.name} />
      </a>
      <div className="font-mono text-soft text-xs leading-5">
        <Foreign text={subject.server} />
      </div>
      {subject.description !== '' && (
        <div dir="auto" className={`foreign mt-1 text-sm ${descriptionClassName}`}>
          {subject.description}
        </div>
      )}
      <FaultNote {...subject} />
    </>
  )
}
