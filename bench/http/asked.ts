import { BenchCannotRun, readJsonLines } from '../bench'
import { withClient } from '../database'

/** Longer ones do not fit the head of a request. */
const LONGEST_TEXT = 500
const FEWEST_TEXTS = 24
/** Tools that are asked about. */
const TOOLS = 4000

/** The distinct requests of files, with commas between: the `query` or `q` of each line. */
export function readQueries(paths: string): string[] {
  const texts = paths
    .split(',')
    .flatMap((path) => readJsonLines<{ query?: string; q?: string }>(path).map(({ query, q }) => query ?? q))
  const distinct = [...new Set(texts)].filter(
    (text): text is string => text !== undefined && text.length <= LONGEST_TEXT,
  )
  if (distinct.length < FEWEST_TEXTS) throw new BenchCannotRun(`${paths} has too few requests`)
  return distinct
}

/** Ids of listed tools of the whole catalog, the same for the same catalog. */
export async function listToolIds(url: string): Promise<string[]> {
  const listed = "SELECT id FROM subjects WHERE listed AND kind = 'tool' ORDER BY md5(id) LIMIT $1"
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(listed, [TOOLS])
    return rows.map(({ id }) => id)
  })
}
