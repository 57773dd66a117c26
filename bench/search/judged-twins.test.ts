import { expect, it } from 'vitest'
import { testServer, testTool } from '../../lib/store/test-catalog'
import { graderOf, twinKeysOf } from './judged-twins'

const REPOSITORY = 'https://github.com/owner/mail'
const CATALOG = [
  testServer('a/mail', {
    repository: REPOSITORY,
    tools: [testTool('send', { description: 'Sends mail.' }), testTool('read')],
  }),
  testServer('b/mail', { tools: [testTool('send', { description: ' Sends mail. ' })] }),
  testServer('c/mail', {
    repository: 'git@github.com:Owner/mail.git',
    tools: [testTool('send', { description: 'Mails something.' }), testTool('delete', { description: 'Sends mail.' })],
  }),
  testServer('d/mail', { repository: null, tools: [testTool('read', { description: '' })] }),
  testServer('e/mail', { repository: null, tools: [testTool('read', { description: '' })] }),
  testServer('f/fax', { title: 'Fax', description: 'Sends faxes.' }),
  testServer('g/fax', { title: 'Fax', description: 'Sends faxes.' }),
]
const keys = twinKeysOf(CATALOG)

it.each<[string, Record<string, number>, string, number | null]>([
  ['its own grade', { 'a/mail/send': 1, 'b/mail/send': 3 }, 'a/mail/send', 1],
  ['its own grade of 0', { 'a/mail/send': 0, 'b/mail/send': 3 }, 'a/mail/send', 0],
  ['that of the same name and description', { 'a/mail/send': 3 }, 'b/mail/send', 3],
  ['that of the same repository and name', { 'a/mail/send': 2 }, 'c/mail/send', 2],
  ['name and description before repository', { 'c/mail/send': 1, 'b/mail/send': 3 }, 'a/mail/send', 3],
  ['the first of several', { 'a/mail/send': 2, 'b/mail/send': 3 }, 'c/mail/send', 2],
  ['another name is no twin', { 'a/mail/send': 3 }, 'c/mail/delete', null],
  ['without descriptions the name alone is too little', { 'd/mail/read': 3 }, 'e/mail/read', null],
  ['a server without tools', { 'f/fax': 3 }, 'g/fax', 3],
  ['a tool that is not in the catalog', { 'z/known': 2 }, 'z/known', 2],
  ['neither known nor graded', { 'a/mail/send': 3 }, 'z/other', null],
])('%s', (_, grades, id, expected) => {
  expect(graderOf(grades, keys)(id)).toBe(expected)
})
