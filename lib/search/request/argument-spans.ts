/** Kinds of argument that are recognised by their form. */
const ARGUMENT_KINDS = [
  'code',
  'quoted',
  'url',
  'email',
  'ip',
  'file',
  'domain',
  'path',
  'handle',
  'coordinates',
  'phone',
  'date',
  'time',
  'money',
  'quantity',
  'id',
  'number',
] as const
export type ArgumentKind = (typeof ARGUMENT_KINDS)[number]

/** A part of a request that is passed to a tool as a value: UTF-16 positions in the request, the end exclusive. */
export interface ArgumentSpan {
  kind: ArgumentKind
  from: number
  to: number
}

/** Characters read for spans; a pasted text is longer than what is wanted of it. */
const READ_LENGTH = 4000

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const DAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?'
const UNIT =
  '(?:k?m|cm|mm|mi|miles?|km/h|mph|ft|feet|in(?:ch(?:es)?)?|kg|mg|g|grams?|lbs?|oz|ml|l|lit(?:er|re)s?|gal(?:lons?)?|cups?|tbsp|tsp|°[CF]|degrees|hours?|hrs?|h|minutes?|mins?|seconds?|secs?|s|ms|days?|weeks?|months?|years?|nights?|people|persons?|adults?|items?|rows?|pages?|words?|[kmgt]i?b|px|dpi|hz|khz|mhz|percent|%|x)'
const FILE_ENDINGS =
  'pdf|docx?|xlsx?|pptx?|csv|tsv|json|ya?ml|xml|html?|md|txt|log|png|jpe?g|gif|webp|svg|heic|tiff?|bmp|mp3|mp4|mov|avi|mkv|wav|flac|ogg|m4a|zip|tar|gz|rar|7z|py|js|ts|tsx|jsx|java|go|rs|c|cpp|h|cs|rb|php|sh|sql|ipynb|parquet|sqlite|db|env|toml|ini|conf|lock|epub|mobi|ics|eml|pcap|gpx|kml|geojson|shp|stl|step|dwg|dxf|blend|psd|fig|ttf|otf|bib|tex|srt|vtt'
const CITY_DOMAINS =
  'com|org|net|io|dev|ai|app|co|de|fr|es|it|nl|uk|eu|at|ch|pl|ru|jp|cn|in|br|us|ca|au|se|no|fi|dk|be|pt|me|tv|xyz|info|gov|edu|shop|site|cloud|tech|local|internal'

const ANY = /(?:)/
const DIGIT = /\d/

