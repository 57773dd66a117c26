/**
 * Texts that commonly break programs: nothing may crash on them, store them or repeat them. Made up, grouped by target.
 */

const CONTROL = [
  '\u0000',
  '\u0007\u001b[31m',
  '\u007f',
  '\u0085',
  '\u2028x\u2029',
  '\r\nX-Injected: yes',
  '\ufeff',
  '\ufffe',
]
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
const NOTHING = [
  '',
  ' ',
  '\t',
  '\u00a0',
  '\u3000',
  '\u200b',
  'null',
  'undefined',
  'NaN',
  'None',
  'nil',
  'true',
  '[object Object]',
]
const NUMBERS = ['0', '-0', '1e999', '0x10', '1.000,00', '½', '٣', '９', '-1/0', '1'.repeat(400)]
const MEMBERS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'then']
const MARKUP = [
  ...[
    '<script>alert(1)</script>',
    '"><svg onload=alert(1)>',
    '<!--',
    ']]>',
    '&lt;b&gt;',
    '</textarea>',
    '<?xml version="1.0"?>',
  ],
  ...[
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<b>x</b>',
    '[x](javascript:alert(1))',
    '{{7*7}}',
    `\u0024{7*7}`,
    '<%= 7 %>',
  ],
]
const QUERIES = [
  "'; DROP TABLE subjects; --",
  "' OR '1'='1",
  '1; SELECT pg_sleep(9)',
  '%',
  '_',
  '\\',
  '$1',
  '$$',
  "E'\\\\'",
  '{"$gt":""}',
]
const SHELL = [
  '; ls',
  '| cat',
  '`id`',
  '$(id)',
  '&& true',
  '../../etc/passwd',
  '..\\..\\x',
  '/dev/null',
  'CON',
  'PRN.txt',
  '-rf',
  '%s%n%x',
  '%00',
  '%2e%2e%2f',
]
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
