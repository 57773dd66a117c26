import { idFault, MAX_ID_LENGTH } from 'assay-verify/subject-id'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idOfRegistryName, isRegistryName, registryNameOf } from './registry-name'
import cases from './registry-name.cases.json' with { type: 'json' }

const anyId = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: MAX_ID_LENGTH }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.stringMatching(/^[a-z]{1,6}(\/[A-Za-z0-9._@ -]{1,12}){1,4}$/),
    fc.stringMatching(/^official\/(assay|ASSAY|io)\.[a-z]{1,3}\/[a-z._-]{1,8}$/),
    fc.stringMatching(/^(assay|official|a_b)\/(id\.|sha256\.|_|__|_2f)[a-f0-9_]{0,70}$/),
    fc.stringMatching(/^[a-zA-Z0-9./_-]{1,230}$/),
  )
  .filter((id) => idFault(id) === undefined)

describe('registryNameOf', () => {
  test.each([
    ['official/io.github.user/weather', 'io.github.user/weather'],
    ['official/com.example/Mixed_Case.1', 'com.example/Mixed_Case.1'],
    ['smithery/owner/server', 'assay.smithery/owner__server'],
    ['mcpm/my_tools/a.b', 'assay.mcpm/my_5ftools__a.b'],
    ['docker/日本', 'assay.docker/_e6_97_a5_e6_9c_ac'],
    ['npm-official/@scope/x', 'assay.npm-official/_40scope__x'],
    ['official/three/parts/here', 'assay.official/three__parts__here'],
    ['official/assay.smithery/owner__server', 'assay.official/assay.smithery__owner_5f_5fserver'],
    ['plain', 'assay/id.plain'],
    ['a_b/c', 'assay/id.a_5fb__c'],
  ])('%s', (id, name) => {
    expect(registryNameOf(id)).toBe(name)
  })

  test('any id has a name of the official form', () => {
    fc.assert(fc.property(anyId, (id) => isRegistryName(registryNameOf(id))))
  })

  test('two ids never have one name, and a name that is no digest leads back to its id', () => {
    fc.assert(
      fc.property(anyId, anyId, (a, b) => {
        expect(registryNameOf(a) === registryNameOf(b)).toBe(a === b)
        const name = registryNameOf(a)
        expect(idOfRegistryName(name)).toBe(name.startsWith('assay/sha256.') ? undefined : a)
      }),
    )
  })

  test('an id of another registry that is written like an official name has another name', () => {
    expect(registryNameOf('smithery/io.github.user/weather')).not.toBe(
      registryNameOf('official/io.github.user/weather'),
    )
  })
})

describe('idOfRegistryName', () => {
  test.each(cases.unknown)('knows none for %j', (name) => expect(idOfRegistryName(name)).toBeUndefined())

  test('any text is read without failing, and what it answers has that name', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^assay(\.[a-z]{1,3})?\/[a-f0-9_.]{0,20}$/)),
        (name) => {
          const id = idOfRegistryName(name)
          if (id !== undefined) expect(registryNameOf(id)).toBe(name)
        },
      ),
    )
  })
})

test('an id that is too long for a name is named by its digest', () => {
  const id = `x/${'字'.repeat(30)}`
  expect(registryNameOf(id)).toMatch(/^assay\/sha256\.[0-9a-f]{64}$/)
  expect(registryNameOf(id)).not.toBe(registryNameOf(`${id}字`))
})
