import { JsonLd } from './json-ld'

export interface Question {
  question: string
  answer: string
}

/**
 * Questions and answers of a page, with the texts that it shows, as schema.org FAQPage. Only the first page of a list
 * has it: its others repeat the questions.
 */
export function FaqPage({ questions }: { questions: readonly Question[] }) {
  if (questions.length === 0) return null
  return (
    <JsonLd
      data={{
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      }}
    />
  )
}
