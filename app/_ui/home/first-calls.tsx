import { idToPath } from '@/lib/core/subject-id'
import { Commands, shellAddress } from '../command'

/** Three lines an agent can run as they stand: a search, then what to ask about the tool it found. */
export function FirstCalls({ baseUrl, query, toolId }: { baseUrl: string; query: string; toolId: string }) {
  const line = (path: string) => `curl ${shellAddress(`${baseUrl}/v1/${path}`)}`
  const tool = idToPath(toolId)
  return (
    <Commands
      lines={[
        { says: 'Find a tool by what it does', command: line(`search?q=${encodeURIComponent(query)}`) },
        { says: 'Ask whether it works now', command: line(`health/${tool}`) },
        { says: 'Get what to use instead', command: line(`alternatives/${tool}`) },
      ]}
    />
  )
}
