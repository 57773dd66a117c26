import { readFileSync } from 'node:fs'
import pg from 'pg'

/** Linux counts the processor time of a process in hundredths of a second, whatever the machine. */
const MS_OF_A_TICK = 10

/** Processor time in milliseconds since a meter was started. */
export interface ProcessorMeter {
  read(): Promise<{ process: number; backends: number }>
  close(): Promise<void>
}

/**
 * Meters a process and the Postgres backends of a database on this machine, from the process table: NaN where it cannot
 * be read, because the database runs elsewhere or the system is not Linux. Backends that end before `read` are not
 * counted, nor are the processes that Postgres has for all databases.
 */
export async function openProcessorMeter(databaseUrl: string, pid: number): Promise<ProcessorMeter> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const backends = async () => {
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    return new Map(rows.map((row) => [row.pid, processorMs(row.pid)]))
  }
  const [before, own] = [await backends(), processorMs(pid)]
  return {
    read: async () => {
      const grown = [...(await backends())].map(([backend, ms]) => ms - (before.get(backend) ?? 0))
      return { process: processorMs(pid) - own, backends: grown.reduce((sum, ms) => sum + ms, 0) }
    },
    close: () => client.end(),
  }
}

/** What a process has used so far; NaN where it cannot be read. */
export function processorMs(pid: number): number {
  try {
    // The name of the program, in brackets, may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * MS_OF_A_TICK
  } catch {
    return Number.NaN
  }
}
