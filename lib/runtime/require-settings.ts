import { config } from '../config'
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
