/** The word for so many: `word` for one, else its plural, which ends in s unless `many` names it. */
export function plural(count: number, word: string, many = `${word}s`): string {
  return count === 1 ? word : many
}
