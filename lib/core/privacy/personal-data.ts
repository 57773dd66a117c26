import { MAX_ID_LENGTH } from 'assay-verify/subject-id'
import { looksSecret } from 'assay-verify/text/secret-shapes'
import { withShortMarkRuns } from 'assay-verify/text/visible-text'
import { holdsIdentityNumber, holdsPhone } from './identity-numbers'
import { holdsCard, holdsIban, holdsMachineAddress } from './numbers'
import { readsAsProse } from './prose'
import { type Reading, readingsOf } from './readings'

/** The rules, the most specific first: of several broken ones the first is reported. */
export const PRIVACY_RULES = [
  'private_key',
  'jwt',
  'credential_url',
  'email',
  'iban',
  'payment_card',
  'secret_token',
  'ip_address',
  'phone',
  'national_id',
  'user_path',
  'url',
  'free_text',
  'payload',
  'encoded_text',
] as const
export type PrivacyRule = (typeof PRIVACY_RULES)[number]

const EMAIL =
  /[\p{L}\p{N}_+%'"-]\s?@\s?\[?(?:(?:[\p{L}\p{N}-]{1,63}\.){1,8}(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})(?![\p{L}\p{N}])|\d{1,3}(?:\.\d{1,3}){3})/iu
const JWT = /(?<![A-Za-z0-9])ey[A-Za-z0-9_-]{10,}\.ey[A-Za-z0-9_-]{4,}/
const PRIVATE_KEY = /-----BEGIN|PRIVATE KEY-----|PuTTY-User-Key-File|AGE-SECRET-KEY-1/i
const CREDENTIAL_URL =
  /[a-z][a-z0-9+.-]{1,20}:\/{1,2}[^\s/@]{1,256}@|(?<![\p{L}\p{N}])[\w.+-]{1,64}:(?=[^\s/@:]*\d)[^\s/@:]{3,64}@[\w-]{1,63}/iu
const URL_SHAPE =
  /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]{1,20}:\/|(?:mailto|javascript):\S|(?:tel|sms):[+\d]|data:[\w-]+\/[\w+.-]+[;,]|file:\/|urn:[\w-]+:|www\.[\p{L}\p{N}-])/iu
const USER_PATH =
  /(?:^|\/|:)\/(?:home|Users|root)\/|[A-Z]:[\\/]+(?:Users|Documents)|(?:^|\/)~[\\/]|\\\\\w|%(?:USERPROFILE|APPDATA)%|\$HOME/i
// No id of a catalog contains one of these; a placeholder such as `${PREFIX}_list` is left out.
const FILL_IN = /\$?\{[A-Za-z_][\w.]*\}/g
const MARKUP = /["<>=\\|[\]`^{}]|\$\(|[:;]\s/

/** Unbroken machine-written runs: the kind of character changes often, and digits are among them. */
const MACHINE_WORD = /[A-Za-z0-9]{16,}/g
const MIN_DIGITS = 4
const MIN_CHANGES = 0.33
const HEX_OR_UUID = /(?<![\p{L}\p{N}])(?:[0-9a-f]{24,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\p{L}\p{N}])/iu
const WALLET =
  /(?<![A-Za-z0-9])(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,60}|[13](?=[a-zA-Z]*\d)(?=[^A-Z]*[A-Z])[a-km-zA-HJ-NP-Z1-9]{25,34})(?![A-Za-z0-9])/

interface Detector {
  /** What it detects, in the words of the documentation. */
  what: string
  breaks: (text: string) => boolean
}

export const PRIVACY_RULE_TABLE: Readonly<Record<PrivacyRule, Detector>> = {
  private_key: { what: 'A private key in PEM, PuTTY or age form.', breaks: (text) => PRIVATE_KEY.test(text) },
  jwt: { what: 'A JSON Web Token.', breaks: (text) => JWT.test(text) },
  credential_url: {
    what: 'A name and a password in front of a host.',
    breaks: (text) => CREDENTIAL_URL.test(text),
  },
  email: { what: 'An e-mail address.', breaks: (text) => EMAIL.test(text) },
  iban: { what: 'A bank account number that passes mod 97.', breaks: holdsIban },
  payment_card: { what: 'A payment card number that passes Luhn.', breaks: holdsCard },
  secret_token: {
    what: 'A key, token, digest, UUID or wallet: issued shapes, or too random for a name.',
    breaks: holdsSecret,
  },
  ip_address: { what: 'An IPv4, IPv6 or MAC address.', breaks: holdsMachineAddress },
  phone: { what: 'A telephone number.', breaks: holdsPhone },
  national_id: {
    what: 'A number that names a person, a company or a car; a name that is nothing but a number or a code.',
    breaks: holdsIdentityNumber,
  },
  user_path: { what: 'A path into somebody’s home folder.', breaks: (text) => USER_PATH.test(text) },
  url: { what: 'An address with its scheme.', breaks: (text) => URL_SHAPE.test(text) },
  free_text: {
    what: 'Running text: more than five words, a sentence, several lines, or longer than any id.',
    breaks: readsAsProse,
  },
  payload: {
    what: 'JSON, markup, code or assignments.',
    breaks: (text) => MARKUP.test(text.replace(FILL_IN, 'x')),
  },
  encoded_text: { what: 'Text of 12 characters or more in base64 or hex.', breaks: () => false },
}

/** Shorter text decodes from ordinary words by accident, so what its characters alone match is not evidence. */
const MIN_ENCODED = 12
const BROKEN_BY_MARKS: readonly PrivacyRule[] = ['credential_url', 'user_path', 'url', 'free_text', 'payload']

/**
 * The rule broken by a text that was sent as the id of an unknown tool, or null where it looks like a name. The text
 * and everything it decodes to are checked (`readingsOf`). Never throws; the work is linear in the length, and a text
 * longer than any id is `free_text` unread. What cannot be distinguished from a tool's name passes: a bare first name,
 * a word, a nickname.
 */
export function personalDataRule(text: string): PrivacyRule | null {
  if (text.length > MAX_ID_LENGTH || isMadeOfPhrases(text)) return 'free_text'
  const readings = readingsOf(text)
  for (const rule of PRIVACY_RULES) {
    if (readings.some((reading) => isBroken(rule, reading))) return rule
  }
  return null
}

/**
 * Some single characters expand to whole phrases in compatibility form; a name that grows threefold mostly consists of
 * them.
 */
function isMadeOfPhrases(text: string): boolean {
  return withShortMarkRuns(text).normalize('NFKC').length > 3 * text.length
}

function isBroken(rule: PrivacyRule, { text, hidden }: Reading): boolean {
  const isLongEnough = text.length >= MIN_ENCODED
  if (rule === 'encoded_text') return hidden && isLongEnough
  if (hidden && !isLongEnough && BROKEN_BY_MARKS.includes(rule)) return false
  return PRIVACY_RULE_TABLE[rule].breaks(text)
}

function holdsSecret(text: string): boolean {
  if (HEX_OR_UUID.test(text) || WALLET.test(text)) return true
  if (text.split(/[/\s]+/).some((word) => looksSecret(word, ''))) return true
  return (text.match(MACHINE_WORD) ?? []).some(isMachineWord)
}

function isMachineWord(word: string): boolean {
  const kinds = [...word].map((character) => (/\d/.test(character) ? 0 : character < 'a' ? 1 : 2))
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length
  return kinds.filter((kind) => kind === 0).length >= MIN_DIGITS && changes / word.length >= MIN_CHANGES
}
