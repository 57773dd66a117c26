import { EXAMPLE_SERVER, EXAMPLE_TOOL, type ExampleTool } from '../contract/example-tool'
import { listToolsForExamples } from '../store/catalog/example-tools'
import type { Context } from './context'
import { health } from './operations/health'

const CACHED_MS = 30_000
/** Tools of which the first that may be used is taken. */
const LOOKED_AT = 12

/**
 * The tool that examples of pages, `llms.txt` and printed commands name: one that this service knows and that may be
 * used, that of the contract before others, else the first of the published order. While the catalog is empty, or the
 * database cannot be used, that of the contract.
 */
export async function exampleTool(context: Context): Promise<ExampleTool> {
  try {
    return await context.memo.recent('example tool', CACHED_MS, context.now, () => choose(context))
  } catch {
    return OF_CONTRACT
  }
}

const OF_CONTRACT: ExampleTool = { toolId: EXAMPLE_TOOL, serverId: EXAMPLE_SERVER }

async function choose(context: Context): Promise<ExampleTool> {
  const listed = await listToolsForExamples(context.reads.db, EXAMPLE_TOOL, LOOKED_AT)
  for (const tool of listed) {
    const { recommendation } = await health(tool, context)
    if (recommendation === 'proceed') return tool
  }
  const [first] = listed
  if (first === undefined) throw new Error('No tool is listed.')
  return first
}
