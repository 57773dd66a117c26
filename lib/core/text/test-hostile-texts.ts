import data from './test-hostile-texts.json' with { type: 'json' }

/**
 * Texts that commonly break programs: nothing may crash on them, store them or repeat them. Made up, grouped by target.
 */

const CONTROL = data.control
const DIRECTION = [
  '\u202etxt.exe',
  '\u2066abc\u2069',
  '\u200f\u061c',
  'شكرا جزيلا',
  '\u202ereversed text of nobody at all',
]
const MARKS = [
  'e\u0301\u0301\u0301',
  'Z\u0351\u036b\u0343a\u0321l\u0322g\u0323o',
  '\u0e49'.repeat(40),
  'ﷺ',
  'ß',
  'İ',
  'ſ',
]
const SURROGATES = ['\ud800', '\udc00\ud800', 'a\udfff', '👩‍👩‍👧‍👦', '🏴\u{e0067}\u{e007f}', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢', '\u{10ffff}']
const NOTHING = data.nothing
const NUMBERS = ['0', '-0', '1e999', '0x10', '1.000,00', '½', '٣', '９', '-1/0', '1'.repeat(400)]
const MEMBERS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'then']
const MARKUP = data.markup
const QUERIES = data.queries
const SHELL = data.shell
const LONG = [
  'a'.repeat(600),
  '/'.repeat(300),
  'a/'.repeat(250),
  '('.repeat(500),
  '%25'.repeat(200),
  'x@'.repeat(200),
  '\u0301'.repeat(300),
]
const LOGS = [
  'line one\nline two\n    at leaked (stack:1:1)',
  '\nERROR all is lost',
  '%c%d%o',
  '\\u0000',
  '\u001b]0;title\u0007',
]

export const HOSTILE_TEXTS: readonly string[] = [
  CONTROL,
  DIRECTION,
  MARKS,
  SURROGATES,
  NOTHING,
  NUMBERS,
  MEMBERS,
  MARKUP,
  QUERIES,
  SHELL,
  LONG,
  LOGS,
].flat()
