import { formatShare } from '../format'
import { fixed, sentence } from './sentence'

// The answer at the head of the page of a server or tool: what its state is, what was last seen, what to do.

/** The first line. */
export const HEADLINES = {
  working: fixed('It answered the last checks.', 'Working'),
  workingChanged: fixed(
    'It answered the last checks, and its contract changed within a week.',
    'Working, but it changed: calls that worked before may fail',
  ),
  workingUnsafe: fixed(
    'It answered the last checks, and withdrew a promise.',
    'Working, but a recent change makes it less safe',
  ),
  workingBut: sentence(
    'It answered the last checks, and a change of one of its tools is open: the fact in the words of the reason.',
    { fact: '`tidy_archive` may now delete' },
    ({ fact }) => `Working, but ${fact}`,
  ),
  noTools: fixed('It answered the last checks, and its list of tools is empty.', 'Answers, but offers no tools'),
  otherThanTools: fixed(
    'It answered the last checks, lists no tools, and declares prompts or resources.',
    'Answers with prompts or resources, but offers no tools',
  ),
  noToolsLeft: fixed(
    'It answered the last checks, and offers no tool any more.',
    'Answers, but offers no tool any more',
  ),
  unsafe: fixed('A text of the server instructs agents to act against their users.', 'Unsafe: do not connect'),
  unsafeTool: fixed(
    'The page of a tool: a text of its server instructs agents to act against their users.',
    'Unsafe: do not call this tool',
  ),
  unstableFlapping: sentence(
    'It was down several times in 24 hours, and the last check was answered, or not.',
    { downs: 3, worksNow: true },
    ({ downs, worksNow }) =>
      worksNow
        ? `Unstable: works now, but went down ${downs} times in 24 hours`
        : `Unstable: went down ${downs} times in 24 hours`,
  ),
  unstableFailing: sentence(
    'Many recent checks failed, none for long; the last one was answered, or not.',
    { worksNow: true },
    ({ worksNow }) => `Unstable: ${worksNow ? 'works now, but ' : ''}many recent checks failed`,
  ),
  unstableSlow: fixed('Its last answers took far longer than usual.', 'Unstable: it answers much slower than usual'),
  unstableThrottled: fixed('It asks for fewer requests.', 'Unstable: it answers, but asks for fewer requests'),
  unstableInUse: fixed(
    'Checks succeed, and callers report failures.',
    'Unstable: it answers our checks, but callers report failures',
  ),
  unstablePackage: fixed(
    'Its address is down, and its package starts.',
    'Unstable: its address is down, but its package still starts',
  ),
  unstable: fixed('It does not always answer as it should.', 'Unstable: it does not always answer as it should'),
  signIn: fixed('It answers and asks for credentials.', 'Sign-in required: it answers, and asks for credentials'),
  payment: fixed('It answers and asks for payment.', 'Payment required: it answers, and asks for payment'),
  down: sentence('It does not answer.', { duration: '12 minutes' }, ({ duration }) => `Down for ${duration}`),
  downUndated: fixed('It does not answer, and since when is not known.', 'Down'),
  removed: fixed('Its server no longer lists the tool.', 'Removed: its server no longer offers this tool'),
  deleted: fixed('Its registry deleted the server.', 'Removed: its registry no longer lists this server'),
  noAddress: fixed('It has no address that can be checked.', 'Not checked: no public address'),
  ownMachine: fixed('It is a package that runs where it is called.', 'Not checked: it runs on your own machine'),
  documentation: fixed('Only its documentation is known.', 'Not checked: only its documentation is known'),
  optedOut: fixed('Its operator asked not to be checked.', 'Not checked: its operator asked us not to'),
  notYet: fixed('No check was made yet.', 'Not checked yet'),
  stale: fixed('The newest result is too old.', 'Not checked lately: the last result is too old to rely on'),
  undecided: fixed('The newest checks do not agree yet.', 'Not decided yet: one more check has to agree'),
  unknown: fixed('Nothing is known for another reason.', 'Not checked: no check gave a result'),
} as const

