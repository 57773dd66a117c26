import { readFileSync } from 'node:fs'
import { JOB_NAMES, JOB_SCHEDULES } from '../../lib/runtime/jobs'

export const VERCEL_CONFIG = 'vercel.json'
export const OPERATORS_PAGE = 'docs/operate.md'

/** `vercel.json` with the schedules of the jobs. */
export function vercelConfig(): string {
  const crons = JOB_NAMES.flatMap((name) => {
    const { cron: schedule } = JOB_SCHEDULES[name]
    return schedule === null ? [] : [`    { "path": "/cron/${name}", "schedule": "${schedule}" }`]
  })
  return readFileSync(VERCEL_CONFIG, 'utf8').replace(/("crons": \[\n)[^\]]*(\n {2}\])/, `$1${crons.join(',\n')}$2`)
}

const BEGIN = '<!-- jobs, written by npm run papers -->\n'
const END = '<!-- end of jobs -->'

/** The page for operators with the table of the jobs. Throws where the marks of the table are missing. */
export function operatorsPage(): string {
  const rows = JOB_NAMES.map((name) => {
    const { does, timer, cron, atStart } = JOB_SCHEDULES[name]
    const here =
      name === 'index' ? 'watched every few seconds' : `${inWords(timer)}${atStart ? ' and at the start' : ''}`
    return `| \`${name}\` | ${does} | ${here} | ${inWords(cron)} |\n`
  })
  const page = readFileSync(OPERATORS_PAGE, 'utf8')
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`${OPERATORS_PAGE} does not have ${BEGIN}and ${END}`)
  const head = '| job | what it does | standalone | Vercel (`vercel.json`) |\n|---|---|---|---|\n'
  return `${page.slice(0, begin)}${BEGIN}${head}${rows.join('')}${page.slice(end)}`
}

/** A cron expression, of which the seconds are the first of six fields. */
function inWords(expression: string | null): string {
  if (expression === null) return 'by hand: `/cron/` and its name'
  const fields = expression.split(' ')
  const [seconds = '', minutes = '', hours = ''] = fields.length === 6 ? fields : ['0', ...fields]
  if (seconds.startsWith('*/')) return `every ${seconds.slice(2)} seconds`
  if (minutes.startsWith('*/')) return `every ${minutes.slice(2)} minutes`
  return minutes === '*' ? 'every minute' : hours === '*' ? 'hourly' : 'daily'
}
