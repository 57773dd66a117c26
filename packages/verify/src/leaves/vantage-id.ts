/**
 * How leaves of intervals name the connectivity of a vantage: `void` is a monitoring gap, `up` its end. Ids of servers
 * contain no colon before a slash.
 */
export const VANTAGE_PREFIX = 'vantage:'
