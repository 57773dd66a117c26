/**
 * `exact`: the server is the one asked for. `repository`: it is of the same repository, but in another folder than the
 * one asked for.
 */
export const MATCHES = ['exact', 'repository'] as const
export type Match = (typeof MATCHES)[number]

/**
 * How a server that its catalog places at `place` matches a question for `asked`, both folders or files of one
 * repository, empty for the whole. A folder contains what is under it, and a file represents its folder, so either may
 * be the longer one.
 */
export function matchOfPlace(asked: string, place: string): Match {
  if (asked === '') return 'exact'
  const isUnder = (path: string, folder: string) => folder !== '' && `${path}/`.startsWith(`${folder}/`)
  return isUnder(asked, place) || isUnder(place, asked) ? 'exact' : 'repository'
}
