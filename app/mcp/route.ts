import { answerMcp } from '@/lib/api/mcp/mcp-endpoint'
import { everyMethod } from '@/lib/runtime/next-adapter'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = everyMethod(answerMcp)
