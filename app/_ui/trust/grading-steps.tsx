import { GRADE_THRESHOLDS } from 'assay-verify/score/grade'
import { RATED_AFTER_HOURS } from 'assay-verify/score/score'
import { formatDuration } from '@/lib/core/text/relative-time'

interface GradingStepsProps {
  /** The usual time between two checks of a server. */
  intervalSeconds: number
}

const GRADES = Object.entries(GRADE_THRESHOLDS)
  .slice(0, -1)
  .map(([grade, lowest]) => `${grade} from ${lowest}`)
  .join(', ')

/** How a grade is made, in six short steps. */
export function GradingSteps({ intervalSeconds }: GradingStepsProps) {
  return (
    <ol className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      {stepsOf(intervalSeconds).map(({ title, text }, index) => (
        <li key={title} className="flex gap-3">
          <span
            className="flex size-7 shrink-0 items-center justify-center rounded-full border border-edge text-sm"
            aria-hidden="true"
          >
            {index + 1}
          </span>
          <div>
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-0.5 text-pretty text-sm">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function stepsOf(intervalSeconds: number) {
  return [
    {
      title: 'We connect',
      text: `About every ${formatDuration(intervalSeconds).replace(/^1 /, '')} we connect to a server as a client does and ask for its tools. We never call a tool.`,
    },
    {
      title: 'We check again',
      text: 'One failed check is no outage. We repeat it within seconds, and say “Down” only after several failures in a row.',
    },
    {
      title: 'We leave out our own faults',
      text: 'While our own connection is down, nothing is counted. A server that we did not watch is “Not checked”, never “Working”.',
    },
    {
      title: 'We add up',
      text: 'Uptime, speed, failed checks, changes of the tools and reported calls each give points, by a published formula.',
    },
    {
      title: 'We grade',
      text: `The points make a score of 0 to 100, and the score a grade: ${GRADES}, else F. The first ${RATED_AFTER_HOURS} hours have no grade.`,
    },
    {
      title: 'We sign',
      text: 'Each result is signed with our key. Later we compare our forecasts with what happened, and publish the difference above.',
    },
  ]
}
