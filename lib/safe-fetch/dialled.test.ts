import { expect, test } from 'vitest'
import { checkedLookup, isPublicAddress } from './address'
import { dialledAddress, noteDialled } from './dialled'

const probe = (hostname: string, answers: () => Promise<readonly string[]>) =>
  new Promise((resolve) => {
    checkedLookup(answers, isPublicAddress)(hostname, { all: true }, (error, found) => resolve(error ?? found))
  })

test('a host is known by the lowest of the addresses it was dialled at, whatever their order', async () => {
  await probe('turning.example', async () => ['93.184.216.34', '93.184.216.12'])
  const first = dialledAddress('https://turning.example/mcp')
  await probe('turning.example', async () => ['93.184.216.12', '93.184.216.34'])
  expect([first, dialledAddress('https://turning.example:8443/')]).toEqual(['93.184.216.12', '93.184.216.12'])
})

test('a name that no longer resolves, or resolves to what may not be dialled, has none', async () => {
  noteDialled('gone.example', ['93.184.216.34'])
  await probe('gone.example', async () => Promise.reject(new Error('no such name')))
  expect(dialledAddress('https://gone.example/')).toBeNull()
  noteDialled('turned.example', ['93.184.216.34'])
  await probe('turned.example', async () => ['127.0.0.1'])
  expect(dialledAddress('https://turned.example/')).toBeNull()
})

test('an address stands for itself where it is public', () => {
  expect(dialledAddress('https://93.184.216.34/mcp')).toBe('93.184.216.34')
  expect(dialledAddress('http://[2606:4700::1111]/mcp')).toBe('2606:4700::1111')
  for (const url of ['http://127.0.0.1:3901/mcp', 'http://[::1]/', 'http://10.0.0.1/', 'https://never.example/', 'x'])
    expect(dialledAddress(url), url).toBeNull()
})
