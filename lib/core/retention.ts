// How long the service keeps what it records. Roll-ups and intervals are in the settings of the job that expires them.

/** Days that observations are kept, each with its whole UTC day. */
export const OBSERVATION_DAYS = 14

/** Days that outcomes are kept: those that count in a score, and some more. */
export const OUTCOME_DAYS = 35

/** Days that changes of tools are kept: two years and a day. */
export const TOOL_CHANGE_DAYS = 731
/** The most changes kept of one tool: a bound for servers that change at every probe. */
export const CHANGES_PER_TOOL = 100
/**
 * The same change again within this time, in hours, only increases its count: some servers write the time into their
 * descriptions.
 */
export const SAME_CHANGE_HOURS = 24

/** Hours that versions of the feed are kept: deltas are answered since versions younger than this. */
export const FEED_VERSION_HOURS = 24

/**
 * Days that a batch's hash is kept: its idempotency key may be dated a day ahead, and is valid for a day after its own
 * time.
 */
export const BATCH_HASH_DAYS = 2
