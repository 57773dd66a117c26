/** Classes of failures that outcomes are reported with, as far as a host's text shows them. */
export type FailureClass = 'timeout' | 'network' | 'unavailable' | 'auth'

/**
 * How hosts and MCP clients write that no answer came, or that the server asked for credentials. Only their own words
 * at the beginning: a tool's answer may speak of anything.
 */
const FORMS: readonly [RegExp, FailureClass][] = [
  [/^(?:MCP error -32001\b|(?:MCP )?request timed out|MCP tool call timed out)/i, 'timeout'],
  [
    /^(?:Error POSTing to endpoint|Streamable HTTP error|SSE error)?.{0,60}\bHTTP (?:401|402|403)\b|^Unauthorized\b/i,
    'auth',
  ],
  [/^(?:Error POSTing to endpoint|Streamable HTTP error|SSE error)?.{0,60}\bHTTP (?:502|503|504)\b/i, 'unavailable'],
  [
    /^(?:MCP error -32000: )?Connection closed\b|^(?:MCP request failed: )?MCP transport closed\b|^Not connected\b/i,
    'network',
  ],
  [/^(?:TypeError: )?(?:fetch failed|terminated|network error|Failed to fetch)\b|^socket hang up\b/i, 'network'],
  [
    /^(?:(?:connect|read|write|getaddrinfo|spawn) )?E(?:CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_\w+)\b/,
    'network',
  ],
]
const READ = 500

/** The class of a failed call; null: the server answered with an error of its own. */
export function failureClass(text: string | null): FailureClass | null {
  const read = (text ?? '')
    .slice(0, READ)
    .trim()
    .replace(/^(?:Mcp)?Error: /, '')
  return FORMS.find(([form]) => form.test(read))?.[1] ?? null
}

/** Whether a call that a host calls failed brought no answer. A refusal for want of credentials is an answer. */
export function isUnanswered(text: string | null): boolean {
  const found = failureClass(text)
  return found !== null && found !== 'auth'
}
