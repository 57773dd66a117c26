import data from './test-hostile-urls.json' with { type: 'json' }

/**
 * Addresses of private networks, in every spelling that URL parsers and resolvers accept, made by rule from the ranges
 * of the IANA special-purpose registries and from the documented metadata services of cloud providers.
 */

/** Loopback, private, link-local with metadata services, shared, unspecified, broadcast. */
const PRIVATE = data.private

const numbersOf = (address: string) => address.split('.').map(Number)
const wholeOf = (address: string) => numbersOf(address).reduce((sum, number) => sum * 256 + number, 0)
const hex = (number: number, width = 2) => number.toString(16).padStart(width, '0')

/** Hosts that are parsed as the address. */
const SPELLINGS: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => `${address}.`,
  (address) => String(wholeOf(address)),
  (address) => `0x${hex(wholeOf(address), 8)}`,
  (address) => `0X${hex(wholeOf(address), 8).toUpperCase()}`,
  (address) => `0${wholeOf(address).toString(8)}`,
  (address) =>
    numbersOf(address)
      .map((number) => `0x${hex(number)}`)
      .join('.'),
  (address) =>
    numbersOf(address)
      .map((number) => `0${number.toString(8)}`)
      .join('.'),
  (address) =>
    numbersOf(address)
      .map((number) => `000${number.toString(8)}`)
      .join('.'),
  (address) => mixed(numbersOf(address)),
  (address) => shortened(numbersOf(address), 3),
  (address) => shortened(numbersOf(address), 2),
  (address) => address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (address) => address.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
  (address) => address.replaceAll('.', '\u3002'),
  (address) => address.replaceAll('.', '\uff0e'),
  (address) => address.replace(/\d/g, (digit) => `%3${digit}`),
  (address) => `[::ffff:${address}]`,
  (address) => `[::ffff:${groups(address)}]`,
  (address) => `[0:0:0:0:0:ffff:${groups(address)}]`,
  (address) => `[::${groups(address)}]`,
  (address) => `[64:ff9b::${groups(address)}]`,
  (address) => `[2002:${groups(address)}::]`,
]

function mixed([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string {
  return `${a}.0x${hex(b)}.0${c.toString(8)}.${d}`
}

/** The last numbers as one, as `inet_aton` accepts them: 127.1. */
function shortened(numbers: readonly number[], parts: number): string {
  const rest = numbers.slice(parts - 1).reduce((sum, number) => sum * 256 + number, 0)
  return [...numbers.slice(0, parts - 1), rest].join('.')
}

function groups(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = numbersOf(address)
  return `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`
}

/** URLs around a host, some with a backslash or an at sign, where parsers disagree on what the host is. */
const AROUND: readonly ((host: string) => string)[] = [
  (host) => `http://${host}/`,
  (host) => `https://${host}:443/latest/meta-data/`,
  (host) => `http://${host}:80\\@example.com/`,
  (host) => `http://example.com@${host}/`,
  (host) => `http:${host}/`,
  (host) => `HTTP://${host}?#/`,
  (host) => ` http://${host}/\t`,
  (host) => `ht\ntp://${host}/`,
]

const NAMES = data.names

const OTHER_SCHEMES = data.otherSchemes

const BROKEN = data.broken

const IPV6 = data.ipv6

/** Names in public form, redirectors and credentials: most can only be refused by what they resolve to. */
const PUBLIC_LOOKING = data.publicLooking

/** None of these may be dialled where every name resolves to a private address. */
export const HOSTILE_URLS: readonly string[] = [
  ...PRIVATE.flatMap((address) => SPELLINGS.map((spell) => `http://${spell(address)}/`)),
  ...PRIVATE.slice(0, 5).flatMap((address) => AROUND.map((around) => around(address))),
  ...IPV6.map((address) => `http://[${address}]/`),
  ...NAMES.map((name) => `http://${name}/`),
  ...OTHER_SCHEMES,
  ...BROKEN,
  ...PUBLIC_LOOKING,
]
