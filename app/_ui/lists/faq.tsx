import { JsonLd } from '../layout/json-ld'

interface Question {
  question: string
  answer: string
}

/** Questions and answers, with the same texts as schema.org FAQPage. */
export function Faq({ questions }: { questions: readonly Question[] }) {
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
      <JsonLd data={faqPage(questions)} />
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
