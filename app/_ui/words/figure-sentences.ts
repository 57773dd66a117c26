import { formatShare } from '../format'
import { fixed, sentence } from './sentence'

/** The five figures below the answer: what each shows in the place of a figure, and the words beside it. */
export const FIGURES = {
  gradeName: fixed('The grade is of the past, whatever the state is now.', 'Grade of 30 days'),
  gradeNote: sentence('It has a grade.', { score: '91.2' }, ({ score }) => `${score} of 100`),
  notRated: fixed('It has no grade yet.', 'Not rated yet'),
  hoursWatched: sentence(
    'It has no grade yet and is being watched.',
    { watched: 2, needed: 6 },
    ({ watched, needed }) => `${watched} of ${needed} hours watched`,
  ),
  noScore: fixed(
    'It was never checked.',
    'Nothing of it was observed, so no score is shown. The API has a number, because its interface promises one; its grade is “unrated” and its confidence 0.',
  ),
  notWatched: fixed('It is not being watched.', 'Not watched'),
  uptimeTooShort: fixed('Less than a tenth of 30 days was observed.', 'Too early'),
  uptimeWatched: sentence('Less than a tenth of 30 days was observed.', { hours: 14 }, ({ hours }) =>
    hours === 0 ? 'less than an hour watched' : `${hours} ${hours === 1 ? 'hour' : 'hours'} watched`,
  ),
  answersIn: sentence('Latency was measured.', { medianMs: 155 }, ({ medianMs }) => `${medianMs} ms`),
  answersP95: sentence('Latency was measured.', { p95Ms: 441 }, ({ p95Ms }) => `95 % within ${p95Ms}`),
  notMeasured: fixed('Too few answers were measured.', 'Not measured'),
  open: fixed('It answers without credentials.', 'Open'),
  openNote: fixed('It answers without credentials.', 'no key'),
  signIn: fixed('It asks for credentials.', 'Sign-in'),
  key: fixed('It takes a key.', 'with a key'),
  oauth: fixed('It takes a token of an OAuth flow.', 'with OAuth'),
  paid: fixed('It asks for payment.', 'Paid'),
  accessUnknown: fixed('Nothing is known of its access.', 'Not known'),
  unchanged: fixed('No tool changed since it is watched.', 'Unchanged'),
  unchangedSince: sentence('No tool changed since it is watched.', { date: '2 Sep' }, ({ date }) => `since ${date}`),
  changed: fixed('A tool changed so that callers notice.', 'Changed'),
  changedAt: fixed('A tool changed so that callers notice.', '{time}'),
  noSchema: fixed('Its list of tools was read, and is empty.', 'No tools'),
  noTools: fixed('Its list of tools was read, and is empty.', 'It offers no tools.'),
  toolsNotRead: fixed('Its list of tools was never read.', 'Its list of tools was not read yet.'),
  schemaUnknown: fixed('No listing was read.', 'Not read'),
  watchedDays: sentence(
    'Beside the strip of 90 days.',
    { share: 0.9835 },
    ({ share }) => `${formatShare(share, 2)} up`,
  ),
} as const
