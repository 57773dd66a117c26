import { ConfigError } from '../lib/config'
import { DataFolderInUse } from '../lib/store/data-folder'

type ErrorClass = new (...given: never[]) => Error

/**
 * Runs a command to its end. An error of an expected class (settings that are wrong and a database in use always are) is printed as its
 * message, any other with its stack; either makes the process exit with 1.
 */
export async function runMain(main: () => Promise<void>, ...expected: ErrorClass[]): Promise<void> {
  try {
    await main()
  } catch (cause) {
    const isExpected = [ConfigError, DataFolderInUse, ...expected].some((known) => cause instanceof known)
    const text = cause instanceof Error ? (isExpected ? cause.message : cause.stack) : String(cause)
    process.stderr.write(`${text}\n`)
    process.exitCode = 1
  }
}