/** What is unsafe, or changed; the fact is that of the reason. */
export const FACTS = {
  since: sentence(
    'Something is open: its reason, and since when.',
    { date: '22 Nov', fact: '`tidy_archive` may now delete' },
    ({ date, fact }) => `Since ${date}: ${fact}.`,
  ),
  answersAllTheSame: fixed('It is unsafe and answers.', 'It still answers; that makes it no safer.'),
  othersAsBefore: fixed('One tool of several changed.', 'Its other tools are as they were.'),
} as const

/** What was last seen. */
export const LAST_CHECKS = {
  answeredIn: sentence(
    'The last check was answered, with a latency.',
    { latencyMs: 168 },
    ({ latencyMs }) => `Last check {time} answered in ${latencyMs} ms.`,
  ),
  answered: fixed('The last check was answered.', 'Last check {time} answered.'),
  signIn: fixed('The last check was refused without credentials.', 'Last check {time} was asked for credentials.'),
  payment: fixed('The last check was refused without payment.', 'Last check {time} was asked for payment.'),
  throttled: fixed('The last check was asked to come later.', 'Last check {time} was asked to come back later.'),
  failed: sentence(
    'The last check failed.',
    { reason: 'The connection was refused or broke.' },
    ({ reason }) => `Last check {time} failed: ${lowerFirst(reason)}`,
  ),
  inconclusive: fixed('The last check gave no result.', 'Last check {time} gave no result.'),
} as const

/** The chance of being up, and how long it was watched. */
export const OUTLOOKS = {
  chance: sentence(
    'It was checked before.',
    { up: 0.87 },
    ({ up }) => `Chance that it is up in an hour: ${up > 0 && up < 0.01 ? 'under 1\u00a0%' : formatShare(up, 0)}.`,
  ),
  notRatedYet: sentence(
    'It was watched for less time than a grade needs.',
    { watched: 2, needed: 6 },
    ({ watched, needed }) => `Not rated yet: ${watched} of ${needed} hours watched.`,
  ),
  gradeBesideDown: sentence(
    'It is down and has a grade.',
    { grade: 'A', duration: '12 minutes' },
    ({ grade, duration }) => `${grade} over 30 days; down for ${duration}.`,
  ),
} as const

/** What to do. */
export const ADVICE = {
  use: fixed('It works.', 'You can use it.'),
  compareCalls: fixed('It works and changed.', 'Compare your calls with its present arguments.'),
  review: fixed('It works and became less safe.', 'Review what changed before an agent calls it.'),
  reviewTool: sentence(
    'It works, and one of its tools became less safe.',
    { tool: 'tidy_archive' },
    ({ tool }) => `Review the change before an agent calls \`${tool}\`.`,
  ),
  compareToolCalls: sentence(
    'It works, and one of its tools changed.',
    { tool: 'tidy_archive' },
    ({ tool }) => `Compare your calls of \`${tool}\` with its present arguments.`,
  ),
  nothingToCall: fixed('It works and offers no tools.', 'It has no tool that an agent could call.'),
  disconnect: fixed(
    'It is unsafe.',
    'Remove it where it is connected, and replace every key that its agents could read since then.',
  ),
  fallback: fixed('It is unstable.', 'Keep a fallback ready.'),
  replace: fixed('It is down and there are alternatives.', 'Use an alternative until it answers again.'),
  wait: fixed('It is down and there is no alternative.', 'We know no alternative. We go on checking it.'),
  signIn: fixed('It asks for credentials.', 'Sign in with an account of its operator. We check only that it answers.'),
  pay: fixed('It asks for payment.', 'Calls cost money. We check only that it answers.'),
  try: fixed('Nothing is known of it.', 'Try it yourself before you rely on it.'),
  replaceForGood: fixed('It is removed and there are alternatives.', 'Use one of the alternatives instead.'),
  gone: fixed('It is removed and there is no alternative.', 'We know no tool that does the same.'),
} as const

/** Beside the answer, on a page that stayed open. */
export const OLD_PAGE = {
  shown: fixed('The page was loaded more than five minutes ago.', 'This page was loaded {time}.'),
  reload: fixed('A link that loads it again.', 'Load it again'),
} as const

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
