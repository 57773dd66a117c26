import { type Bench, neededFlags, round } from '../bench'
import { readDocuments } from './corpus'
import { openPostgresText } from './search-postgres'
import { rankerOver } from './shipped'

const SHOWN = 3

/** In the words of people and agents; chosen before either engine had answered. */
const QUERIES = [
  'will I need an umbrella in Berlin tomorrow',
  'read a file from disk',
  'what is the price of bitcoin right now',
  'send a message to my team on slack',
  'find papers about protein folding',
  'book a cheap flight to Lisbon',
  'turn this text into speech',
  'open a pull request',
  'what did people say about us on reddit',
  'run a SQL query on my postgres database',
  'make a logo for my coffee shop',
  'convert a word file to pdf',
  'is this website safe to visit',
  'how do I get from the airport to the hotel',
  'remember that my sister is called Anna',
  'take a screenshot of a web page',
  'who won the match last night',
  'restart the pods in production',
  '查一下北京明天的天气',
  'переведи этот текст на английский',
] as const

/** Twenty questions, and the first results of plain full text and of our ranker, as a Markdown table on stderr. */
export const bench: Bench = {
  flags: { catalog: '' },
  async run(flags, print) {
    const documents = await readDocuments(neededFlags(flags, 'catalog').catalog)
    const ranker = rankerOver(documents)
    const postgres = await openPostgresText(documents)
    try {
      print('| question | plain full text | ours, with relevance |\n|---|---|---|')
      for (const query of QUERIES) {
        const plain = (await postgres.search(query, SHOWN)).map((id) => `\`${id}\``)
        const ours = ranker.rank(query, SHOWN).map(({ id, relevance }) => `\`${id}\` ${round(relevance)}`)
        print(`| ${query} | ${plain.join('<br>') || '(nothing)'} | ${ours.join('<br>') || '(nothing)'} |`)
      }
    } finally {
      await postgres.drop()
    }
    return { queries: QUERIES.length, tools: documents.length }
  },
}
