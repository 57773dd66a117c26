/** The member or entry that an ellipsis becomes. */
const MORE = '…'

/**
 * An answer as a document shows it: JSON in which `…` stands for further members, for further entries, for the rest of
 * a text, for a value, or, alone in `{…}` and `[…]`, for all of it. Throws where it is not that.
 */
export function parseShown(text: string): unknown {
  const open: string[] = []
  const pieces = text.match(/"(?:[^"\\]|\\.)*"|[^"]/g) ?? []
  let before = ''
  const json = pieces.map((piece) => {
    const isValue = before === ':'
    if (/\S/.test(piece)) before = piece
    if (piece === '{' || piece === '[') open.push(piece)
    if (piece === '}' || piece === ']') open.pop()
    return piece !== MORE ? piece : open.at(-1) === '{' && !isValue ? `"${MORE}":0` : `"${MORE}"`
  })
  return JSON.parse(json.join(''))
}

/** Differs from one answer to the next: measured, learned, or of the moment. */
const MEASURED: ReadonlySet<string> = new Set([
  ...['score', 'relevance', 'confidence', 'similarity', 'floor', 'up', 'ratio', 'observedHours', 'value', 'points'],
  ...['timeoutMs', 'method', 'attestation', 'tools', 'credits'],
])

/**
 * Where an answer differs from what a document shows, in words; empty: nowhere. Measured values, times and ports are
 * compared by their type.
 */
export function differences(shown: unknown, answer: unknown, place = 'answer'): string[] {
  if (Array.isArray(shown)) return ofList(shown, answer, place)
  if (typeof shown === 'object' && shown !== null) return ofObject(shown as Record<string, unknown>, answer, place)
  if (shown === MORE) return []
  const name = place.slice(place.lastIndexOf('.') + 1)
  if (MEASURED.has(name))
    return typeof shown === typeof answer || answer === null || shown === null
      ? []
      : [`${place} is ${JSON.stringify(answer)}`]
  const [start = '', ...rest] = typeof shown === 'string' ? shown.split(MORE) : []
  const isShortened = rest.length > 0
  const same = isShortened
    ? String(answer).startsWith(start) && String(answer).endsWith(rest.at(-1) ?? '')
    : plain(shown) === plain(answer)
  return same ? [] : [`${place} is ${JSON.stringify(answer)}, shown is ${JSON.stringify(shown)}`]
}

/** Without times and ports. */
function plain(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME').replace(/127\.0\.0\.1:\d+/g, 'LOOPBACK')
}

function ofObject(shown: Record<string, unknown>, answer: unknown, place: string): string[] {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return [`${place} is no object`]
  const given = answer as Record<string, unknown>
  const names = Object.keys(shown).filter((name) => name !== MORE)
  const missing = names.filter((name) => !Object.hasOwn(given, name)).map((name) => `${place}.${name} is missing`)
  const hidden = Object.hasOwn(shown, MORE) ? [] : Object.keys(given).filter((name) => !Object.hasOwn(shown, name))
  const inside = names
    .filter((name) => Object.hasOwn(given, name))
    .flatMap((name) => differences(shown[name], given[name], `${place}.${name}`))
  return [...missing, ...hidden.map((name) => `${place}.${name} is not shown, and no … says so`), ...inside]
}

function ofList(shown: readonly unknown[], answer: unknown, place: string): string[] {
  if (!Array.isArray(answer)) return [`${place} is no list`]
  const entries = shown.filter((entry) => entry !== MORE)
  const isShort = shown.includes(MORE) ? answer.length < entries.length : answer.length !== entries.length
  if (isShort) return [`${place} has ${answer.length} entries`]
  return entries.flatMap((entry, at) => differences(entry, answer[at], `${place}[${at}]`))
}

/**
 * Members that an answer of another catalog shows and the example of the contract, of which the first entry of a list
 * stands for all, has not.
 */
export function unknownMembers(shown: unknown, example: unknown, place = 'answer'): string[] {
  if (Array.isArray(shown)) {
    const first: unknown = Array.isArray(example) ? example[0] : undefined
    return shown.filter((entry) => entry !== MORE).flatMap((entry) => unknownMembers(entry, first, `${place}[]`))
  }
  if (shown === MORE) return []
  if (typeof shown !== 'object' || shown === null) {
    const isAlike = example === null || shown === null || typeof shown === typeof example
    return isAlike ? [] : [`${place} is of another type`]
  }
  const known = (example ?? {}) as Record<string, unknown>
  return Object.entries(shown).flatMap(([name, value]) => {
    if (name === MORE) return []
    return Object.hasOwn(known, name)
      ? unknownMembers(value, known[name], `${place}.${name}`)
      : [`${place}.${name} is not in the contract`]
  })
}
