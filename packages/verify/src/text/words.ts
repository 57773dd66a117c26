import { withShortMarkRuns } from './visible-text.ts'

// A longer run is no word anyone searches for; cutting it keeps every derived table small.
const MAX_WORD_LENGTH = 64

// Only marks that decorate a letter: accents, Arabic and Hebrew points. Vowel signs of Indic scripts and the voicing
// marks of kana are \p{M} too, but without them the word is another word.
const DECORATING_MARKS =
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f]|\u0670|[\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g

// English only: elsewhere an apostrophe separates two words (l'eau, d'aujourd'hui).
const APOSTROPHE_IN_WORD = /(?<=\p{L})['\u2019](?:s(?![\p{L}\p{N}])|(?=(?:t|re|ve|ll|d|m)(?![\p{L}\p{N}])))/gu
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]+/gu
const PLAIN_ASCII = /^[\t\n\r -~]*$/
const ASCII_WORD = /[a-z0-9]+/g
const ASCII_WITHOUT_CAPITALS = /^[\t\n\r -@[-~]*$/

// Names whose capitals are spelling, not a word boundary: users of `searchYouTube` search for `youtube`.
const COMPOUNDS = new Set(
  (
    'airbnb airtable bigquery bitbucket bluesky chatgpt clickhouse clickup cloudflare cloudwatch codeql coingecko ' +
    'coinmarketcap deepl deepseek devops digitalocean docusign duckduckgo dynamodb elasticsearch elevenlabs fastapi ' +
    'firebase geojson github gitlab graphdb graphql grpc hubspot huggingface ios iphone javascript jsonpath langchain ' +
    'latex leetcode linkedin localhost macos mailchimp mariadb mongodb mysql netsuite newrelic nodejs nosql notebooklm ' +
    'numpy oauth oauth2 onedrive onenote openai openapi openrouter opensearch openstreetmap openweather pagerduty paypal ' +
    'planetscale pocketbase postgresql powerbi powerpoint powershell pubmed pytorch quickbooks rabbitmq salesforce ' +
    'sendgrid serpapi servicenow sharepoint shopify soundcloud sqlite stackoverflow tensorflow tiktok typescript ' +
    'virustotal webhook webrtc websocket wechat whatsapp wordpress youtube ipv4 ipv6 hackernews ebay'
  ).split(' '),
)

const isUpper = (code: number) => code >= 65 && code <= 90
const isLower = (code: number) => code >= 97 && code <= 122

/** Whether a new word begins at `at` inside a run of letters and digits. */
function beginsWord(run: string, at: number): boolean {
  if (!isUpper(run.charCodeAt(at))) return false
  const before = run.charCodeAt(at - 1)
  if (!isUpper(before)) return true
  // The last capital of an acronym belongs to the next word (HTTPServer), except for a plural (listURLs, IDsOf).
  const next = run.charCodeAt(at + 1)
  const afterNext = run.charCodeAt(at + 2)
  const plural = next === 115 && !isLower(afterNext)
  return isLower(next) && !plural
}

function splitRun(run: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 1; at < run.length; at++) {
    if (!beginsWord(run, at)) continue
    parts.push(run.slice(start, at))
    start = at
  }
  parts.push(run.slice(start))
  return parts
}

function joinCompounds(parts: readonly string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const reach = [3, 2].find((size) => {
      const group = parts.slice(at, at + size)
      return group.length === size && COMPOUNDS.has(group.join('').toLowerCase())
    })
    joined.push(parts.slice(at, at + (reach ?? 1)).join(''))
    at += (reach ?? 1) - 1
  }
  return joined
}

const isAcronym = (part: string) => part.length > 1 && /^(?=.*[A-Z])[A-Z0-9]+s?$/.test(part)

/**
 * The words of an identifier, separated by single spaces: `get_currentWeather` -> `get current weather`, `HTTPServer`
 * -> `HTTP server`, `listS3Buckets` -> `list S3 buckets`. Acronyms keep their capitals unless the whole identifier is
 * in capitals; digits stay with the letters before them (`sha256`, `oauth2`). Any separator counts, and other scripts
 * pass through. Empty when there is no letter or digit.
 */
export function splitIdentifier(identifier: string): string {
  if (ASCII_WITHOUT_CAPITALS.test(identifier)) return identifier.match(ASCII_WORD)?.join(' ') ?? ''
  const runs = withShortMarkRuns(identifier).normalize('NFC').match(WORD) ?? []
  const shouting = runs.length > 1 && !runs.some((run) => run !== run.toUpperCase())
  const parts = runs.flatMap((run) => joinCompounds(splitRun(run)))
  return parts.map((part) => (isAcronym(part) && !shouting ? part : part.toLowerCase())).join(' ')
}

function addWord(words: string[], word: string): void {
  words.push(word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH).toWellFormed() : word)
}

function addBigrams(words: string[], run: string): void {
  const characters = [...run]
  if (characters.length === 1) words.push(run)
  for (let at = 0; at + 1 < characters.length; at++) words.push(`${characters[at]}${characters[at + 1]}`)
}

function addMixed(words: string[], word: string): void {
  let end = 0
  for (const run of word.matchAll(CJK_RUN)) {
    if (run.index > end) addWord(words, word.slice(end, run.index))
    addBigrams(words, run[0])
    end = run.index + run[0].length
  }
  if (end < word.length) addWord(words, word.slice(end))
}

/**
 * The words of a text in any language, in order, repeats kept: lower-cased, compatibility-folded, accents removed;
 * Chinese, Japanese and Korean runs as overlapping pairs of characters, since they have no spaces to split at. Words
 * over 64 UTF-16 units are cut. Does not split identifiers: pass `splitIdentifier(name)` for those. Time is linear in
 * the length.
 */
export function wordsOf(text: string): string[] {
  if (PLAIN_ASCII.test(text) && !text.includes("'")) {
    const found = text.toLowerCase().match(ASCII_WORD) ?? []
    return found.map((word) => (word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH) : word))
  }
  const folded = withShortMarkRuns(text.toWellFormed()).normalize('NFKD').replace(DECORATING_MARKS, '')
  const words: string[] = []
  const found = folded.normalize('NFC').toLowerCase().replace(APOSTROPHE_IN_WORD, '').match(WORD) ?? []
  for (const word of found) addMixed(words, word)
  return words
}
