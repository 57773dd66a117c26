/** Classes of failures that outcomes are reported with, as far as they are told from a host's text. */
export type FailureClass = 'timeout' | 'network' | 'unavailable' | 'auth'

/**
 * How hosts and MCP clients write that no answer came, or that the server asked for credentials. Only their own words
 * at the beginning: a tool's answer may speak of anything.
 */
const FORMS: readonly [RegExp, FailureClass][] = [
  [
    /^(?:MCP error )?-32001\b|^(?:MCP error -32001: )?Request timed out|^MCP error -32001|timed out after \d+ ?m?s\b/i,
    'timeout',
  ],
  [
    /\bHTTP (?:401|402|403)\b|^(?:Streamable HTTP error: .{0,80})?Unauthorized\b|needs authentication|requires re-?authorization/i,
    'auth',
  ],
  [
    /^(?:MCP error -32000: )?Connection closed|^MCP error -32000: Connection closed|server "[^"]{1,100}" (?:is not|not) connected|^Not connected/i,
    'network',
  ],
  [
    /^(?:TypeError: )?(?:fetch failed|terminated|network error|Failed to fetch)\b|^(?:connect |read |write |getaddrinfo )?E(?:CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_\w+)\b|socket hang up/i,
    'network',
  ],
  [/\bHTTP (?:502|503|504)\b|^Error POSTing to endpoint \(HTTP 5\d\d\)/i, 'unavailable'],
]
const READ = 500

/** The class of a failed call; null: the server answered with an error of its own. */
export function failureClass(text: string | null): FailureClass | null {
  const read = (text ?? '')
    .slice(0, READ)
    .trim()
    .replace(/^Error: /, '')
  return FORMS.find(([form]) => form.test(read))?.[1] ?? null
}

/** Whether a call that a host calls failed brought no answer. A refusal for want of credentials is an answer. */
export function isUnanswered(text: string | null): boolean {
  const found = failureClass(text)
  return found !== null && found !== 'auth'
}
