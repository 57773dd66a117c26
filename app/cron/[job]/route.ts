import { mountCron } from '@/lib/runtime/run-cron'

/** Seconds the host should let a job run. */
export const maxDuration = 60

export const { GET, HEAD, POST, PUT, PATCH, DELETE } = mountCron()
