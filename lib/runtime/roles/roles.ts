import type { Config } from '../../config'
import { JOB_SCHEDULES, type JobRunner } from '../job-schedules'
import type { Jobs } from '../jobs'

export type Role = Config['role']

/** What a process of each role does: whether it answers calls and pages, and whose jobs it runs. */
export const ROLES: Readonly<Record<Role, { serves: boolean; runs: readonly JobRunner[] }>> = {
  all: { serves: true, runs: ['worker', 'publisher'] },
  api: { serves: true, runs: [] },
  worker: { serves: false, runs: ['worker'] },
  publisher: { serves: false, runs: ['publisher'] },
}

export function runsJob(role: Role, name: keyof Jobs): boolean {
  return ROLES[role].runs.includes(JOB_SCHEDULES[name].by)
}

/** Why a process of this role does not answer a call; whoever sent it there can choose another process. */
export function notServedBy(role: Role): string {
  return `This process has ROLE=${role} and answers /healthz, /readyz, /metrics and /cron/<job> only. Calls and pages are for processes with ROLE=api or ROLE=all.`
}
