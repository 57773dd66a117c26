import type { JsonSchema } from '../core/catalog/catalog'
import { splitIdentifier, wordsOf } from '../core/text/words'
import { accepts, agrees, memberNode, type SchemaReader, type Shape, schemaReader } from './schema-reading'

export interface ParameterMapping {
  from: string | null
  to: string | null
  kind: 'same' | 'renamed' | 'missing' | 'extra'
}

export interface ArgumentsFit {
  /**
   * Whether a call that satisfies the original's required parameters satisfies the candidate's; null when a schema is
   * missing.
   */
  argsCompatible: boolean | null
  parameterMap: ParameterMapping[]
}

const MOST_PARAMETERS = 200
const MOST_VARIANTS = 8
const MOST_COMPARED = 400
/** Names that mean the same as a whole, spaces and all other separators taken out. */
const SAME_MEANING = [
  'q query search searchquery searchterm searchterms searchtext searchstring searchphrase keyword keywords term terms',
  'query question querytext prompt',
  'query sql sqlquery statement',
  'url uri link href website webpage weburl pageurl websiteurl siteurl targeturl',
  'limit count n num size top topk k take maxresults maxcount maxitems numresults numberofresults pagesize perpage',
  'page pagenumber pagenum pageno pageindex',
  'offset skip startindex',
  'path filepath fullpath absolutepath file filename',
  'path dir directory folder dirpath directorypath folderpath',
  'text content contents message input body inputtext textcontent',
  'prompt instruction instructions input',
  'title subject headline',
  'city location place town',
  'symbol ticker stock stocksymbol tickersymbol stockticker stockcode',
  'lang language locale',
  'from origin source departure',
  'to destination target arrival',
  'to recipient recipientemail toemail toaddress',
  'expression expr formula equation',
  'timezone tz',
  'command cmd',
  'username user login handle',
  'email emailaddress mail',
  'code script snippet sourcecode',
]
/** Words that mean the same wherever they stand in a name. */
const SAME_WORD = [
  'id identifier uid',
  'url uri link',
  'document doc',
  'repository repo',
  'organization organisation org',
  'language lang',
  'message msg',
  'image img picture photo',
  'database db',
  'directory dir folder',
  'maximum max',
  'minimum min',
  'latitude lat',
  'longitude lon lng long',
  'text content',
]
/** Words that mean the same beside others: `start_date` and `from_date`, but not `start` and `source`. */
const SAME_BESIDE = [
  'from start begin source src origin since base after',
  'to end until before target destination dest dst finish quote',
  'date time datetime timestamp day',
]
const OPPOSITES = (
  'from to,start end,source target,origin destination,after before,since until,maximum minimum,old new,first last,' +
  'x y,x z,y z,a b,row column,width height,latitude longitude,input output,key value,username password,title body'
)
  .split(',')
  .map((pair) => pair.split(' '))
const SAYS_NOTHING = new Set('value string str param parameter arg argument the of your my given'.split(' '))
const KINDS = new Set('id name code number key type'.split(' '))
const SEARCHED = new Set('q query search keyword term question topic'.split(' '))
const TEXTS = new Set('text content message input prompt instruction sentence description body task request'.split(' '))
/** What ends the name of a string that has a form of its own, so that it is no text to search for. */
const FORMED = new Set('id url path file date key token code email symbol address hash type language'.split(' '))
const COMMON_WORDS = new Set(
  (
    'the a an of to for in on and or is be by with from this that it as at if eg example whether optional required ' +
    'string number default'
  ).split(' '),
)

const rowsByWord = (rows: readonly string[]) =>
  new Map(rows.flatMap((row) => row.split(' ').map((word) => [word, row.split(' ')[0] ?? word] as const)))
const [WORD, WORD_BESIDE] = [rowsByWord(SAME_WORD), rowsByWord(SAME_BESIDE)]
const MEANINGS = SAME_MEANING.map((row) => new Set(row.split(' ')))
const OF_DATES = /^(?:dates?|datetime|timestamp|yyyy\w*|iso8601)$/

