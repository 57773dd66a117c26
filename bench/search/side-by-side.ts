import { readFileSync } from 'node:fs'
import { buildSegment } from '../../lib/search/index/build-segment'
import { Ranker } from '../../lib/search/rank/rank'
import { decodeWeights } from '../../lib/search/rank/weights'
import { type Bench, BenchCannotRun, round } from '../bench'
import { loadTools } from './search-corpus'
import { documentOf } from './search-documents'
import { openPostgresText } from './search-postgres'

const SHOWN = 3

/** As people and agents ask; chosen before either engine had answered. */
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

/** Twenty questions, and the first answers of plain full text and of ours, as a Markdown table on stderr. */
export const bench: Bench = {
  flags: { catalog: '' },
  async run({ catalog }, say) {
    const databaseUrl = process.env.DATABASE_URL
    if (!catalog) throw new BenchCannotRun('needs --catalog DIR')
    if (!databaseUrl) throw new BenchCannotRun('set DATABASE_URL to a Postgres on which a database can be created')
    const tools = loadTools(catalog)
    const weights = decodeWeights(readFileSync('lib/search/weights/search-weights.bin'))
    const segment = buildSegment(weights, tools.map(documentOf))
    const ranker = new Ranker(weights, [{ segment, hidden: null }])
    const postgres = await openPostgresText(databaseUrl, tools)
    try {
      say('| question | plain full text | ours, with relevance |\n|---|---|---|')
      for (const query of QUERIES) {
        const plain = (await postgres.search(query, SHOWN)).map((id) => `\`${id}\``)
        const ours = ranker.rank(query, SHOWN).map(({ id, relevance }) => `\`${id}\` ${round(relevance)}`)
        say(`| ${query} | ${plain.join('<br>') || '(nothing)'} | ${ours.join('<br>') || '(nothing)'} |`)
      }
    } finally {
      await postgres.drop()
    }
    return { queries: QUERIES.length, tools: tools.length }
  },
}
