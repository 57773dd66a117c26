import type { StartOutput, Step } from '../step'
import { logsJson, processLog } from './log'
import { describeError } from './logged-error'

/** How the start reports: as given, for people, or as lines of the log where those are JSON. */
export function startOutput(forPeople: StartOutput): StartOutput {
  if (!logsJson()) return forPeople
  return { log: (line) => processLog().info(line), step: loggedStep }
}

const loggedStep: Step = async (name, work) => {
  const beganAt = performance.now()
  let note = ''
  const fields = () => ({ step: name, durationMs: Math.round(performance.now() - beganAt), note })
  try {
    const result = await work((text) => {
      note = text
    })
    processLog().info('a step of the start is done', fields())
    return result
  } catch (cause) {
    // Without the stack: what runs the service prints it where it is a defect.
    processLog().error(`The step "${name}" of the start failed.`, describeError(cause).message)
    throw cause
  }
}