interface Side {
  reader: SchemaReader
  parameters: Parameter[]
  /** It requires more parameters than are looked at. */
  isCut: boolean
}

interface Parameter {
  name: string
  shape: Shape
  /** Every call must give it. */
  required: boolean
  named: Named
}

/** What a parameter's name and description say. */
interface Named {
  joined: string
  words: ReadonlySet<string>
  last: string
  /** The words without a kind at the end, and that kind: `city`, `name` of `city_name`. */
  core: string
  kind: string
  /** What would say the opposite of its words. */
  opposites: ReadonlySet<string>
  meanings: ReadonlySet<number>
  described: ReadonlySet<string>
}

/**
 * How a call of one tool carries over to another. Every parameter of the original is listed in the order of its
 * schema, then what is `extra`: required by the candidate and fed by nothing. `same` has the same name and a type that
 * agrees, `renamed` means the same by name or description, one to one, and agrees in type; `missing` has no
 * counterpart. Types agree when all the original's argument may be is right for the candidate, as far as types, enums,
 * and one level of items and members tell; formats, patterns and bounds do not count, nor does null where it may be
 * left out. `argsCompatible`: each required parameter of the original has a counterpart (what has none is lost
 * meaning), and each the candidate requires is fed by a required one or has a `default` or a single value. Where a
 * schema leaves a choice (`anyOf`, `oneOf`), each branch of the original needs one of the candidate that is
 * compatible, and the first such is mapped. 200 parameters a side are looked at, the required first; a side that
 * requires more is not compatible. Null and an empty list unless both schemas are known.
 */
export function argumentsFit(original: JsonSchema | null, candidate: JsonSchema | null): ArgumentsFit {
  if (original === null || candidate === null) return { argsCompatible: null, parameterMap: [] }
  const [from, to] = [schemaReader(original), schemaReader(candidate)]
  const [given, taking] = [variantsOf(from, original), variantsOf(to, candidate)]
  const [whole, others] = [sideOf(from, given), taking.map((variant) => sideOf(to, [variant]))]
  const parts = given.length === 1 ? [whole] : given.map((variant) => sideOf(from, [variant]))
  const fits = parts.map((part) => {
    const all = others.map((other) => ({ other, fit: fitOf(part, other) }))
    return all.find(({ fit }) => fit.argsCompatible) ?? all[0]
  })
  const argsCompatible = fits.every((found) => found?.fit.argsCompatible === true)
  const shown = parts.length === 1 ? fits[0]?.fit : fitOf(whole, fits[0]?.other ?? whole)
  return { argsCompatible, parameterMap: shown?.parameterMap ?? [] }
}

/** Each is compared with each, so of large ones only some are. */
function variantsOf(reader: SchemaReader, schema: JsonSchema): readonly Shape[] {
  const variants = reader.variantsOf(reader.shapeOf(schema))
  const most = MOST_COMPARED / Math.max(1, variants[0]?.properties.size ?? 0)
  return variants.slice(0, Math.max(1, Math.min(MOST_VARIANTS, most)))
}

/** The parameters of all variants; required is what each of them requires. */
function sideOf(reader: SchemaReader, variants: readonly Shape[]): Side {
  const nodes = new Map<string, Set<unknown>>()
  for (const variant of variants)
    for (const name of [...variant.properties.keys(), ...variant.required])
      nodes.set(name, (nodes.get(name) ?? new Set()).add(memberNode(variant, name)))
  const isRequired = (name: string) => variants.every(({ required }) => required.has(name))
  const names = [...nodes.keys()]
  const required = names.filter(isRequired)
  const kept = new Set([...required, ...names].slice(0, MOST_PARAMETERS))
  const parameters = [...nodes].flatMap(([name, forms]): Parameter[] => {
    if (!kept.has(name)) return []
    const shape = reader.shapeOf(forms.size === 1 ? [...forms][0] : { anyOf: [...forms] })
    return [{ name, shape, required: isRequired(name), named: namedAs(name, shape) }]
  })
  return { reader, parameters, isCut: required.length > MOST_PARAMETERS }
}

