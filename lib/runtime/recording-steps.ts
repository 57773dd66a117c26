import { recordDeclarations } from '../declarations/record-declarations'
import type { RecordingSteps } from '../monitor/record-probe-results'
import { recordDeclaredDigestsOf } from '../tlog/record-declared-digests'

export const RECORDING_STEPS: RecordingSteps = { recordDeclarations, recordDigests: recordDeclaredDigestsOf }
