import type { Question } from '../structured/faq-page'

/** Questions and answers. */
export function Faq({ questions }: { questions: readonly Question[] }) {
  return (
    <dl className="grid grid-cols-1 gap-6">
      {questions.map(({ question, answer }) => (
        <div key={question}>
          <dt className="mb-1 font-medium">{question}</dt>
          <dd className="max-w-2xl text-pretty text-soft">{answer}</dd>
        </div>
      ))}
    </dl>
  )
}