function fitOf(from: Side, to: Side): ArgumentsFit {
  const pairs = pairsOf(from, to)
  const feeders = new Map([...pairs].map(([one, other]) => [other, one]))
  const needed = to.parameters.filter(({ required, shape }) => required && !isGiven(to.reader, shape))
  const kept = from.parameters.map((one): ParameterMapping => {
    const other = pairs.get(one)?.name ?? null
    return { from: one.name, to: other, kind: other === null ? 'missing' : other === one.name ? 'same' : 'renamed' }
  })
  const extra = needed.filter((other) => !feeders.has(other))
  const isKept = from.parameters.every((one) => !one.required || pairs.has(one))
  const isFed = needed.every((other) => feeders.get(other)?.required === true)
  return {
    argsCompatible: isKept && isFed && !from.isCut && !to.isCut,
    parameterMap: [...kept, ...extra.map(({ name }): ParameterMapping => ({ from: null, to: name, kind: 'extra' }))],
  }
}

function isGiven(reader: SchemaReader, shape: Shape): boolean {
  return (
    shape.values?.size === 1 || (shape.keywords.default !== undefined && accepts(reader, shape, shape.keywords.default))
  )
}

/** The counterpart of each parameter of the original that has one: of its own name, else the best that is left. */
function pairsOf(from: Side, to: Side): Map<Parameter, Parameter> {
  const [pairs, taken] = [new Map<Parameter, Parameter>(), new Set<Parameter>()]
  const pair = (one: Parameter, other: Parameter) => {
    if (pairs.has(one) || taken.has(other)) return
    // What may be left out says the same as null.
    if (!agrees([from.reader, to.reader], one.shape, other.shape, one.required && other.required)) return
    pairs.set(one, other)
    taken.add(other)
  }
  const byName = new Map(to.parameters.map((other) => [other.name, other]))
  for (const one of from.parameters) {
    const other = byName.get(one.name)
    if (other !== undefined) pair(one, other)
  }
  const left = to.parameters.filter((other) => !taken.has(other))
  const likely = from.parameters
    .filter((one) => !pairs.has(one))
    .flatMap((one) => left.map((other) => ({ one, other, likeness: likenessOf(one, other) })))
    .filter(({ likeness }) => likeness > 0)
  for (const { one, other } of likely.sort((a, b) => b.likeness - a.likeness)) pair(one, other)
  const [text, otherText] = [soleText(from), soleText(to)]
  if (text !== undefined && otherText !== undefined && isTextFor(text.named, otherText.named)) pair(text, otherText)
  return pairs
}

/** The one required string, where nothing but its name says what it holds. */
function soleText({ parameters }: Side): Parameter | undefined {
  const texts = parameters.filter(({ shape, required }) => required && [...(shape.types ?? [])].join() === 'string')
  const [text] = texts
  if (text === undefined || texts.length > 1) return undefined
  const { format, pattern } = text.shape.keywords
  return text.shape.values === null && format === undefined && pattern === undefined ? text : undefined
}

/** A search takes any text that has no form of its own; other texts stand for each other. */
function isTextFor(one: Named, other: Named): boolean {
  if (SEARCHED.has(other.last)) return !FORMED.has(one.last)
  return TEXTS.has(other.last) && (TEXTS.has(one.last) || SEARCHED.has(one.last))
}

/**
 * How likely two parameters mean the same: 0, they do not; above 0.5 their names tell, below only their descriptions.
 */
