/** How far the messages of a partition are counted; zeros: none is. */
export interface Position {
  /** The number of the last counted message. */
  seq: number
  /** The latest time of a counted message, in ms since 1970. */
  atMs: number
}

export const BEGINNING: Position = { seq: 0, atMs: 0 }

/**
 * Whether a message is counted already. One that is later than all that were counted is new although its number is not:
 * the stream lost messages, and gives their numbers again.
 */
export function isCounted({ seq, atMs }: Position, position: Position): boolean {
  return seq <= position.seq && atMs <= position.atMs
}

/** The position after these messages. */
export function positionAfter(position: Position, messages: readonly Position[]): Position {
  return {
    seq: messages.reduce((seq, message) => Math.max(seq, message.seq), 0),
    atMs: messages.reduce((atMs, message) => Math.max(atMs, message.atMs), position.atMs),
  }
}
