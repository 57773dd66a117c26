import data from './test-personal-numbers.json' with { type: 'json' }

/**
 * Numbers that identify nobody and are nevertheless valid: drawn from a fixed sequence, with the check digits of their
 * kind. None was issued except by accident; ranges reserved for fiction are used where there are any.
 */

const DIGITS = '0123456789'
const UPPER = 'ABCDEFGHJKLMNPRSTUVWXYZ'

/** `length` characters of an alphabet, always the same for the same number. Method: mulberry32. */
export function drawn(n: number, length: number, alphabet = DIGITS): string {
  let state = Math.imul(n + 1, 0x9e3779b1) >>> 0
  return Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return alphabet[((mixed ^ (mixed >>> 14)) >>> 0) % alphabet.length]
  }).join('')
}

function grouped(digits: string, sizes: readonly number[], separator: string): string {
  const ends = sizes.map((_, at) => sizes.slice(0, at + 1).reduce((sum, size) => sum + size, 0))
  return ends.map((end, at) => digits.slice(end - (sizes[at] ?? 0), end)).join(separator)
}

/** Prefixes of the large networks and the lengths of their numbers. */
const CARDS: readonly [prefix: string, length: number][] = data.cards as [string, number][]

export function cards(): string[] {
  return CARDS.flatMap(([prefix, length], n) => {
    const body = prefix + drawn(n, length - prefix.length - 1)
    const digits = body + luhnDigit(body)
    const groups = length === 15 ? [4, 6, 5] : [4, 4, 4, 4, 4]
    return [digits, ...[' ', '-', '.'].map((mark) => grouped(digits, groups, mark).replace(/[ .-]+$/, ''))]
  })
}

function luhnDigit(body: string): number {
  const sum = [...body].reverse().reduce((total, digit, at) => {
    const weighed = at % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** Countries, and what follows their two check digits. */
const IBANS: readonly [country: string, digits: number, letters: string][] = data.ibans as [string, number, string][]

export function ibans(): string[] {
  return IBANS.flatMap(([country, digits, letters], n) => {
    const account = letters + drawn(n + 100, digits)
    const check = String(98 - remainder97(`${account}${country}00`)).padStart(2, '0')
    const iban = country + check + account
    return [iban, iban.toLowerCase(), grouped(iban, Array(9).fill(4), ' ').trim(), grouped(iban, Array(9).fill(4), '-')]
  }).map((iban) => iban.replace(/-+$/, ''))
}

function remainder97(text: string): number {
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join('')
  return Number(BigInt(digits) % 97n)
}

export function phones(): string[] {
  return Array.from({ length: 6 }, (_, n) => n).flatMap((n) => {
    const d = (length: number) => drawn(n * 31 + length, length)
    return [
      `+44 20 7946 0${d(3)}`,
      `+1 (415) 555-01${d(2)}`,
      `415-555-01${d(2)}`,
      `(212) 555 01${d(2)}`,
      `1.800.555.01${d(2)}`,
      `+49 30 ${d(8)}`,
      `030 / ${d(3)} ${d(5)}`.replace(' / ', ' '),
      `06 ${grouped(d(8), [2, 2, 2, 2], ' ')}`,
      `+33 1 ${grouped(d(8), [2, 2, 2, 2], ' ')}`,
      `0${d(10)}`,
      `+81-3-${d(4)}-${d(4)}`,
      `+919${d(9)}`,
      `0${d(3)} ${d(3)} ${d(2)} ${d(2)}`,
      `(0${d(4)}) ${d(6)}`,
    ]
  })
}

/** Numbers of persons, companies and cars in the forms of their countries. */
export function identityNumbers(): string[] {
  return Array.from({ length: 4 }, (_, n) => n).flatMap((n) => {
    const d = (length: number) => drawn(n * 57 + length + 7, length)
    const a = (length: number) => drawn(n * 91 + length + 3, length, UPPER)
    return [
      `9${d(2)}-${d(2)}-${d(4)}`,
      `9${d(2)} ${d(2)} ${d(4)}`,
      `${d(6)}-${d(7)}`,
      `19${d(6)}-${d(4)}`,
      `${d(6)}-${d(3)}H`,
      `QQ ${grouped(d(6), [2, 2, 2], ' ')} C`,
      `QQ${d(6)}D`,
      `${a(5)}${d(4)}${a(1)}`,
      `${d(2)}${a(5)}${d(4)}${a(1)}1Z5`,
      `${d(3)}.${d(3)}.${d(3)}-${d(2)}`,
      `${d(2)}.${d(3)}.${d(3)}/${d(4)}-${d(2)}`,
      `${d(17)}X`,
      `${d(2)}/${d(3)}/${d(5)}`,
      `X${d(7)}L`,
      `9${d(8)}`,
      `9${d(2)} ${d(3)} ${d(3)}`,
      `4${d(10)}`,
      `${a(1)}${d(8)}`,
      `${a(2)}${d(7)}`,
      `passport ${a(1)}${d(8)}`,
      `lookup-ssn-9${d(8)}`,
      `${a(2)}5${d(1)} ${a(3)}`,
      `34 ${a(2)} ${d(4)}`,
      `SW1A ${d(1)}${a(2)}`,
    ]
  })
}

export function machineAddresses(): string[] {
  const hex = '0123456789abcdef'
  return Array.from({ length: 5 }, (_, n) => n).flatMap((n) => [
    `203.0.113.${n * 50}`,
    `198.51.100.${n + 1}`,
    `10.${n}.0.1`,
    `2001:db8::${drawn(n, 4, hex)}`,
    `2001:db8:${Array.from({ length: 6 }, (_, at) => drawn(n * 9 + at, 4, hex)).join(':')}`,
    `::ffff:192.0.2.${n}`,
    `fe80::${n + 1}`,
    Array.from({ length: 6 }, (_, at) => drawn(n * 7 + at, 2, hex)).join(':'),
    Array.from({ length: 6 }, (_, at) => drawn(n * 7 + at, 2, hex).toUpperCase()).join('-'),
  ])
}
