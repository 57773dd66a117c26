import type { Candidate } from '@/lib/contract/shapes/candidates'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { FaultNote } from '../recommendation'
import { UntrustedText } from '../untrusted-text'

interface SubjectNameProps {
  subject: Pick<Candidate, 'toolId' | 'name' | 'description' | 'recommendation' | 'reasons'>
  /** How the list names its server: an id, or publisher/server. */
  serverName: string
  /** Limits the width and lines of the description. */
  descriptionClassName: string
}

/** A tool in a list: linked name, server, description, and a fault of the tool itself. */
export function SubjectName({ subject, serverName, descriptionClassName }: SubjectNameProps) {
  return (
    <>
      <a href={`/tool/${idToPath(subject.toolId)}`} className="font-medium">
        <UntrustedText text={subject.name} />
      </a>
      <div className="font-mono text-soft text-xs leading-5">
        <UntrustedText text={serverName} />
      </div>
      {subject.description !== '' && (
        <div dir="auto" className={`untrusted mt-1 text-sm ${descriptionClassName}`}>
          {subject.description}
        </div>
      )}
      <FaultNote {...subject} />
    </>
  )
}
