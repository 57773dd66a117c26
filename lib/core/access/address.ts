const LONGEST_ADDRESS = 500

/**
 * An http or https address without credentials and fragment, at most 500 characters, in the spelling it came in;
 * undefined: it is none.
 */
export function addressIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS || !/^[\x21-\x7e]+$/.test(value)) return undefined
  if (!URL.canParse(value)) return undefined
  const { protocol, username, password, hash } = new URL(value)
  const isUsable = (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hash === ''
  return isUsable ? value : undefined
}
