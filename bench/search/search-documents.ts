import type { SearchDocument } from '../../lib/search/index/search-document'
import type { BenchTool } from './search-corpus'

export function documentOf({ server, title, ...tool }: BenchTool): SearchDocument {
  return { ...tool, serverId: server, title: title === '' ? null : title }
}
