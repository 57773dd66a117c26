import languages from './sends-out.json' with { type: 'json' }
import { LANGUAGE_CUES, type Language, pattern, type Wording, type WordingGroup } from './wording'

// A host without a scheme has three labels, so that file names and members of code are none.
const URL = '(?:https?|ftps?|s3|gs|wss?):\\/\\/(?!localhost|127\\.|\\[::1)'
const EMAIL = '@(?<=[\\w.+-]@)[\\w-]{1,63}\\.[a-z]'
const PHONE = '\\+(?<!\\w\\+)\\d{8,15}(?!\\d)'
const HOST =
  '\\b(?<!\\w\\.)\\d{1,3}(?:\\.\\d{1,3}){3}(?!\\w|\\.\\w)|\\.(?<=(?<![\\w@./-])(?:[a-z0-9-]{1,40}\\.){2,4})[a-z]{2,10}(?![\\w(-]|\\.\\w)'
const DESTINATION = `${URL}|${EMAIL}|${PHONE}|${HOST}`
const DEST = pattern(DESTINATION)
const QUERIED = pattern(
  `${URL}[^\\s]{0,80}\\?|${URL}[^]{0,80}(?:query\\s+parameter|url-?encoded)|query\\s+parameter[^]{0,30}${URL}|(?:look\\s+up|resolve|request|fetch|visit|navigate\\s+to)\\s[^]{0,20}(?:${HOST})`,
)

/** By language: verbs that send, verbs that put one thing into another, what is private, and the secrets among it. */
interface Words {
  send: string
  put: string
  /** Before an address. */
  to: string
  /** The verb with what was named before: "and send them". */
  sendIt: string
  /** Whether the address stands before the verb. */
  isVerbLast?: boolean
  private: string
  secret: string
  /** What a person may also send with a tool: only where the agent is ordered to. */
  own: string
  orders: string
  hidden: string
  /** An argument or a tool into which it is put. */
  into: string
  /** Secrets that no tool needs as an argument, in the sentence that puts them there. */
  keys: string
  /** What belongs to the user, and goes to the e-mail address of a stranger. */
  theirs: string
  /** What makes the sentence no instruction to send something private. */
  not: string
}

// An argument whose name says what belongs into it.
const NAMED_FOR_IT =
  '[`"\'][\\w.-]{0,30}(?:token|key|auth|secret|passw|credential|env|message|history|conversation|transcript|prompt|input|quer|(?<![a-z])text)[\\w.-]{0,30}[`"\']'
const HARMLESS = 'anonym|例えば|例如|例：'

/** `(?!)`: the language has no such words. */
const LANGUAGES: Record<Language, Words> = languages

function sendingIn(words: Words): Wording[] {
  const none = pattern(`${words.not}|${HARMLESS}`)
  const taken = `${words.private}|${words.secret}`
  const sentTo = (what: string, destination: string, verbs = words.send) =>
    words.isVerbLast === true
      ? pattern(`(?:${what})[^。]{0,60}(?:${destination})[^。]{0,20}(?:${words.to})[^。]{0,20}(?:${verbs})`)
      : pattern(
          `(?:${verbs})(?=[^;]{0,60}(?:${what}))[^;]{0,120}(?:${words.to})[^;]{0,40}(?:${destination})|[把将將][^。]{0,20}(?:${what})[^。]{0,20}(?:${verbs})[^。]{0,20}(?:${destination})`,
        )
  const sent = (what: string) =>
    pattern(`${words.send}(?=[^;]{0,60}(?:${what}))[^;]{0,120}${words.to}[^;]{0,40}(?:${DESTINATION})`)
  const putOrSent = pattern(`${words.put}|${words.send}|\\bcall\\b`)
  return [
    { all: [DEST, sent(taken)], none },
    { all: [DEST, sent(words.own), pattern(words.orders)], none },
    // What was read before: "read the keys and send them to".
    {
      all: [
        DEST,
        words.isVerbLast === true
          ? pattern(`(?:${DESTINATION})[^。]{0,40}${words.sendIt}`)
          : pattern(`${words.sendIt}[^;]{0,40}(?:${DESTINATION})`),
        pattern(taken),
      ],
      none,
    },
    { all: [DEST, /\brecipient\b/, pattern(taken)], none },
    // In an address that is read: as a query, or as the name of a host.
    { all: [QUERIED, pattern(words.put), pattern(taken)], none },
    { all: [sentTo(words.theirs, EMAIL)], none },
    { all: [DEST, sentTo(words.keys, DESTINATION, words.put)], none },
    // Into an argument or another tool.
    {
      all: [pattern(words.keys), pattern(words.into), putOrSent],
      none: pattern(`${words.not}|${HARMLESS}|${NAMED_FOR_IT}`),
    },
    {
      all: [pattern(words.private), pattern(words.into), putOrSent, pattern(words.orders)],
      none: pattern(`${words.not}|${HARMLESS}|${NAMED_FOR_IT}`),
    },
    { all: [pattern(words.hidden), pattern(taken), putOrSent], none },
  ]
}

const ALWAYS =
  '\\b(?:always|every|each|all|whatever|any)\\b|(?<!\\p{L})(?:immer|jede[rmns]?|alle[nr]?|siempre|tod[oa]s|cada|toujours|chaque|tous|toutes)(?!\\p{L})|每|所有|必ず|常に|すべて'
const BLIND_COPY =
  '\\bbcc\\b|\\bblind\\s+(?:carbon\\s+)?cop|blindkopie|copia\\s+oculta|copie\\s+cachée|密送|暗送|密件抄送'
const LEAK_IN_PUBLIC = [
  '\\b(?:open|create|post|publish|write|file)\\s+an?\\s+(?:new\\s+)?public\\s+(?:issue|gist|comment|paste|post|page|pull\\s+request)\\b',
  '\\b(?:private|confidential|secret)\\s+(?:repositor|repo|file|data|cod|message|document)',
  '\\b(?:quote|contain|include|paste|copy|list|show)s?\\b',
]

/** Sentences that instruct an agent to send something private to an address, or to put it into a hidden argument. */
export const SENDS_OUT: readonly WordingGroup[] = [
  ...Object.entries(LANGUAGES).map(([language, words]) => ({
    cue: LANGUAGE_CUES[language as Language],
    wordings: sendingIn(words),
  })),
  {
    cue: /@|public/,
    wordings: [
      { all: [pattern(BLIND_COPY), pattern(EMAIL), pattern(ALWAYS)], none: pattern(HARMLESS) },
      { all: LEAK_IN_PUBLIC.map((source) => pattern(source)), none: pattern(LANGUAGES.en.not) },
    ],
  },
]