function likenessOf({ named: one, required }: Parameter, { named: other, required: both }: Parameter): number {
  const byName = nameLikeness(one, other)
  const isTold = byName > 0 || ((isToldBy(one, other) || isToldBy(other, one)) && !isContrary(one, other))
  if (!isTold) return 0
  const sharedWords = [...one.described].filter((word) => other.described.has(word)).length
  const dice = (2 * sharedWords) / Math.max(1, one.described.size + other.described.size)
  const likeness = byName || (sharedWords >= 2 && dice >= 0.5 ? 0.3 : 0)
  return likeness === 0 ? 0 : likeness + dice / 10 + (required && both ? 0.05 : 0)
}

/** Whether the words of a name, not only its kind, all stand in the other's description. */
function isToldBy({ words }: Named, { described }: Named): boolean {
  return isWithin(words, described) && !isWithin(words, KINDS)
}

function nameLikeness(one: Named, other: Named): number {
  if (one.joined === '' || other.joined === '') return 0
  if (one.joined === other.joined) return 1
  if (isOpposed(one, other)) return 0
  const isOfOneKind = one.kind === '' || other.kind === '' || one.kind === other.kind
  if (isOfOneKind && [...one.meanings].some((meaning) => other.meanings.has(meaning))) return 0.9
  if (isOfOneKind && one.core === other.core) return 0.8
  if (one.last !== other.last || !isNarrower(one.words, other.words)) return 0
  const [broad, narrow] = one.words.size < other.words.size ? [one, other] : [other, one]
  if (narrow.words.has('per')) return 0
  const isTold = [...narrow.words].every((word) => broad.words.has(word) || broad.described.has(word))
  return isTold || !KINDS.has(broad.last) || broad.described.size === 0 ? 0.6 : 0
}

/** Opposites, or two of a sort: `project_id` and `user_id`. */
function isContrary(one: Named, other: Named): boolean {
  const isShared = [...one.words].some((word) => other.words.has(word))
  return isOpposed(one, other) || (isShared && !isNarrower(one.words, other.words))
}

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((word) => all.has(word))
const isNarrower = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  isWithin(one, other) || isWithin(other, one)

/** One says a word, and the other its opposite instead. */
function isOpposed(one: Named, other: Named): boolean {
  const says = ({ words, opposites }: Named, them: Named) =>
    [...opposites].some((word) => them.words.has(word) && !words.has(word))
  return says(one, other) && says(other, one)
}

function namedAs(name: string, { keywords }: Shape): Named {
  const said = [keywords.title, keywords.description].filter((text) => typeof text === 'string')
  const described = wordsOf(said.join(' ').slice(0, 400))
  const raw = wordsOf(splitIdentifier(name.slice(0, 200)))
  const isDate =
    keywords.format === 'date' || keywords.format === 'date-time' || described.some((word) => OF_DATES.test(word))
  const dated = raw.length === 1 && isDate && WORD_BESIDE.has(raw[0] ?? '') ? [...raw, 'date'] : raw
  const telling = dated.filter((word) => !SAYS_NOTHING.has(word))
  const words = (telling.length > 0 ? telling : dated).map(singular)
  const meant = words.map((word) => WORD.get(word) ?? (words.length > 1 ? WORD_BESIDE.get(word) : undefined) ?? word)
  const last = meant.at(-1) ?? ''
  const hasKind = meant.length > 1 && KINDS.has(last)
  const ends = [dated.join(''), words.join(''), words.slice(0, hasKind ? -1 : undefined).join('')]
  return {
    joined: raw.join(''),
    words: new Set(meant),
    last,
    core: meant.slice(0, hasKind ? -1 : undefined).join(' '),
    kind: hasKind ? last : '',
    opposites: new Set(OPPOSITES.flatMap((pair) => (pair.some((word) => meant.includes(word)) ? pair : []))),
    meanings: new Set(MEANINGS.flatMap((row, index) => (ends.some((end) => row.has(end)) ? [index] : []))),
    described: new Set(
      described
        .filter((word) => word.length > 1 && !COMMON_WORDS.has(word))
        .slice(0, 30)
        .map(singular),
    ),
  }
}

const singular = (word: string) => (word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word)
