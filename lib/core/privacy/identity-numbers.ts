// Shapes of numbers that identify one person, company or car. None is adjacent to a letter or digit.
const apart = (shape: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${shape})(?![\\p{L}\\p{N}])`, 'iu')

// Specific enough to count anywhere in a text.
const SURE: readonly RegExp[] = [
  apart('\\d{3}([- ._])\\d{2}\\1\\d{4}'), // US social security and taxpayer numbers
  apart('\\d{6}-\\d{7}'), // Korean resident and foreigner numbers
  apart('(?:\\d{2})?\\d{6}[-+]\\d{4}'), // Swedish personal and company numbers
  apart('\\d{6}[-+A-FU-Y]\\d{3}[0-9A-FHJ-NPR-Y]'), // Finnish personal codes
  apart('[A-CEGHJ-PR-TW-Z]{2} ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]'), // British national insurance
  apart('[1-9][A-Z][A-Z\\d]\\d-?[A-Z][A-Z\\d]\\d-?[A-Z]{2}\\d{2}'), // US Medicare
  apart('[A-Z]{5}\\d{4}[A-Z]'), // Indian tax account
  apart('\\d{2}[A-Z]{5}\\d{4}[A-Z]\\d?[A-Z]{1,2}\\d?'), // Indian goods and services tax
  apart('[A-Z]{4}\\d{6}[HM][A-Z]{5}[A-Z\\d]\\d'), // Mexican population registry
  apart('[A-Z]{6}\\d{2}[A-EHLMPRST]\\d{2}[A-Z]\\d{3}[A-Z]'), // Italian tax code
  apart('[A-Z9]{5}\\d{6}[A-Z9]{2}[A-Z\\d][A-Z\\d]{2}'), // British driving licences
  apart('\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}|\\d{2}\\.\\d{3}\\.\\d{3}/\\d{4}-\\d{2}'), // Brazilian CPF and CNPJ
  apart('\\d{17}[\\dX]'), // Chinese resident identity
  apart('\\d{12,19}'), // no tool's name contains a number that long
  apart('\\d{2,3}/\\d{3,4}/\\d{4,5}'), // German tax numbers
]
const LABELLED =
  /(?:ssn|passport|nino|social.?security|tax.?id|driver.?s?.?licen[cs]e|licen[cs]e.?(?:no|number|plate)|iban|account.?(?:no|number)|card.?(?:no|number)|phone.?(?:no|number)?|mobile|tel|patient.?id|medicare|national.?id|birth.?(?:date|day)|dob)[ _:.#=-]{1,3}(?=[a-z0-9 ._-]{5,30}$)(?:[a-z ._-]{0,8}\d){5}/i

// Dates, interfaces named by their date, and published vulnerabilities: numbers that identify nobody.
const PUBLIC_NUMBER =
  /^(?:[a-z]{0,6}-?(?:19|20)\d{2}([-._/]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])|cve-\d{4}-\d{4,7})$/i
// A name that is a number: 7 digits or more, in groups or not.
const NUMBER = /^#?\d(?:[ ._/-]?\d){6,}$/
// A name that is a code: a few letters around 6 digits or more, without a word in it.
const CODE = /^(?=(?:\D*\d){6})(?!(?:[^A-Za-z]*[A-Za-z]){6})(?!.*[A-Za-z]{4})[A-Za-z\d](?:[ ._/-]?[A-Za-z\d]){6,19}$/
// Shorter codes switch between letters and digits more often than any abbreviation.
const MIXED_CODE = /^(?=(?:\D*\d){4})(?!.*[A-Za-z]{4})(?:[A-Z\d]{8,20}|[a-z\d]{8,20})$/
const CHANGE = /\d(?=[A-Za-z])|[A-Za-z](?=\d)/g
const POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|\d{4} [A-Z]{2})$/
const LAST_DIGITS = /(?<![\p{L}\p{N}])\d{9,}(?![\p{L}\p{N}])/u
const PLATE =
  /^(?:[A-Z]{2,3}[ -]?\d{3}[ -]?[A-Z]{1,2}|[A-Z]{2} ?\d{2} ?[A-Z]{3}|[A-Z]\d{1,3} [A-Z]{3}|[A-Z]{2} ?\d{1,2} ?[A-Z]{1,3} ?\d{4}|\d{2} [A-Z]{1,3} \d{2,4}|\d{4} [A-Z]{3}|[A-ZÄÖÜ]{1,3}[ -][A-Z]{1,2}[ -]?\d{1,4}[EH]?)$/

/** Whether the text contains a number that identifies somebody, or its last segment is only such a number. */
export function holdsIdentityNumber(text: string): boolean {
  if (isSure(text) || LABELLED.test(text)) return true
  const last = lastSegment(text)
  if (LAST_DIGITS.test(last) && !PUBLIC_NUMBER.test(last)) return true
  return [numericTail(text), ...namesIn(text)].some(isNumberOrCode)
}

const isSure = (text: string) => SURE.some((shape) => shape.test(text))

/**
 * Segments that name a thing, and the words of those with spaces. Not the account in the second: many are bare numbers.
 */
function namesIn(text: string): string[] {
  const segments = text.split('/').map((segment) => segment.trim())
  return segments.flatMap((segment, at) => {
    if (/\s/.test(segment)) return [segment, ...segment.split(/\s+/)]
    return at !== 1 || segments.length === 2 ? [segment] : []
  })
}

function isNumberOrCode(name: string): boolean {
  if (name.length < 5 || !/\d/.test(name) || PUBLIC_NUMBER.test(name)) return false
  const isMixed = MIXED_CODE.test(name.replaceAll('-', '')) && (name.match(CHANGE) ?? []).length >= 4
  return isMixed || [NUMBER, CODE, PLATE, POSTCODE].some((shape) => shape.test(name))
}

function lastSegment(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1).trim()
}

/** The segments at the end that contain only digits and separators: a number may have slashes in it. */
function numericTail(text: string): string {
  return /(?:^|\/)([\d ._-]+(?:\/[\d ._-]+)*)$/.exec(text)?.[1] ?? ''
}

const INTERNATIONAL = /(?<![\p{L}\p{N}])\+\s?\d(?:[ ()./-]{0,3}\d){6,14}(?!\d)/u
const AREA_IN_BRACKETS = /\(\d{2,5}\)[ .-]?\d(?:[ .-]?\d){4,9}(?!\d)/
const NORTH_AMERICAN = /(?<![\p{L}\p{N}.])(?:1[ .-])?\d{3}([ ._-])\d{3}[ ._-]\d{4}(?!\d)/u
const GROUPED = /^(?:0\d{9,13}|\(?\d{2,5}\)?(?:[ .-]\(?\d{2,8}\)?){1,6})(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/i

/** Whether the text contains a telephone number, or its last segment is only digits grouped like one. */
export function holdsPhone(text: string): boolean {
  if ([INTERNATIONAL, AREA_IN_BRACKETS, NORTH_AMERICAN].some((shape) => shape.test(text))) return true
  return text.split('/').some(isGrouped)
}

function isGrouped(segment: string): boolean {
  const digits = segment.replace(/\D/g, '').length
  return digits >= 7 && digits <= 21 && GROUPED.test(segment.trim()) && !PUBLIC_NUMBER.test(segment) && !isSure(segment)
}
