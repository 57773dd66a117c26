import { readFileSync } from 'node:fs'

const FIGURES = 'bench/figures.json'
export const FIGURES_PAGE = 'bench/README.md'

/** A row of `bench/figures.json`: a measurement and its newest figures. */
interface Measurement {
  name: string
  measures: string
  /** Left out: it is taken by hand. */
  command?: string
  /** When its figures were taken, and the commit that recorded them; left out where it has no figures here. */
  date?: string
  commit?: string
  /** What differs from the machine that the page names. */
  machine?: string
  figures: { figure: string; measured: string; goal?: string }[]
}

const OPENING = `# Measurements

\`npm run -s bench -- NAME [--flag value]\` prints a report for people on stderr and one JSON object as the last line of
stdout; \`--flags\` prints the flags with their defaults. Each row has the flags of its figures; "Postgres" stands for
\`DATABASE_URL=postgres://…\` before the command. Times are compared, as ratios, with something measured in the same run.
A bench ends with a message where something it needs is absent, and with 1 where its result is a failure. Files that the
benches read (\`--catalog\`, \`--series\`, \`--queries\` and others) are not part of the repository.

Figures are the newest, with their goal in brackets; \`${FIGURES}\`, from which \`npm run papers\` writes this page,
has their commits, and its history earlier ones. Experiments behind the decisions are in [experiments/](experiments/).
The machine: two virtual cores, shared and noisy, 24 GiB, Node 20.20, PostgreSQL 15.18. Within an hour the bare read
alone reached 7,200 and 13,300 a second: quote the ratios.

| bench | measures | figures (goal) | taken |
|---|---|---|---|
`

/** The text of `bench/README.md`: one table of all measurements. */
export function figuresPage(): string {
  return OPENING + readFigures().map(rowOf).join('')
}

/** All rows of `bench/figures.json`. */
export function readFigures(): Measurement[] {
  return JSON.parse(readFileSync(FIGURES, 'utf8')) as Measurement[]
}

function rowOf({ name, measures, command, date, machine, figures }: Measurement): string {
  const shown = figures.map(({ figure, measured, goal }) => {
    const wanted = goal === undefined ? '' : ` (${goal})`
    return `${figure}: ${measured}${wanted}`
  })
  const taken = [date, machine].filter((part) => part !== undefined).join(', ')
  return `| **${name}**${howTo(command)} | ${measures} | ${shown.join('<br>')} | ${taken} |\n`
}

/** What a command adds to the one that the page begins with; another command is shown whole. */
function howTo(command: string | undefined): string {
  if (command === undefined) return ''
  const [, database, flags = command] = /^(DATABASE_URL=\S+ )?npm run -s bench -- \S+ ?(.*)$/.exec(command) ?? []
  return `${database === undefined ? '' : ', Postgres'}${flags === '' ? '' : `<br>\`${flags}\``}`
}
