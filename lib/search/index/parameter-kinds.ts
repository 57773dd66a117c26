import type { ArgumentKind } from '../request/argument-spans'

/** What a tool's parameters may take, recognised by their names and descriptions. */
const PARAMETER_KINDS = [
  'url',
  'email',
  'file',
  'time',
  'amount',
  'id',
  'place',
  'text',
  'domain',
  'ip',
  'code',
  'phone',
] as const
type ParameterKind = (typeof PARAMETER_KINDS)[number]

const WORDS: Readonly<Record<ParameterKind, string>> = {
  url: 'url uri link href endpoint webpage website page',
  email: 'email mail recipient to cc sender',
  file: 'file path filename directory folder filepath document image audio video pdf attachment media source input',
  time: 'date time start end day year month datetime timestamp timezone since until duration period from deadline due',
  amount: 'amount value number quantity price temperature weight size limit count width height total rate',
  id: 'id uuid identifier key number code sku isbn issn doi vin hash tx address account handle username user',
  place:
    'location city place address latitude longitude lat lon lng coordinates origin destination country zip postal station',
  text: 'query text message content prompt search keyword title name body description question input string',
  domain: 'domain host hostname url site website',
  ip: 'ip address host',
  code: 'json code sql script schema data expression source query input html xml markdown',
  phone: 'phone number mobile to recipient',
}
const KINDS_OF = new Map<string, number>()
for (const [place, kind] of PARAMETER_KINDS.entries())
  for (const word of WORDS[kind].split(' ')) KINDS_OF.set(word, (KINDS_OF.get(word) ?? 0) | (1 << place))

/** The kinds of the words of a schema, a bit each; 0 for no words. */
export function parameterKindsOf(words: Iterable<string>): number {
  let kinds = 0
  for (const word of words) kinds |= KINDS_OF.get(word) ?? KINDS_OF.get(word.replace(/s$/, '')) ?? 0
  return kinds
}

const KIND_OF_ARGUMENT: Readonly<Record<ArgumentKind, ParameterKind>> = {
  code: 'code',
  quoted: 'text',
  url: 'url',
  email: 'email',
  ip: 'ip',
  file: 'file',
  domain: 'domain',
  path: 'file',
  handle: 'id',
  coordinates: 'place',
  phone: 'phone',
  date: 'time',
  time: 'time',
  money: 'amount',
  quantity: 'amount',
  id: 'id',
  number: 'amount',
}

/** The bits of the parameters that arguments of these kinds are passed to. */
export function parameterKindsFor(kinds: Iterable<ArgumentKind>): number {
  let bits = 0
  for (const kind of kinds) bits |= 1 << PARAMETER_KINDS.indexOf(KIND_OF_ARGUMENT[kind])
  return bits
}
