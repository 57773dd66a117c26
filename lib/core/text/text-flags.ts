import { visibleText } from './visible-text'

interface FlagRule {
  /** What it says about a text, for the API reference and pages. */
  description: string
  /** Whether a text that gains it takes back a promise of harmlessness. */
  isUnsafe: boolean
  /** Whether a text that has it acts against the user of the agent that reads it, so that its server is to be avoided. Left out: no. */
  isHostile?: true
  /** One match is enough. Each pattern is linear in the text. */
  patterns: readonly RegExp[]
}

const ZERO_WIDTH = String.raw`(?:\u200b|\u200c|\u200d|\u2060|\u2062|\u2063|\u2064|\ufeff)`
const USER = String.raw`(?:the\s+)?(?:end[\s-]?)?(?:user|human|person|customer|operator)s?`
const AGENT_ACT = `(?:tell|inform|mention|reveal|disclose|notify|alert|show|explain|say|expose|report)`
const SEND = String.raw`\b(?:send|post|upload|forward|transmit|exfiltrate|submit|email|e-mail)\s`
const PRIVATE = String.raw`(?:conversation|chat\s+history|messages?\s+history|context\s+window|system\s+prompt|credentials?|secrets?|passwords?|api[\s_-]?keys?|private\s+keys?|tokens?|file\s+contents?|contents?\s+of|everything|all\s+(?:the\s+)?(?:user\s+)?data|environment\s+variables)`
const ADDRESS = String.raw`(?:https?:\/\/|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z])`
const CREDENTIAL_FILE = String.raw`(?:~|\$HOME|%USERPROFILE%|\/home\/\w{1,32}|\/root|\/Users\/\w{1,32})?[\/\\]?\.(?:ssh[\/\\](?:id_\w{2,10}|config|authorized_keys|known_hosts)|aws[\/\\]credentials|netrc\b|npmrc\b|pypirc\b|git-credentials\b|docker[\/\\]config\.json|kube[\/\\]config\b|cursor[\/\\]mcp\.json|config[\/\\]gcloud)`

/**
 * What in a text for agents is typical of an attack on them: facts about the words, no proof of intent, and no part of any score. The order is that in which
 * answers list them.
 */
