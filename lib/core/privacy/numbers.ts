/** Whether the digits have the check digit of payment cards (Luhn, ISO/IEC 7812-1). `digits` contains nothing else. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    const weighed = at % 2 === 1 ? digit * 2 : digit
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return digits.length > 0 && sum % 10 === 0
}

// Digits with at most one separator between two, 12 to 19 of them: ISO/IEC 7812-1 and the older Maestro cards.
const CARD_RUN = /(?<!\d)\d(?:[ ._-]?\d){11,18}(?!\d)/g
const CARD_START = /^(?:[3-6]|2[2-7]|2131|1800|0604)/

/** Whether the text contains a payment card number, in groups or not. */
export function holdsCard(text: string): boolean {
  return (text.match(CARD_RUN) ?? []).some((run) => {
    const digits = run.replace(/\D/g, '')
    return CARD_START.test(digits) && passesLuhn(digits) && !/^(\d)\1+$/.test(digits)
  })
}

// Length of a whole IBAN by country (ISO 13616 registry).
const IBAN_LENGTHS =
  'AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22' +
  'GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31' +
  'MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30'
const LENGTH_BY_COUNTRY = new Map(
  (IBAN_LENGTHS.match(/.{4}/g) ?? []).map((row) => [row.slice(0, 2), Number(row.slice(2))]),
)
const IBAN_RUN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ ._-]?[A-Z0-9]){11,31}/giu

/** Whether the text contains an IBAN: a country's length, and the check digits of ISO 7064 (mod 97-10). */
export function holdsIban(text: string): boolean {
  return (text.match(IBAN_RUN) ?? []).some((run) => {
    const squeezed = run.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
    const iban = squeezed.slice(0, LENGTH_BY_COUNTRY.get(squeezed.slice(0, 2)) ?? 0)
    return iban.length >= 15 && remainder97(iban.slice(4) + iban.slice(0, 4)) === 1
  })
}

function remainder97(text: string): number {
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const IPV4 = new RegExp(`(?<![\\p{L}\\p{N}])(?:${OCTET}\\.){3}${OCTET}(?![\\p{L}\\p{N}])`, 'u')
// Matches a run of colons in only one way: with two, a long run takes time in the cube of its length.
const IPV6_TOKEN = /(?<![\p{L}\p{N}:])[0-9a-f]*:[0-9a-f:.]*(?![\p{L}\p{N}:])/giu
const MAC = /(?<![\p{L}\p{N}])(?:(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4})(?![\p{L}\p{N}])/iu

/** Whether the text contains an IPv4, IPv6 (RFC 4291 section 2.2, with or without a prefix) or MAC address. */
export function holdsMachineAddress(text: string): boolean {
  return IPV4.test(text) || MAC.test(text) || (text.match(IPV6_TOKEN) ?? []).some(isIpv6)
}

function isIpv6(token: string): boolean {
  const halves = token.replace(/\.$/, '').split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const length = groups.length + (last.includes('.') ? 1 : 0)
  const wellFormed = groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group) || (group === last && IPV4.test(group)))
  return wellFormed && (halves.length === 2 ? length <= 7 : length === 8)
}
