import data from './test-personal-data.json' with { type: 'json' }
import { cards, drawn, ibans, identityNumbers, machineAddresses, phones } from './test-personal-numbers'

/**
 * Texts that must never be accepted as the name of a tool: what people write, data that identifies them, and secrets.
 * Everything is made up; secrets are put together from parts, so that no line of this file has the shape of one.
 */
export interface PersonalText {
  kind: 'said' | 'value' | 'secret' | 'asked' | 'payload' | 'disguised'
  text: string
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const WORD = `${LETTERS}0123456789`
const HEX = '0123456789abcdef'

const FIRST = ['Ann', 'Björn', 'Chidi', 'Dorota', 'Étienne', 'Fatima', 'Gáspár', 'Hiroko', 'Ines', 'João']
const LAST = ['Example', 'Nowak-Muster', "O'Nobody", 'van der Leeg', 'Müllersson', 'Sato', 'Okonkwo', 'Placeholder']
const STREETS = ['12 Made-up Lane', '7b Sample Street, Flat 3', 'Musterweg 99', '4 rue de Nulle-Part', 'PO Box 0000']
const CITIES = ['Nowhere', 'Beispielstadt', 'Sampleton', 'Villefictive', 'Ejemplar']

const nameAt = (n: number) => `${FIRST[n % FIRST.length]} ${LAST[n % LAST.length]}`
const placeAt = (n: number) => `${STREETS[n % STREETS.length]}, ${CITIES[n % CITIES.length]}`

function emails(): string[] {
  return Array.from({ length: 24 }, (_, n) => {
    const first = (FIRST[n % FIRST.length] ?? '').toLowerCase()
    const last = (LAST[n % LAST.length] ?? '').toLowerCase().replaceAll(' ', '.')
    const host = ['example.com', 'mail.example.org', 'example.co.uk', 'xn--mller-kva.example', 'büro.example'][n % 5]
    return `${[`${first}.${last}`, `${first}${n}`, `${first}+news`, `${last}_${n}`][n % 4]}@${host}`
  })
}

/** Sentences in which people send what they should not; `{}` is filled with each of the values. */
const SAID = data.said

const SAID_OF_PEOPLE = data.saidOfPeople

function said(): string[] {
  const values = [...cards().slice(0, 12), ...ibans().slice(0, 8), ...phones().slice(0, 12), ...emails().slice(0, 10)]
  const about = values.map((value, n) => (SAID[n % SAID.length] ?? '').replace('{}', value))
  const people = SAID_OF_PEOPLE.flatMap((form, at) =>
    [0, 1, 2, 3, 4].map((n) => form.replace('{name}', nameAt(at * 5 + n)).replace('{place}', placeAt(at + n))),
  )
  return [...about, ...people]
}

/** Prefixes of secrets by issuer, in two parts, and what follows. */
const ISSUED: readonly [start: readonly [string, string], length: number, alphabet: string][] = [
  [['AK', 'IA'], 16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'],
  [['gh', 'p_'], 36, WORD],
  [['github', '_pat_'], 82, WORD],
  [['gl', 'pat-'], 20, WORD],
  [['xo', 'xb-'], 40, WORD],
  [['sk', '_live_'], 24, WORD],
  [['sk', '-proj-'], 48, WORD],
  [['sk', '-ant-api03-'], 80, WORD],
  [['AI', 'za'], 35, WORD],
  [['ya', '29.'], 60, WORD],
  [['GOC', 'SPX-'], 28, WORD],
  [['h', 'f_'], 34, LETTERS],
  [['np', 'm_'], 36, WORD],
  [['hv', 's.'], 90, WORD],
  [['lin_', 'api_'], 40, WORD],
  [['dop', '_v1_'], 64, HEX],
  [['dap', 'i'], 32, HEX],
  [['shp', 'at_'], 32, HEX],
  [['whs', 'ec_'], 32, WORD],
  [['SG', '.'], 22, WORD],
]

function secrets(): string[] {
  const issued = ISSUED.flatMap(([start, length, alphabet], n) =>
    [0, 1].map((more) => {
      const body = `7${drawn(n * 2 + more, length - 1, alphabet)}`
      return (
        start.join('') +
        (start[0] === 'SG' ? `${body}.${drawn(n, 43, WORD)}` : start[0] === 'h' ? `q${body.slice(1)}` : body)
      )
    }),
  )
  const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const tokens = [0, 1, 2, 3].map((n) =>
    [coded({ alg: 'HS256', typ: 'JWT' }), coded({ sub: `user-${n}`, name: nameAt(n) }), drawn(n, 43, WORD)].join('.'),
  )
  const random = [0, 1, 2, 3, 4, 5].flatMap((n) => [drawn(n, 32, HEX), drawn(n, 40, HEX), drawn(n, 64, HEX), uuid(n)])
  const begin = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ')
  const assigned = issued
    .slice(0, 12)
    .flatMap((secret) => [`export API_KEY=${secret}`, `Authorization: Bearer ${secret}`])
  return [
    ...issued,
    ...tokens,
    ...random,
    ...assigned,
    `${begin}\n${drawn(1, 64, WORD)}\n`,
    begin.replace('PRIVATE', 'EC PRIVATE'),
    `apiVersion: v1\nkind: Secret\ndata:\n  password: ${drawn(2, 24, WORD)}==`,
    ...[0, 1, 2].map((n) => `postgres://app:${drawn(n, 12, WORD)}@db${n}.example:5432/prod`),
    ...[0, 1, 2].map((n) => `https://${drawn(n, 8, LETTERS)}:${drawn(n, 16, WORD)}@git.example/team/repo.git`),
    ...[0, 1, 2].map((n) => `0x${drawn(n, 40, HEX)}`),
  ]
}

function uuid(n: number): string {
  return [8, 4, 4, 4, 12].map((length, at) => drawn(n * 5 + at, length, HEX)).join('-')
}

/** Requests to an agent that were passed on whole. */
const ASKED = data.asked

const PAYLOADS = data.payloads

/** Encodings of the same text that hide its shape. */
const DISGUISES: readonly ((text: string) => string)[] = [
  (text) => encodeURIComponent(text),
  (text) => text.replace(/[^A-Za-z0-9]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, '0')}`),
  (text) => Buffer.from(text).toString('base64url'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => text.replace(/[!-~]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0)),
  (text) => [...text].join('\u200b'),
  (text) => text.replace(/[@.]/g, (mark) => `&#${mark.charCodeAt(0)};`),
]

function values(): string[] {
  return [...emails(), ...cards(), ...ibans(), ...phones(), ...identityNumbers(), ...machineAddresses()]
}

function disguised(): string[] {
  const plain = [...emails().slice(0, 6), ...cards().slice(0, 4), ...ibans().slice(0, 4), ...phones().slice(0, 4)]
  return plain.filter((text) => /^[ -~]+$/.test(text)).flatMap((text) => DISGUISES.map((disguise) => disguise(text)))
}

const kindOf = (kind: PersonalText['kind'], texts: readonly string[]) => texts.map((text) => ({ kind, text }))

/** Every one must be refused, as an id and as a part of one. */
export const PERSONAL_TEXTS: readonly PersonalText[] = [
  ...kindOf('said', said()),
  ...kindOf('value', values()),
  ...kindOf('secret', secrets()),
  ...kindOf('asked', ASKED),
  ...kindOf('payload', PAYLOADS),
  ...kindOf('disguised', disguised()),
]