export const TEXT_FLAGS = {
  hidden_characters: {
    description:
      'Contains characters that a reader cannot see but a model reads: bidirectional controls, tag characters, or zero-width characters between letters.',
    isUnsafe: true,
    isHostile: true,
    patterns: [
      /[\u202a-\u202e\u2066-\u2069]/u,
      /[\u{e0020}-\u{e007e}](?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{1,12})/u,
      new RegExp(`(?<=[a-z\\d])${ZERO_WIDTH}(?=[a-z\\d])`, 'iu'),
      new RegExp(`${ZERO_WIDTH}{4}`, 'u'),
    ],
  },
  conceals_from_user: {
    description: 'Instructs the agent to conceal something from its user.',
    isUnsafe: true,
    isHostile: true,
    patterns: [
      new RegExp(
        String.raw`\b(?:do\s+not|don['’]?t|never|must\s+not|should\s+not|avoid|without)\s+(?:ever\s+|under\s+any\s+circumstances\s+)?${AGENT_ACT}(?:ing)?\s+(?:to\s+|this\s+to\s+|it\s+to\s+|any\s+of\s+this\s+to\s+|that\s+to\s+)?${USER}\b`,
        'i',
      ),
      new RegExp(
        String.raw`\b(?:do\s+not|don['’]?t|never)\s+(?:mention|reveal|disclose)\b[^.\n]{0,60}\bto\s+${USER}\b`,
        'i',
      ),
      new RegExp(
        String.raw`\b(?:hide|conceal|keep)\s+(?:this|it|that|these|the\s+fact)\b[^.\n]{0,40}\b(?:from|secret\s+from)\s+${USER}\b`,
        'i',
      ),
      new RegExp(String.raw`\bwithout\s+${USER}(?:['’]s)?\s+(?:knowledge|knowing|noticing|awareness)\b`, 'i'),
    ],
  },
  overrides_instructions: {
    description: 'Instructs the agent to ignore or override instructions that it has.',
    isUnsafe: true,
    patterns: [
      /\b(?:ignore|disregard|forget|override|bypass)\s+(?:all\s+|any\s+|the\s+|your\s+|my\s+)*(?:previous|prior|earlier|above|preceding|existing|other|system|safety)\s+(?:instructions?|prompts?|rules?|guidelines?|directives?|messages?)\b/i,
    ],
  },
  sends_data_out: {
    description: 'Instructs the agent to send private data, such as the conversation or credentials, to an address.',
    isUnsafe: true,
    isHostile: true,
    patterns: [new RegExp(String.raw`${SEND}[^.\n]{0,60}\b${PRIVATE}\b[^\n]{0,80}\bto\b[^\n]{0,20}${ADDRESS}`, 'i')],
  },
  reads_credentials: {
    description: 'Instructs the agent to read files in which credentials are kept, such as SSH keys.',
    isUnsafe: true,
    patterns: [
      new RegExp(
        String.raw`\b(?:read|open|cat|load|include|pass|attach|copy|provide|get)\b[^\n]{0,80}${CREDENTIAL_FILE}`,
        'i',
      ),
    ],
  },
  emphatic_markup: {
    description: 'Wraps words in markup by which attacks imitate instructions of a system, such as <IMPORTANT>.',
    isUnsafe: false,
    patterns: [/<\/?(?:important|system|secret|critical|hidden|instructions?|sys|admin|override)>/i],
  },
  steers_other_tools: {
    description: 'Instructs the agent to call it before, after or instead of any other tool.',
    isUnsafe: false,
    patterns: [
      /\b(?:before|after|instead\s+of)\s+(?:(?:using|calling|running|invoking)\s+)?(?:any|all|every)\s+(?:of\s+the\s+)?other\s+(?:\w{1,30}\s+)?tools?\b/i,
      /\b(?:do\s+not|don['’]?t|never)\s+(?:use|call|invoke)\s+(?:any\s+)?other\s+(?:\w+\s+)?(?:tools?|servers?)\b/i,
    ],
  },
} as const satisfies Record<string, FlagRule>

export type TextFlag = keyof typeof TEXT_FLAGS
export const TEXT_FLAG_NAMES = Object.keys(TEXT_FLAGS) as [TextFlag, ...TextFlag[]]

/** Whether a text with this flag makes its server one to avoid. */
export function isHostile(flag: TextFlag): boolean {
  const rule: FlagRule = TEXT_FLAGS[flag]
  return rule.isHostile === true
}

/** The flags that make a server one to avoid. */
export const HOSTILE_FLAG_NAMES = TEXT_FLAG_NAMES.filter(isHostile)

/** The base rate of a flag, to four decimals; null where no server's texts were read. */
export function flagShare(flagged: number, servers: number): number | null {
  return servers === 0 ? null : Math.min(1, Math.round((flagged / servers) * 10_000) / 10_000)
}

/** Characters of one text that are read. */
const READ_CHARS = 20_000

/**
 * The flags of one text, in the order of the table; it is best given as its author wrote it, because cleaning removes hidden characters. Words are compared
 * without the hidden characters among them, so that these cannot break a word apart.
 */
export function textFlags(text: string): TextFlag[] {
  const raw = text.slice(0, READ_CHARS)
  const visible = visibleText(raw, READ_CHARS)
  return TEXT_FLAG_NAMES.filter((name) => {
    const read = name === 'hidden_characters' ? raw : visible
    return TEXT_FLAGS[name].patterns.some((pattern: RegExp) => pattern.test(read))
  })
}

/** The flags whose appearance in a text takes back a promise of harmlessness, sorted. */
export function unsafeFlags(text: string): TextFlag[] {
  return textFlags(text).filter((name) => TEXT_FLAGS[name].isUnsafe)
}
