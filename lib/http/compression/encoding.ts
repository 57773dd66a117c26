/** Encodings an answer may be sent in, the best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/**
 * The encoding a request gets of those `offered` (RFC 9110, 12.5.3): the one it weighs most, of equal ones the best.
 * `accepted`: its Accept-Encoding; null: none was sent. Plain where it names none of them, also where it refuses plain:
 * an answer is worth more than a 406.
 */
export function encodingFor(accepted: string | null | undefined, offered: readonly Encoding[] = ENCODINGS): Encoding {
  if (accepted == null || accepted === '' || accepted === 'identity') return 'identity'
  const weights = weightsOf(accepted)
  const others = weights.get('*') ?? 0
  // Plain is acceptable unnamed, after everything that is named.
  const plain = weights.get('identity') ?? 0
  let best: Encoding = 'identity'
  let bestWeight = plain
  for (const encoding of ENCODINGS) {
    if (encoding === 'identity' || !offered.includes(encoding)) continue
    const weight = weights.get(encoding) ?? others
    const isBetter = best === 'identity' ? weight >= bestWeight : weight > bestWeight
    if (weight > 0 && isBetter) [best, bestWeight] = [encoding, weight]
  }
  return best
}

function weightsOf(accepted: string): Map<string, number> {
  const entries = accepted.split(',').map((entry): [string, number] => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
  })
  return new Map(entries)
}

/**
 * The strong ETag of a body in an encoding: other bytes have another one (RFC 9110, 8.8.3). `etag`: that of the plain
 * bytes, quotes included.
 */
export function etagIn(encoding: Encoding, etag: string): string {
  return encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`)
}

/**
 * Whether an If-None-Match names this tag. Weak comparison: a cache that compressed the body on the way may have
 * weakened the tag.
 */
function namesTag(given: string | null | undefined, etag: string): boolean {
  if (given == null) return false
  return given === '*' || given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/**
 * The encoding in which a caller has the content with this tag already, whatever encoding it would get now; undefined:
 * in none.
 */
export function encodingOfCopy(given: string | null | undefined, etag: string): Encoding | undefined {
  if (given == null) return undefined
  return ENCODINGS.find((encoding) => namesTag(given, etagIn(encoding, etag)))
}
