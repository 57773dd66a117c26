import { idToPath } from '@/lib/core/catalog/subject-id'
import { Commands, curl } from '../command'

/** Four calls that can be run as they are. */
export function FirstCalls({ baseUrl, query, toolId }: { baseUrl: string; query: string; toolId: string }) {
  const call = (path: string) => curl(`${baseUrl}/v1/${path}`)
  const tool = idToPath(toolId)
  return (
    <Commands
      lines={[
        { purpose: 'Find a tool by what it does', command: call(`search?q=${encodeURIComponent(query)}`) },
        { purpose: 'Ask whether it works now, and why', command: call(`health/${tool}`) },
        { purpose: 'Get alternatives', command: call(`alternatives/${tool}`) },
        { purpose: 'Or all of it in one call', command: call(`route?task=${encodeURIComponent(query)}`) },
      ]}
    />
  )
}
