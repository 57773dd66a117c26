/** `exact`: the server is what was asked for. `repository`: it is of the same repository, and the place that was asked for is not its own. */
export const MATCHES = ['exact', 'repository'] as const
export type Match = (typeof MATCHES)[number]

/**
 * How a server that its catalog places at `held` fits a question for `asked`, both folders or files of one repository, empty for all of it. A folder holds what
 * is under it, and a file stands for the folder it is in, so either may be the longer one.
 */
export function matchOfPlace(asked: string, held: string): Match {
  if (asked === '') return 'exact'
  const isUnder = (path: string, folder: string) => folder !== '' && `${path}/`.startsWith(`${folder}/`)
  return isUnder(asked, held) || isUnder(held, asked) ? 'exact' : 'repository'
}
