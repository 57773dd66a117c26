const MOST_SCOPES = 50
const LONGEST_SCOPE = 120
/** Scopes as RFC 6749, section 3.3, spells them. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** The scopes among these values, each once: at most 50, of at most 120 characters. */
export function scopesOf(values: readonly unknown[]): string[] {
  const valid = values.filter(
    (one): one is string => typeof one === 'string' && one.length <= LONGEST_SCOPE && SCOPE.test(one),
  )
  return [...new Set(valid)].slice(0, MOST_SCOPES)
}
