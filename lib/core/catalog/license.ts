/** What catalogs write where they know no licence, as a pattern that JavaScript and Postgres read alike. */
export const NO_LICENSE = '^(unknown|none|noassertion|see licen[cs]e.*)?$'

const IS_NONE = new RegExp(NO_LICENSE, 'i')

/** The licence as its source names it; null where it names none. */
export function knownLicense(license: string | null): string | null {
  return license === null || IS_NONE.test(license) ? null : license
}