// In order: an earlier kind takes the text that a later one would match. Every repetition is bounded. Last what a text
// must contain to match at all, which most texts do not.
const PATTERNS: readonly (readonly [ArgumentKind, RegExp, RegExp])[] = [
  ['code', /```[\s\S]{0,3000}?(?:```|$)/g, /```/],
  ['code', /\{\s{0,9}"[\s\S]{0,3000}\}|\[\s{0,9}[{"][\s\S]{0,3000}\]/g, /[{[]/],
  [
    'code',
    /(?<=\n)[ \t]{1,12}at [^\n]{1,300}|(?<=^|\n)[ \t]{0,12}File "[^\n]{1,300}|Traceback \(most recent call last\):?/g,
    /[\n"]|Traceback/,
  ],
  [
    'url',
    /\b(?:https?|wss?|ftp|s3|gs|git|ssh|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis):\/\/[^\s"'<>)\]}，。]{1,500}/giu,
    /:\/\//,
  ],
  ['email', /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/gu, /@/],
  [
    'quoted',
    /"[^"\n]{1,500}"|“[^”\n]{1,500}”|„[^“”\n]{1,500}[“”]|«[^»\n]{1,500}»|「[^」\n]{1,300}」|『[^』\n]{1,300}』|`[^`\n]{1,300}`/gu,
    /["“„«「『`]/,
  ],
  ['quoted', /(?<=^|[\s(:=])'[^'\n]{1,300}'(?=$|[\s),.;:!?])|(?<=^|[\s(:=])‘[^’\n]{1,300}’(?=$|[\s),.;:!?])/gu, /['‘]/],
  ['ip', /\b(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?\b|\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b/gi, /[.:]/],
  ['coordinates', /-?\d{1,3}\.\d{2,8}\s?,\s?-?\d{1,3}\.\d{2,8}/g, /\d\.\d/],
  ['path', /(?<=^|[\s(:=])(?:~|\.{0,2})\/[\w.@~-]{1,80}(?:\/[\w.@~*-]{0,80}){0,12}|\b[A-Z]:\\[^\s"]{1,300}/g, /[/\\]/],
  [
    'file',
    new RegExp(`(?<![\\w.])[\\w-]{1,80}(?:\\.[\\w-]{1,40}){0,3}\\.(?:${FILE_ENDINGS})(?![\\w.]*\\w)`, 'gi'),
    /\./,
  ],
  ['domain', new RegExp(`(?<![\\w.@-])(?:[a-z0-9-]{1,63}\\.){1,4}(?:${CITY_DOMAINS})(?![\\w-])`, 'gi'), /\./],
  ['path', /\b[\w.-]{1,60}\/[\w.-]{1,60}(?:\/[\w.-]{1,60}){0,6}(?=$|[\s,;:)#])/g, /\//],
  ['handle', /(?<=^|\s)[@#][\w-]{1,50}/gu, /[@#]/],
  ['date', /\b\d{4}-\d{1,2}(?:-\d{1,2})?(?:T[\d:.]{4,12}Z?)?\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g, DIGIT],
  [
    'date',
    new RegExp(
      `\\b(?:\\d{1,2}(?:st|nd|rd|th)?\\.?\\s)?${MONTH}\\b\\.?(?:\\s\\d{1,2}(?:st|nd|rd|th)?)?(?:,?\\s\\d{4})?(?<!^may)`,
      'gi',
    ),
    ANY,
  ],
  [
    'date',
    new RegExp(
      `\\b(?:(?:next|last|this|every)\\s)?(?:${DAY}|tomorrow|yesterday|today|tonight)\\b(?:\\s(?:morning|afternoon|evening|night))?`,
      'gi',
    ),
    ANY,
  ],
  ['time', /\b\d{1,2}(?::\d{2})(?::\d{2})?\s?(?:am|pm)?\b|\b\d{1,2}\s?(?:am|pm)\b/gi, DIGIT],
  ['phone', /\+\d[\d\s()-]{6,18}\d/g, /\+/],
  [
    'money',
    /[$€£¥₹]\s?\d[\d,.]{0,15}\s?[kmb]?\b|\b\d[\d,.]{0,15}\s?(?:usd|eur|gbp|jpy|chf|cad|aud|inr|brl|cny|dollars?|euros?|pounds?|yen|bucks)\b/gi,
    DIGIT,
  ],
  ['quantity', new RegExp(`\\b\\d[\\d,.]{0,15}\\s?-?${UNIT}(?![\\w])`, 'gi'), DIGIT],
  [
    'id',
    /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{13,22}\b|\b(?=[\w-]{0,60}\d)(?=[\w-]{0,60}[a-z])[a-z0-9]{6,60}\b|\b0x[0-9a-f]{4,64}\b|\b[A-Z]{2,10}-\d{1,8}\b|#\d{1,8}\b|\b(?=[A-Z0-9-]{0,30}\d)(?=[A-Z0-9-]{0,30}[A-Z])[A-Z0-9]{2,12}(?:-[A-Z0-9]{1,12}){1,4}\b/gi,
    /[\d-]/,
  ],
  ['number', /(?<![\w.])-?\d[\d,._:/-]{0,30}(?![\w])/g, DIGIT],
]

/** The parts of a request that are values by their form, in order, without overlaps. Linear in the length. */
export function argumentSpans(text: string): ArgumentSpan[] {
  let open = text.slice(0, READ_LENGTH)
  const spans: ArgumentSpan[] = []
  for (const [kind, pattern, needed] of PATTERNS) {
    if (!needed.test(open)) continue
    open = open.replace(pattern, (found: string, ...rest: unknown[]) => {
      const from = rest.find((value) => typeof value === 'number') as number
      spans.push({ kind, from, to: from + found.length })
      return ' '.repeat(found.length)
    })
  }
  return spans.sort((a, b) => a.from - b.from)
}
