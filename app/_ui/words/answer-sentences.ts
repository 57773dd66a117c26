import { formatShare } from '../format'

// The answer at the head of the page of a server or tool: what its state is, what was last seen, what to do.

/** The first line. */
export const HEADLINES = {
  working: 'Working',
  workingChanged: 'Working, but it changed: calls that worked before may fail',
  workingUnsafe: 'Working, but a recent change makes it less safe',
  workingBut: (fact: string) => `Working, but ${fact}`,
  noTools: 'Answers, but offers no tools',
  otherThanTools: 'Answers with prompts or resources, but offers no tools',
  noToolsLeft: 'Answers, but offers no tool any more',
  unsafe: 'Unsafe: do not connect',
  unsafeTool: 'Unsafe: do not call this tool',
  unstableFlapping: ({ downs, worksNow }: { downs: number; worksNow: boolean }) =>
    worksNow
      ? `Unstable: works now, but went down ${downs} times in 24 hours`
      : `Unstable: went down ${downs} times in 24 hours`,
  unstableFailing: (worksNow: boolean) => `Unstable: ${worksNow ? 'works now, but ' : ''}many recent checks failed`,
  unstableSlow: 'Unstable: it answers much slower than usual',
  unstableThrottled: 'Unstable: it answers, but asks for fewer requests',
  unstableInUse: 'Unstable: it answers our checks, but callers report failures',
  unstablePackage: 'Unstable: its address is down, but its package still starts',
  unstable: 'Unstable: it does not always answer as it should',
  signIn: 'Sign-in required: it answers, and asks for credentials',
  payment: 'Payment required: it answers, and asks for payment',
  down: (duration: string) => `Down for ${duration}`,
  downUndated: 'Down',
  removed: 'Removed: its server no longer offers this tool',
  deleted: 'Removed: its registry no longer lists this server',
  noAddress: 'Not checked: no public address',
  ownMachine: 'Not checked: it runs on your own machine',
  documentation: 'Not checked: only its documentation is known',
  optedOut: 'Not checked: its operator asked us not to',
  notYet: 'Not checked yet',
  stale: 'Not checked lately: the last result is too old to rely on',
  undecided: 'Not decided yet: one more check has to agree',
  unknown: 'Not checked: no check gave a result',
} as const

/** What is unsafe, or changed; the fact is that of the reason. */
export const FACTS = {
  since: ({ date, fact }: { date: string; fact: string }) => `Since ${date}: ${fact}.`,
  answersAllTheSame: 'It still answers; that makes it no safer.',
  othersAsBefore: 'Its other tools are as they were.',
} as const

/** What was last seen. */
export const LAST_CHECKS = {
  answeredIn: (latencyMs: number) => `Last check {time} answered in ${latencyMs} ms.`,
  answered: 'Last check {time} answered.',
  signIn: 'Last check {time} was asked for credentials.',
  payment: 'Last check {time} was asked for payment.',
  throttled: 'Last check {time} was asked to come back later.',
  failed: (reason: string) => `Last check {time} failed: ${lowerFirst(reason)}`,
  inconclusive: 'Last check {time} gave no result.',
} as const

/** The chance of being up, and how long it was watched. */
export const OUTLOOKS = {
  chance: (up: number) =>
    `Chance that it is up in an hour: ${up > 0 && up < 0.01 ? 'under 1\u00a0%' : formatShare(up, 0)}.`,
  notRatedYet: ({ watched, needed }: { watched: number; needed: number }) =>
    `Not rated yet: ${watched} of ${needed} hours watched.`,
  gradeBesideDown: ({ grade, duration }: { grade: string; duration: string }) =>
    `${grade} over 30 days; down for ${duration}.`,
} as const

/** What to do. */
export const ADVICE = {
  use: 'You can use it.',
  compareCalls: 'Compare your calls with its present arguments.',
  review: 'Review what changed before an agent calls it.',
  reviewTool: (tool: string) => `Review the change before an agent calls \`${tool}\`.`,
  compareToolCalls: (tool: string) => `Compare your calls of \`${tool}\` with its present arguments.`,
  nothingToCall: 'It has no tool that an agent could call.',
  disconnect: 'Remove it where it is connected, and replace every key that its agents could read since then.',
  fallback: 'Keep a fallback ready.',
  replace: 'Use an alternative until it answers again.',
  wait: 'We know no alternative. We go on checking it.',
  signIn: 'Sign in with an account of its operator. We check only that it answers.',
  pay: 'Calls cost money. We check only that it answers.',
  try: 'Try it yourself before you rely on it.',
  replaceForGood: 'Use one of the alternatives instead.',
  gone: 'We know no tool that does the same.',
} as const

/** Beside the answer, on a page that stayed open. */
export const OLD_PAGE = {
  shown: 'This page was loaded {time}.',
  reload: 'Load it again',
} as const

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
