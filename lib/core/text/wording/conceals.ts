import sources from './conceals.json' with { type: 'json' }
import { LANGUAGE_CUES, type Language, pattern, type WordingGroup } from './wording'

const ACTION =
  'steps?|stages?|calls?|requests?|uploads?|backups?|transfers?|cop(?:y|ies|ying)|reading|sync\\w{0,20}|instructions?|paragraphs?|parameters?|arguments?|fields?|checks?|process|operations?|actions?|activity|parts?|requirements?|information|communication|messages?'
const END = '\\s*(?:$|[.;:!)\\]<])'
// What an agent did, or what was done with something it was given.
const DID =
  'read|open(?:ed)?|did|sen[dt]|call(?:ed)?|cop(?:y|ied)|upload(?:ed)?|shar(?:e|ed)|forward(?:ed)?|collect(?:ed)?|access(?:ed)?|post(?:ed)?|transmit(?:ted)?|record(?:ed)?|s[ae]w|seen|looked\\s+at|searched|stored?'
// Not "this tool" or "this column": what is hidden must be what was done or said to the agent.
const IT = `(?:this|these|that|it|any\\s+of\\s+(?:this|it))(?:\\s+(?:${ACTION}))?(?=\\s+(?:from|to|with|in|out|secret|hidden|private|was|is|has|up|at|of|about)\\b|\\s*(?:$|[.,;:!)]))|(?:the|an?y?)\\s+(?:\\w+\\s+)?(?:${ACTION})\\b|the\\s+(?:extra|additional|hidden|second)\\s+\\w+`
const ASKING =
  '(?:(?:about\\s+(?:(?:the|any|their)\\s+\\w+\\s+)?)?(?:that|what(?:ever)?|which|how|where|whether|when|who)\\b|about\\s+(?:the|any)\\s+\\w+(?=\\s+you\\b))'
// Whether something was delivered is a result.
const NOT_DELIVERED =
  '(?!\\s+(?:the|an?|your)\\s+(?:e-?mail|message|invitation|invoice|order|reminder|report|form|payment)\\s+(?:is|was|has)\\b)'
// What is said only once it is true, or in other words, is advice.
const NOT_YET =
  '(?![^]{0,80}\\b(?:before\\s+(?:the|it|this|`)|(?:if|when|while|as)\\s+(?:the|it|this|an?|no)\\b|without\\s+(?:check|confirm|verif)|fail|error|instead|rather|only|success|yet\\b|say\\b))'
// That, what or which ... you read, or was read.
const CLAUSE = `${ASKING}(?:[^.;:!?]{0,60}?\\b(?:you|we)\\s+(?:(?:have|had|are|were|also|first|just|already)\\s+){0,3}(?:${DID})\\b|${NOT_DELIVERED}[^.;:!?]{0,60}?\\b(?:is|are|was|were|been|being|gets?)\\s+(?:(?:also|first|being|\\w{1,20}ly)\\s+)?(?:${DID})\\b${NOT_YET})`
const WORDS = {
  NOT: "do\\s+not|don't|dont|never|must\\s+not|mustn't|should\\s+not|shouldn't|avoid|refrain\\s+from|under\\s+no\\s+circumstances?|by\\s+no\\s+means|no\\s+need\\s+to",
  PERSON:
    '(?:(?:the|your|this|our|their)\\s+)?(?:end[\\s-]?)?(?:user|human|requester|customer|client|operator|account\\s+(?:owner|holder)|developer|person)s?(?:\\s+you\\s+\\w+(?:\\s+\\w+)?\\s+with)?|anyone|anybody|whoever\\s+(?:is\\s+)?\\w+(?:\\s+(?:with|to)\\s+you)?',
  ACTION,
  IT,
  END,
  LY: '(?:\\w+ly\\s+|ever\\s+)',
  // A request, not what it answered.
  DONE: '(?:this|these|that|those|the)\\s+(?:\\w+\\s+)?(?:steps?|calls?|requests?|uploads?|transfers?|cop(?:y|ies)|actions?|activity|operations?)\\b',
  CLAUSE,
  ABOUT: `${END}|\\s+(?:about|of)\\s+(?:${IT})|\\s+(?:that|this|it|so)${END}|\\s+anything\\b|\\s+(?:${CLAUSE})`,
  KNOW: 'know|learn|notice|reali[sz]e|find\\s+out|hear|suspect|discover|be(?:come)?\\s+(?:aware|told|informed)',
  REPLY: 'summar(?:y|ies)|repl(?:y|ies)|answers?|responses?|reports?|recap|explanations?',
  SECRETLY:
    'silently|quietly|secretly|covertly|discreet(?:ly)?|surreptitiously|stealthily|nervous|suspicious|worr(?:y|ied)',
}
// Advice about what is true or ready, other people than the one who is served, games, and texts about such texts.
const NOT_HOSTILE =
  /\b(?:unless|until|(?:detect|scan|classif|prevent|protect|identif|block)\w*|injections?|other\s+(?:users?|customers?|people|members?)|players?|game|quiz|surprise|already\s+(?:aware|know)|users\s+(?:with|who|that|in)\w*)\b|["“«]\s*(?:do\s+not|don't|never|ignore)/

// In every English sentence that the wordings describe, and in few others.
const ENGLISH_CUE =
  /\b(?:not|nothing|cannot|never|silently|quietly|avoid|refrain|no|nobody|hide|conceal|withhold|keep|mask|shield|leave|omit|skip|exclude|drop|strike|cut|behind|unbeknownst|without|secret|secretly|covertly|surreptitiously|stealthily|remains?|stays?|matter|ensure|sure|be|deny|lie|claim|pretend|act|behave|respond|answer)\b|n't|dont/

/** By language, wordings of which all parts are in a sentence, and what makes it harmless. */
const OTHER_LANGUAGES: Record<
  Exclude<Language, 'en'>,
  { wordings: readonly (readonly string[])[]; none: string }
> = sources.otherLanguages

/** Sentences that instruct an agent to conceal something from its user; not advice on how to present a result. */
export const CONCEALS: readonly WordingGroup[] = [
  {
    cue: ENGLISH_CUE,
    wordings: [
      ...Object.values(sources.english).flatMap((group) => group.map((one) => [one])),
      ...sources.englishTogether,
    ].map((all) => ({ all: all.map((source) => pattern(source, WORDS)), none: NOT_HOSTILE })),
  },
  ...Object.entries(OTHER_LANGUAGES).map(([language, { wordings, none }]) => ({
    cue: LANGUAGE_CUES[language as Language],
    wordings: wordings.map((all) => ({ all: all.map((source) => pattern(source)), none: pattern(none) })),
  })),
]
