import { hookNextServer } from './lib/runtime/next-server-hook'
import { requireServingRole, requireSettings } from './lib/runtime/require-settings'

/** Next calls it once, before the first request of a process. */
export function register(): void {
  requireSettings()
  requireServingRole()
  hookNextServer()
}
