import { JsonLd } from '../layout/json-ld'

interface Question {
  question: string
  answer: string
}

interface FaqProps {
  questions: readonly Question[]
  /** Whether the same texts are given as schema.org FAQPage: on one page of those that repeat them. */
  structured?: boolean
}

/** Questions and answers. */
export function Faq({ questions, structured = true }: FaqProps) {
  return (
    <>
      <dl className="grid grid-cols-1 gap-6">
        {questions.map(({ question, answer }) => (
          <div key={question}>
            <dt className="mb-1 font-medium">{question}</dt>
            <dd className="max-w-2xl text-pretty text-soft">{answer}</dd>
          </div>
        ))}
      </dl>
      {structured && <JsonLd data={faqPage(questions)} />}
    </>
  )
}

function faqPage(questions: readonly Question[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
