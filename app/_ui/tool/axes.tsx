import type { Access, Axes, Verification } from '@/lib/core/verdict/verdict'

const ACCESS = {
  open: 'No credentials are needed, as far as seen or declared.',
  auth: 'It asks for credentials.',
  paid: 'It asks for payment.',
  unknown: 'Nobody said, and we have not seen.',
} as const satisfies Record<Access, string>

const VERIFIED = {
  usage: { word: 'by usage', text: 'Outcomes of real calls stand behind the verdict.' },
  probe: {
    word: 'by probe',
    text: 'Our probes stand behind the verdict; the reasons say whether real calls count in the score.',
  },
  none: { word: 'not verified', text: 'Nothing we observed stands behind a verdict.' },
} as const satisfies Record<Verification, { word: string; text: string }>

/** Three questions, kept apart because none answers another. */
export function AxesTable({ axes }: { axes: Axes }) {
  const verified = VERIFIED[axes.verified]
  return (
    <dl className="grid grid-cols-1 gap-x-10 gap-y-6 sm:grid-cols-3">
      <Axis question="Is it there?" answer={reachableWord(axes.reachable)} text={reachableText(axes.reachable)} />
      <Axis question="Who may enter?" answer={axes.access} text={ACCESS[axes.access]} />
      <Axis question="What verified it?" answer={verified.word} text={verified.text} />
    </dl>
  )
}

function Axis({ question, answer, text }: { question: string; answer: string; text: string }) {
  return (
    <div>
      <dt className="text-soft text-sm">{question}</dt>
      <dd>
        <span className="block font-medium text-xl tracking-tight">{answer}</span>
        <span className="mt-1 block text-pretty text-sm">{text}</span>
      </dd>
    </div>
  )
}

function reachableWord(reachable: boolean | null): string {
  if (reachable === null) return 'not looked'
  return reachable ? 'reachable' : 'not reachable'
}

function reachableText(reachable: boolean | null): string {
  if (reachable === null) return 'No look has told us either way.'
  return reachable ? 'Something alive answers at its address.' : 'The newest looks found nothing that answers.'
}
