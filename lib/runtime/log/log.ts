import pino from 'pino'
import { type Config, config } from '../../config'
import { isDatabaseUnavailable } from '../../store/connection/database-unavailable'
import { describeError, type LoggedError, stacksOf } from './logged-error'

/** What a process writes about itself. Lines hold no address, key, e-mail address or text of a caller. */
export interface Log {
  info(line: string, fields?: Fields): void
  warn(line: string): void
  /** With the cause and its stack, without the values of a statement that failed. */
  error(line: string, cause: unknown): void
}

type Fields = Readonly<Record<string, string | number>>

export interface LogSettings {
  /** Less important lines are left out. */
  level: Config['log']['level']
  format: 'json' | 'text'
  /** Takes one line with its end. */
  write: (text: string) => void
}

/**
 * Each line as it is written: JSON, an object a line, or text for people. Nothing is kept back: a process that is
 * killed has written everything.
 */
export function openLog({ level, format, write }: LogSettings): Log {
  const destination = format === 'json' ? { write } : { write: (line: string) => write(asText(JSON.parse(line))) }
  const logger = pino(
    {
      level,
      // Neither the process id nor the name of the machine.
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: LoggedError) => error },
    },
    destination,
  )
  return {
    info: (line, fields = {}) => logger.info(fields, line),
    warn: (line) => logger.warn(line),
    error: (line, cause) => logger.error({ err: describeError(cause) }, line),
  }
}

interface LogRecord {
  time: string
  message: string
  err?: LoggedError
}

function asText({ time, message, err }: LogRecord): string {
  return `${time} ${message}${err === undefined ? '' : `\n${stacksOf(err)}`}\n`
}

let log: Log | undefined

/** The log of this process, on stderr: its stdout is for what a command answers. */
export function processLog(): Log {
  log ??= openLog({ ...settingsOfProcess(), write: (text) => process.stderr.write(text) })
  return log
}

/**
 * Writes a line: a warning, or an error where there is a cause. Nothing where that is an outage of the database, which
 * has lines of its own.
 */
export function logToStderr(line: string, cause?: unknown): void {
  if (isDatabaseUnavailable(cause)) return
  if (cause === undefined) processLog().warn(line)
  else processLog().error(line, cause)
}

/** Whether this process writes JSON: then the steps of its start are such lines too. */
export function logsJson(): boolean {
  return settingsOfProcess().format === 'json'
}

function settingsOfProcess(): Pick<LogSettings, 'level' | 'format'> {
  try {
    const { log: settings, production } = config()
    const isForPeople = process.stderr.isTTY === true || !production
    const format = settings.format === 'auto' ? (isForPeople ? 'text' : 'json') : settings.format
    return { level: settings.level, format }
  } catch {
    // What is logged then is that the settings are not valid.
    return { level: 'info', format: 'text' }
  }
}
