import { type Bench, neededFlags, round } from '../bench'
import { readDocuments } from './corpus'
import { openPostgresText } from './search-postgres'
import { rankerOver } from './shipped'
// In the words of people and agents; chosen before either engine had answered.
import QUERIES from './side-by-side.json' with { type: 'json' }

const SHOWN = 3

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
