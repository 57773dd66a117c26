import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import type { PlannedServer } from './plan'

/** An agent's side: what it offers its model, and how it calls. */
export interface Host {
  /** Ends once the first list is there. Rejects: the agent begins without any tool. */
  start(): Promise<void>
  /** The names of the tools that the model is offered now, by server. */
  offered(): ReadonlyMap<string, readonly string[]>
  call(server: PlannedServer, tool: string): Promise<CallToolResult>
  close(): Promise<void>
}

export const CLIENT = { name: 'bench', version: '1' }

/** Options of an official client that takes a changed list over; `onTools` gets it. */
export function takingChanges(onTools: (tools: readonly Tool[]) => void) {
  return { listChanged: { tools: { onChanged: (_: Error | null, tools: Tool[] | null) => tools && onTools(tools) } } }
}

export const namesOf = (tools: readonly Tool[]): string[] => tools.map(({ name }) => name)
