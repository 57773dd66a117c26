/** A number of leaves in words. */
export function leavesText(count: number): string {
  return `${count} ${count === 1 ? 'leaf' : 'leaves'}`
}
