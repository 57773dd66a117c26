/** What a program that ended before it answered was lacking, as far as its stderr shows. */
export type Lacking = 'credentials' | 'network' | 'arguments' | 'program'

/** The end of stderr is read: what a program names last ended it. */
const MOST_CHARS = 16_000
const MOST_LINE_CHARS = 500
/** Validators print the name of a variable and what is wrong with it on lines of their own. */
const LINES_TOGETHER = 5

/** Names in capitals that are codes of errors, not variables. */
const ERROR_CODES =
  /\b(?:(?:UND_)?ERR|HPE|NODE|UV|DEP|MODULE|PACKAGE|INVALID|INTERNAL|METHOD|PARSE|REQUEST|CONNECTION)_[A-Z0-9_]+\b/g

/** Defects of a program, whose texts name its own values. */
const DEFECT = /^\s*(?:Uncaught )?(?:Type|Syntax|Reference|Range|Name|Attribute|Import|ModuleNotFound)Error\b/

const VARIABLE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/
const SECRET_VARIABLE = /\b[A-Z][A-Z0-9_]*_(?:KEY|TOKEN|SECRET|PASSWORD|PASS|CREDENTIALS?|PAT|ID|AUTH)\b/
const CREDENTIAL =
  /\b(?:(?:api|access|auth\w*|secret|private|client|bearer|personal|service)[ _-]?(?:access )?(?:keys?|tokens?|secrets?|ids?)|apikeys?|tokens?|credentials?|passwords?|environment variables?|env(?:ironment)? vars?)\b/i
const IS_MISSING =
  /\b(?:missing|requir(?:ed|es?)|must (?:be )?(?:set|provided?|defined?|specif\w+|configured?|supply|supplied)|(?:is|are|was|were)? ?(?:not|n't|never) (?:been )?(?:set|found|provided|configured|defined|specified|supplied|present|available)|undefined|unset|empty|please (?:set|provide|configure|add|specify|export)|needs?|needed|no|could not (?:find|load)|cannot find|set the|provide (?:a|an|the|your)|expected string|unauthori[sz]ed)\b/i
const NETWORK =
  /\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED|EHOSTUNREACH|ETIMEDOUT|getaddrinfo|fetch failed|UND_ERR_CONNECT\w*|network (?:is )?unreachable|(?:temporary failure in )?name (?:or service )?resolution|name or service not known|connection refused|connect(?:ion)? error|NewConnectionError|MaxRetryError|APIConnectionError)\b/i
const ARGUMENTS =
  /^\s*(?:usage|synopsis)\b|\b(?:missing|requires?|required|needs?|expected|not enough|no) (?:\w+ ){0,3}(?:arguments?|options?|flags?|parameters?|director(?:y|ies)|subcommand|command)\b|\barguments? (?:is|are|'[^']*' )?(?:missing|required)\b|\b(?:provide|specify|pass|use)\b.{1,80}? --?[a-z]|\b(?:unknown|invalid|no|missing) (?:sub)?command\b|\bmust (?:specify|provide|pass|be given) (?:at least )?(?:a|an|one|the)\b/i
const PROGRAM =
  /\benv: .{1,80}: No such file or directory|\bspawn \S{1,80} ENOENT\b|\bcommand not found\b|: not found$/i

/**
 * What the text that a program wrote before it ended names as lacking: credentials before the network, which the
 * sandbox does not give, then arguments, then other programs. null: nothing that is known. The text is hostile: it is
 * only matched against these patterns, and never kept.
 */
export function lackingIn(stderr: string): Lacking | null {
  const lines = stderr
    .slice(-MOST_CHARS)
    .split('\n')
    .map((line) => line.slice(0, MOST_LINE_CHARS))
    // Traces of calls name functions and files, and npm prints tips.
    .filter((line) => line.trim() !== '' && !/^\s*(?:at |File "|Node\.js v)/.test(line))
  if (asksForCredentials(lines)) return 'credentials'
  const shows = (pattern: RegExp) => lines.some((line) => pattern.test(line))
  if (shows(NETWORK)) return 'network'
  if (shows(PROGRAM)) return 'program'
  return shows(ARGUMENTS) ? 'arguments' : null
}

function asksForCredentials(lines: readonly string[]): boolean {
  const named = lines.map((line) => (DEFECT.test(line) ? '' : line.replaceAll(ERROR_CODES, '')))
  return named.some((line, at) => {
    if (IS_MISSING.test(line) && (CREDENTIAL.test(line) || VARIABLE.test(line))) return true
    if (!SECRET_VARIABLE.test(line)) return false
    return named.slice(Math.max(0, at - LINES_TOGETHER), at + LINES_TOGETHER + 1).some((near) => IS_MISSING.test(near))
  })
}
