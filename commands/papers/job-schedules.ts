import { readFileSync } from 'node:fs'
import { JOB_NAMES, JOB_SCHEDULES } from '../../lib/runtime/job-schedules'
import { withMarkedTable } from './marked-table'

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

/** The page for operators with the table of the jobs. */
export function operatorsPage(): string {
  const rows = JOB_NAMES.map((name) => {
    const { does, file, by, timer, cron, atStart } = JOB_SCHEDULES[name]
    const here =
      name === 'index' ? 'watched every few seconds' : `${inWords(timer)}${atStart ? ' and at the start' : ''}`
    return `| \`${name}\` | ${does} (\`${file}\`) | ${by} | ${here} | ${inWords(cron)} |`
  })
  const head = ['| job | what it does | role | standalone | Vercel (`vercel.json`) |', '|---|---|---|---|---|']
  return withMarkedTable(OPERATORS_PAGE, 'jobs', [...head, ...rows])
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
