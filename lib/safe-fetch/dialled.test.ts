import { expect, test } from 'vitest'
import { checkedLookup, isPublicAddress } from './address'
import { dialledAddress, noteDialled } from './dialled'

const lookUp = (hostname: string, answers: () => Promise<readonly string[]>) =>
  new Promise((resolve) => {
    checkedLookup(answers, isPublicAddress)(hostname, { all: true }, (error, found) => resolve(error ?? found))
  })

test('a host is remembered by its lowest address, whatever their order', async () => {
  await lookUp('turning.example', async () => ['93.184.216.34', '93.184.216.12'])
  const first = dialledAddress('https://turning.example/mcp')
  await lookUp('turning.example', async () => ['93.184.216.12', '93.184.216.34'])
  expect([first, dialledAddress('https://turning.example:8443/')]).toEqual(['93.184.216.12', '93.184.216.12'])
})

test('a name that no longer resolves, or resolves to a forbidden address, has none', async () => {
  noteDialled('gone.example', ['93.184.216.34'])
  await lookUp('gone.example', async () => Promise.reject(new Error('no such name')))
  expect(dialledAddress('https://gone.example/')).toBeNull()
  noteDialled('turned.example', ['93.184.216.34'])
  await lookUp('turned.example', async () => ['127.0.0.1'])
  expect(dialledAddress('https://turned.example/')).toBeNull()
})

test('a public IP address is its own dialled address', () => {
  expect(dialledAddress('https://93.184.216.34/mcp')).toBe('93.184.216.34')
  expect(dialledAddress('http://[2606:4700::1111]/mcp')).toBe('2606:4700::1111')
  for (const url of ['http://127.0.0.1:3901/mcp', 'http://[::1]/', 'http://10.0.0.1/', 'https://never.example/', 'x'])
    expect(dialledAddress(url), url).toBeNull()
})
