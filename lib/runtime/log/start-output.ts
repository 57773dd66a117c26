import type { StartOutput, Step } from '../start/step'
import { logsJson, processLog } from './log'

/** How the start reports: as given, for people, or as lines of the log where those are JSON. */
export function startOutput(forPeople: StartOutput): StartOutput {
  if (!logsJson()) return forPeople
  return { log: (line) => processLog().info(line), step: loggedStep }
}

const loggedStep: Step = async (name, work) => {
  const beganAt = performance.now()
  let note = ''
  const fields = () => ({ step: name, durationMs: Math.round(performance.now() - beganAt), note })
  // No line for a step that fails: whoever starts the service prints one message, and a stack only of a defect.
  const result = await work((text) => {
    note = text
  })
  processLog().info('a step of the start is done', fields())
  return result
}
