import { hookNextServer } from './lib/runtime/next-server-hook'

/** Next calls it once, before the first request of a process. */
export function register(): void {
  hookNextServer()
}
