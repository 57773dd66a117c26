import { config } from '@/lib/config'
import { ApiError } from '@/lib/contract/errors'
import { refusal } from '@/lib/http/operation'
import { targetOf } from '@/lib/http/request-target'
import { getApp } from './app'
import { hasBearer } from './bearer'
import { isJob } from './job-schedules'
import { jobsOf, NO_OWN_SERVERS, openJobs } from './jobs'
import { logToStderr } from './log/log'
import { runsJob } from './roles/roles'

/** Less than the shortest time a host gives (60 s), by more than the slowest probe under way needs. */
const PROBE_BUDGET_SECONDS = 15

/**
 * GET /cron/<job> as a Next host mounts it: every method, so that a wrong one gets this service's problem document and
 * not the host's answer.
 */
export function mountCron() {
  return { GET: runCron, HEAD: runCron, POST: runCron, PUT: runCron, PATCH: runCron, DELETE: runCron }
}

/** GET /cron/<job> with the configured secret as bearer: runs the job and answers with its report. */
export async function runCron(request: Request): Promise<Response> {
  const { path } = targetOf(request.url)
  const settings = config()
  try {
    if (request.method !== 'GET') throw new ApiError('method_not_allowed', 'This path answers GET.', { allow: 'GET' })
    const refused = refuse(request, settings.cronSecret, settings.production)
    if (refused !== undefined) throw new ApiError('unauthorized', refused)
    const app = await getApp()
    // The standalone service has opened them before it listens.
    const jobs = jobsOf(app, () =>
      openJobs(app, settings, NO_OWN_SERVERS, new AbortController().signal, { budgetSeconds: PROBE_BUDGET_SECONDS }),
    )
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (!isJob(name))
      throw new ApiError('unknown_path', `No job has this name. The jobs are ${Object.keys(jobs).join(', ')}.`)
    if (!runsJob(settings.role, name))
      throw new ApiError('unknown_path', `This process has ROLE=${settings.role}, which does not run ${name}.`)
    const report = await jobs[name]()
    return Response.json({ job: name, report: report ?? null }, { headers: { 'cache-control': 'no-store' } })
  } catch (cause) {
    return refusal(cause, path, { log: logToStderr })
  }
}

/** Why the caller may not run jobs; undefined when it may. Without a secret only a development server runs them. */
function refuse(request: Request, secret: string | null, production: boolean): string | undefined {
  if (secret === null)
    return production ? 'CRON_SECRET is not configured, so jobs cannot be run from outside.' : undefined
  return hasBearer(request, secret) ? undefined : 'The bearer secret is missing or does not match.'
}
