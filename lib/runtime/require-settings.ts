import { config } from '../config'
import { ROLES } from './roles/roles'
import { openSearchWeights } from './search-weights'

/**
 * Ends a process whose settings cannot be used, with a line for each on stderr and status 1: Next would start all the
 * same, and fail at every request. No line repeats a value.
 */
export function requireSettings(): void {
  try {
    const { searchWeights } = config()
    if (searchWeights !== null) openSearchWeights(searchWeights)
  } catch (cause) {
    // By name: Next's bundle and server.ts have a copy of the class each.
    if (!(cause instanceof Error) || cause.name !== 'ConfigError') throw cause
    process.stderr.write(`${cause.message}\n`)
    process.exit(1)
  }
}

/** Ends a process of Next, which always serves, with a role that serves nothing. */
export function requireServingRole(): void {
  const { role } = config()
  if (ROLES[role].serves) return
  process.stderr.write(
    `Assay cannot start:\n  ROLE: ${role} serves no pages; it is for npm start. Next serves all or api.\n`,
  )
  process.exit(1)
}
