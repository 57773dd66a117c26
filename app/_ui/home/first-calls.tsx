import { idToPath } from '@/lib/core/catalog/subject-id'
import { Commands, shellAddress } from '../command'

/** Lines an agent can run as they stand: a search, what to ask about the tool it found, and all of it in one call. */
export function FirstCalls({ baseUrl, query, toolId }: { baseUrl: string; query: string; toolId: string }) {
  const line = (path: string) => `curl ${shellAddress(`${baseUrl}/v1/${path}`)}`
  const tool = idToPath(toolId)
  return (
    <Commands
      lines={[
        { says: 'Find a tool by what it does', command: line(`search?q=${encodeURIComponent(query)}`) },
        { says: 'Ask whether it works now', command: line(`health/${tool}`) },
        { says: 'Get what to use instead', command: line(`alternatives/${tool}`) },
        { says: 'Or all of it in one call', command: line(`route?task=${encodeURIComponent(query)}`) },
      ]}
    />
  )
}
