import { visibleText } from 'assay-verify/text/visible-text'
import { comparableText } from './wording/comparable-text'
import { CONCEALS } from './wording/conceals'
import { SENDS_OUT } from './wording/sends-out'
import { sentencesOf } from './wording/sentences'
import { saysAny, type WordingGroup } from './wording/wording'

interface FlagRule {
  /** What it says about a text, for the API reference and pages. */
  description: string
  /** Whether a text that gains it takes back a promise of harmlessness. */
  isUnsafe: boolean
  /**
   * Whether a text that has it acts against the user of the agent that reads it, so that its server is to be avoided.
   * Left out: no.
   */
  isHostile?: true
  /** One match in the text is enough, and one sentence that says one of the wordings. Each is linear in the text. */
  patterns?: readonly RegExp[]
  wordings?: readonly WordingGroup[]
}

const ZERO_WIDTH = String.raw`[\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u3164\ufeff]`
const REVERSED = /[\u202b\u2067]/u
// Controls of direction belong to sentences of these scripts.
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const CREDENTIAL_FILE = String.raw`(?:~|\$HOME|%USERPROFILE%|\/home\/\w{1,32}|\/root|\/Users\/\w{1,32})?[\/\\]?\.(?:ssh[\/\\](?:id_\w{2,10}|config|authorized_keys|known_hosts)|aws[\/\\]credentials|netrc\b|npmrc\b|pypirc\b|git-credentials\b|docker[\/\\]config\.json|kube[\/\\]config\b|cursor[\/\\]mcp\.json|config[\/\\]gcloud)`

/**
 * What in a text for agents is typical of an attack on them: facts about the words, no proof of intent, and no part of
 * any score. The order is that in which answers list them.
 */
export const TEXT_FLAGS = {
  hidden_characters: {
    description:
      'Contains characters by which a text is hidden from a reader but not from a model: tag characters, runs of zero-width characters or variation selectors, letters all separated by them, or controls that reverse the order of text.',
    isUnsafe: true,
    isHostile: true,
    patterns: [
      /[\u202d\u202e]/u,
      /[\u{e0020}-\u{e007e}](?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{1,12})/u,
      /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3}|(?:[a-z\d][\ufe00-\ufe0f\u{e0100}-\u{e01ef}]){3}/iu,
      // One zero-width character allows a line to break or was copied with the text; words are compared without it.
      new RegExp(`${ZERO_WIDTH}{8}|(?:(?<=[a-z\\d])${ZERO_WIDTH}[a-z\\d]{1,3}){3}`, 'iu'),
    ],
    wordings: [{ cue: REVERSED, wordings: [{ all: [REVERSED], none: RIGHT_TO_LEFT }] }],
  },
  conceals_from_user: {
    description: 'Instructs the agent to conceal something from its user.',
    isUnsafe: true,
    isHostile: true,
    wordings: CONCEALS,
  },
  overrides_instructions: {
    description: 'Instructs the agent to ignore or override instructions that it has.',
    isUnsafe: true,
    patterns: [
      /\b(?:ignore|disregard|forget|override|bypass)\s+(?:all\s+|any\s+|the\s+|your\s+|my\s+)*(?:previous|prior|earlier|above|preceding|existing|other|system|safety)\s+(?:instructions?|prompts?|rules?|guidelines?|directives?|messages?)\b/i,
    ],
  },
  sends_data_out: {
    description:
      'Instructs the agent to send private data, such as the conversation or credentials, to an address, or to put them into a hidden argument.',
    isUnsafe: true,
    isHostile: true,
    wordings: SENDS_OUT,
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
 * The flags of one text, in the order of the table; it is best given as its author wrote it, because cleaning removes
 * hidden characters. Words are compared without the hidden characters among them, so that these cannot break a word
 * apart. Only the first 20,000 characters are read.
 */
export function textFlags(text: string): TextFlag[] {
  const raw = text.slice(0, READ_CHARS)
  const visible = visibleText(raw, READ_CHARS)
  const asGiven = { shown: raw, compared: raw }
  const cleaned = { shown: visible, compared: comparableText(visible) }
  return TEXT_FLAG_NAMES.filter((name) => isFlagged(name, name === 'hidden_characters' ? asGiven : cleaned))
}

/** `compared`: the text as wordings are compared with it, character by character as it is shown. */
function isFlagged(flag: TextFlag, { shown, compared }: { shown: string; compared: string }): boolean {
  const { patterns = [], wordings = [] }: FlagRule = TEXT_FLAGS[flag]
  if (patterns.some((pattern) => pattern.test(shown))) return true
  const groups = wordings.filter(({ cue }) => cue.test(compared))
  if (groups.length === 0) return false
  return sentencesOf(shown).some(({ start, end }) => saysAny(groups, compared.slice(start, end)))
}
