import { expect, test } from 'vitest'
import { npmNameOf, pypiNameOf } from './package-name'
import cases from './package-name.cases.json' with { type: 'json' }

test.each([
  ['express', 'express'],
  ['express@4', 'express'],
  ['express@latest', 'express'],
  ['express@^4.1.0 || >=5', 'express'],
  ['@scope/name', '@scope/name'],
  ['@scope/name@1.2.3-beta.1+build', '@scope/name'],
  ['example.com', 'example.com'],
  // Allowed in the past, so they still exist.
  ['crazy!', 'crazy!'],
  ['CAPITAL', 'CAPITAL'],
  ['x'.repeat(215), 'x'.repeat(215)],
])('npm reads %j as %s', (text, name) => {
  expect(npmNameOf(text)).toBe(name)
})

test.each([...cases.names, '\ud800', 'x'.repeat(600)])('npm never allowed %j', (text) => {
  expect(npmNameOf(text)).toBeUndefined()
})

test.each([
  ['foo', 'foo'],
  ['Foo.__-Bar', 'foo-bar'],
  ['foo==1.2', 'foo'],
  ['foo ~= 1.2', 'foo'],
  ['foo[extra,other]>=1,<2', 'foo'],
  ['foo[extra] ; python_version > "3"', 'foo'],
  ['foo (>=1)', 'foo'],
  ['foo@1.2.3', 'foo'],
  ['3d', '3d'],
])('PyPI reads %j as %s', (text, name) => {
  expect(pypiNameOf(text)).toBe(name)
})

test.each([...cases.noPackage, `${'a'.repeat(2000)}!`, `a${' '.repeat(100_000)}!`, `a${'[]'.repeat(50_000)}`])(
  '%j is no name of PyPI',
  (text) => {
    expect(pypiNameOf(text)).toBeUndefined()
  },
)
