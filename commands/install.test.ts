import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installFault } from './install.mjs'

let root: string
const write = (path: string, content: unknown) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
}
const LEFT = { version: '1.0.0', integrity: 'sha512-left' }
const OTHER_MACHINE = { version: '2.0.0', integrity: 'sha512-other', optional: true, os: ['none'] }
const LOCK = {
  packages: {
    '': { dependencies: { left: '1.0.0' } },
    'node_modules/left': LEFT,
    'node_modules/@other/machine': OTHER_MACHINE,
  },
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-install-'))
  write('package.json', { dependencies: { left: '1.0.0' } })
  write('package-lock.json', LOCK)
  write('node_modules/.package-lock.json', { packages: { 'node_modules/left': LEFT } })
  write('node_modules/left/package.json', { name: 'left', version: '1.0.0' })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('what is installed', () => {
  it('may lack packages for other machines, and those nobody needs', () => {
    expect(installFault(root)).toBeUndefined()
  })

  const faults: [what: string, change: () => void, fault: string | RegExp][] = [
    ['a fresh clone', () => rmSync(join(root, 'node_modules'), { recursive: true }), 'node_modules is missing'],
    [
      'an interrupted install',
      () => rmSync(join(root, 'node_modules/.package-lock.json')),
      'the last install was interrupted',
    ],
    [
      'a record cut short',
      () => write('node_modules/.package-lock.json', '{"packages": {'),
      'the last install was interrupted',
    ],
    [
      'a folder that is gone',
      () => rmSync(join(root, 'node_modules/left'), { recursive: true }),
      'node_modules/left is gone',
    ],
    [
      'another version on disk',
      () => write('node_modules/left/package.json', { version: '0.9.0' }),
      'node_modules/left is 0.9.0, not 1.0.0',
    ],
    [
      'a lock edited to another version',
      () =>
        write('package-lock.json', {
          packages: { ...LOCK.packages, 'node_modules/left': { ...LEFT, version: '1.1.0' } },
        }),
      'node_modules/left is 1.0.0, the lock file says 1.1.0',
    ],
    [
      'a lock edited to other content of the same version',
      () =>
        write('package-lock.json', {
          packages: { ...LOCK.packages, 'node_modules/left': { ...LEFT, integrity: 'sha512-x' } },
        }),
      /^node_modules\/left is/,
    ],
    [
      'a lock with one more',
      () => write('package-lock.json', { packages: { ...LOCK.packages, 'node_modules/right': LEFT } }),
      'node_modules/right is not installed',
    ],
    [
      'a lock with one less',
      () => write('package-lock.json', { packages: { '': LOCK.packages[''] } }),
      'node_modules/left is not in the lock file',
    ],
    [
      'a package.json with one more',
      () => write('package.json', { dependencies: { left: '1.0.0', right: '1.0.0' } }),
      /^dependencies .* differ$/,
    ],
    ['no lock at all', () => rmSync(join(root, 'package-lock.json')), 'package-lock.json is missing or not JSON'],
    [
      'a folder copied from another machine',
      () =>
        write('node_modules/.package-lock.json', {
          packages: { 'node_modules/left': LEFT, 'node_modules/@other/machine': OTHER_MACHINE },
        }),
      'node_modules/@other/machine is for another kind of machine',
    ],
  ]
  it.each(faults)('%s is noticed', (_what, change, fault) => {
    change()
    expect(installFault(root)).toMatch(fault)
  })
})
