import { recordDeclarations } from '../declarations/record-declarations'
import type { RecordingSteps } from '../monitor/recording-steps'
import { recordDeclaredDigestsOf } from '../tlog/record-declared-digests'

export const RECORDING_STEPS: RecordingSteps = { recordDeclarations, recordDigests: recordDeclaredDigestsOf }
