/** Runs one step of the start and shows its name, duration and the last note that `progress` was given. */
export type Step = <Value>(name: string, work: (progress: (note: string) => void) => Promise<Value>) => Promise<Value>

/** How the start reports: steps as they run, lines besides. */
export interface StartOutput {
  log: (line: string) => void
  step: Step
}
