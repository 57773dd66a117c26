import { FORMULA_TABLE } from 'assay-verify/score/score'
import { USAGE_POINTS } from 'assay-verify/score/usage'
import { Card } from '../card'

const COMPONENTS = new Intl.ListFormat('en').format(
  FORMULA_TABLE.filter(({ weight, mostPoints }) => mostPoints === null && weight > 0).map(({ name }) => name),
)

/** The method in plain words, each part with a link to its rules below. */
const PARTS = [
  {
    id: 'verdict',
    title: 'State',
    text: 'A server that answers as it should is Working. Where it fails now and then, is slow or answers only in part, it is Unstable. Down needs several failures in a row. Without a recent result it is Not checked.',
  },
  {
    id: 'score',
    title: 'Score and grade',
    text: `The score, 0 to 100, is the weighted mean of these parts: ${COMPONENTS}. What callers report moves it by at most ${USAGE_POINTS} points. The grade is the score in letters.`,
  },
  {
    id: 'forecast',
    title: 'Forecast',
    text: 'The chance that a server is up later: from its newest checks, its own past outages, and how outages of all servers ended.',
  },
  {
    id: 'accuracy',
    title: 'Accuracy',
    text: 'We store what we forecast, compare it with what happened, and publish both.',
  },
] as const

export function MethodSummary() {
  return (
    <div className="mb-10 grid gap-4 md:grid-cols-2">
      {PARTS.map(({ id, title, text }) => (
        <Card key={id} title={title} note={<a href={`#${id}`}>The rules</a>}>
          <p className="text-pretty text-sm">{text}</p>
        </Card>
      ))}
    </div>
  )
}
