import { createHash, timingSafeEqual } from 'node:crypto'
import { getApp } from '@/lib/api/context'
import { config } from '@/lib/config'
import { problem } from '@/lib/http/problem'
import { targetOf } from '@/lib/http/request-target'
import { NO_OWN_SERVERS, type OwnServers, openJobs } from './jobs'

/** Less than the shortest time a host gives (60 s), by more than the slowest look under way needs. */
const PROBE_BUDGET_SECONDS = 15

/** GET /cron/<job> with the configured secret as bearer: runs the job and answers with its report. */
export async function answerCron(request: Request): Promise<Response> {
  return runCron(request, NO_OWN_SERVERS)
}

export async function runCron(request: Request, own: OwnServers): Promise<Response> {
  const { path } = targetOf(request.url)
  const settings = config()
  const refused = refuse(request, settings.cronSecret, settings.production)
  if (refused !== undefined) return problem('unauthorized', refused, path)
  const app = await getApp()
  const jobs = openJobs(app, settings, own, new AbortController().signal)
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (!Object.hasOwn(jobs, name))
    return problem('unknown_path', `No job has this name. The jobs are ${Object.keys(jobs).join(', ')}.`, path)
  const report = await jobs[name as keyof typeof jobs](PROBE_BUDGET_SECONDS)
  return Response.json({ job: name, report: report ?? null }, { headers: { 'cache-control': 'no-store' } })
}

/** Why the caller may not run jobs; undefined when it may. Without a secret only a development server runs them. */
function refuse(request: Request, secret: string | null, production: boolean): string | undefined {
  if (secret === null)
    return production ? 'CRON_SECRET is not configured, so jobs cannot be run from outside.' : undefined
  const given = request.headers.get('authorization') ?? ''
  return sameSecret(given, `Bearer ${secret}`) ? undefined : 'The bearer secret is missing or does not match.'
}

/** In constant time: hashes are of one length whatever was given. */
function sameSecret(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
