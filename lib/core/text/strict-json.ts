/** Why a text is refused: what was in it is never told. */
export type JsonFault = 'not_json' | 'byte_order_mark' | 'duplicate_member' | 'forbidden_member' | 'too_deep'

export type StrictJson = { ok: true; value: unknown } | { ok: false; fault: JsonFault }

/** Lists and objects within each other; what we take in has three. */
const MOST_DEEP = 32

/**
 * Reads JSON as I-JSON (RFC 7493) has it: RFC 8259, and no member twice in one object, since readers differ in which one they believe. Also refused: a
 * byte order mark, `__proto__` as a name, and nesting deeper than 32. Never throws; takes time in proportion to the text.
 */
export function parseStrictJson(text: string): StrictJson {
  if (text.startsWith('\uFEFF')) return { ok: false, fault: 'byte_order_mark' }
  const structure = faultOfStructure(text)
  // Depth comes first, so that no parser is sent down a well; other faults mean something only in what is JSON at all.
  if (structure === 'too_deep') return { ok: false, fault: structure }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, fault: 'not_json' }
  }
  return structure === undefined ? { ok: true, value } : { ok: false, fault: structure }
}

/** Names seen in each object that is open; null for a list. */
type Open = Set<string> | null

/** Strings and brackets are all that matters; of what is not JSON it may say anything, but it ends. */
function faultOfStructure(text: string): JsonFault | undefined {
  const open: Open[] = []
  let fault: JsonFault | undefined
  // A string, or a bracket, brace or comma outside of one. A string that does not end matches to the end of the text.
  for (const [token, follows] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?(\s*:)?|[[\]{}]/gs)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null)
      if (open.length > MOST_DEEP) return 'too_deep'
    } else if (token === '}' || token === ']') open.pop()
    else if (follows !== undefined) fault ??= faultOfName(token.slice(0, -follows.length), open.at(-1))
  }
  return fault
}

function faultOfName(literal: string, names: Open | undefined): JsonFault | undefined {
  const name = nameOf(literal)
  if (name === undefined || names === undefined || names === null) return undefined
  if (name === '__proto__') return 'forbidden_member'
  if (names.has(name)) return 'duplicate_member'
  names.add(name)
  return undefined
}

/** Escapes read, so that two spellings of one name are one. */
function nameOf(literal: string): string | undefined {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  try {
    return JSON.parse(literal)
  } catch {
    // Not a JSON string, so the text is not JSON: its parser says so.
    return undefined
  }
}
