/** Parts that reported tools are divided into, so that a tool's outcomes are written by one process at a time. */
export const PARTITIONS = 8

/** One bit a partition, all set. */
export const ALL_PARTITIONS = 2 ** PARTITIONS - 1

/** The partition of a tool or server, from 0: a digest of its id (FNV-1a, 32 bits), the same in every process. */
export function partitionOf(toolId: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < toolId.length; at += 1) sum = Math.imul(sum ^ toolId.charCodeAt(at), 0x01000193)
  return (sum ^ (sum >>> 15)) & (PARTITIONS - 1)
}
