import type { OutcomeStream } from './nats/connection'

/** What the consumers of outcomes need of a process besides. */
export interface OutcomeStreamApp {
  /** null: this process writes outcomes at once. */
  outcomeStream: OutcomeStream | null
}
