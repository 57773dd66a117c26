/** What catalogs write where they know no licence, as a pattern that JavaScript and Postgres read alike. */
export const NO_LICENSE = '^(unknown|other|none|n/a|not |see licen[cs]e|[[<@]|https?:|$)'

const IS_NONE = new RegExp(NO_LICENSE, 'i')

/** The licence as a source names it; null where it names none, or its registry (`Smithery`) in the place of one. */
export function knownLicense(license: string | null, registry: string): string | null {
  return license === null || IS_NONE.test(license) || license.toLowerCase() === registry ? null : license
}
