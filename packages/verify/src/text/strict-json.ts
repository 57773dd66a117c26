/** Why a text is refused. It never contains the text. */
export type JsonFault = 'not_json' | 'byte_order_mark' | 'duplicate_member' | 'forbidden_member' | 'too_deep'

type StrictJson = { ok: true; value: unknown } | { ok: false; fault: JsonFault }

/** Nesting depth of lists and objects; accepted bodies have three levels. */
const MOST_DEEP = 32

/**
 * Reads JSON as I-JSON (RFC 7493): RFC 8259, and no member twice in one object, since parsers differ in which one they
 * keep. Also refused: a byte order mark, `__proto__` as a name, and nesting deeper than 32. Never throws; takes time in
 * proportion to the text.
 */
export function parseStrictJson(text: string): StrictJson {
  if (text.startsWith('\uFEFF')) return { ok: false, fault: 'byte_order_mark' }
  const written = countMembers(text)
  // Depth comes first, so that no parser recurses too deep; the members have a meaning only in valid JSON.
  if (written === 'too_deep') return { ok: false, fault: written }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, fault: 'not_json' }
  }
  const kept = countKept(value)
  if (kept === 'forbidden_member') return { ok: false, fault: kept }
  // Of two members of one name the parser keeps one, however they are spelt: so fewer are kept than were written.
  return kept === written ? { ok: true, value } : { ok: false, fault: 'duplicate_member' }
}

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c

/**
 * Members as the text writes them: strings followed by a colon. The count of invalid JSON is arbitrary, but the scan
 * ends.
 */
function countMembers(text: string): number | 'too_deep' {
  let depth = 0
  let members = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
      if (text.charCodeAt(nextVisible(text, at + 1)) === COLON) members += 1
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > MOST_DEEP) return 'too_deep'
    } else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return members
}

/**
 * The position of the quote that ends the string begun at `start`: one that an even number of backslashes precedes.
 * Past the text where none does.
 */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before -= 1
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

function nextVisible(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1
  return at
}

/** Members that the parser kept, in all objects. Recurses no deeper than the text. */
function countKept(value: unknown): number | 'forbidden_member' {
  if (typeof value !== 'object' || value === null) return 0
  let kept = 0
  if (!Array.isArray(value)) {
    const names = Object.keys(value)
    if (names.includes('__proto__')) return 'forbidden_member'
    kept = names.length
  }
  for (const inner of Object.values(value)) {
    if (typeof inner !== 'object') continue
    const within = countKept(inner)
    if (within === 'forbidden_member') return within
    kept += within
  }
  return kept
}
