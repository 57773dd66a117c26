import { describe, expect, test } from 'vitest'
import { callerAddress, type ProxyTrust } from './caller-address'
import type { Peer } from './peer'

const NOBODY: ProxyTrust = { header: null, proxies: [], hostHeader: null }
const PROXIES = ['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48', '::1']
const NAMED: ProxyTrust = { header: 'x-forwarded-for', proxies: PROXIES, hostHeader: null }
const HOSTED: ProxyTrust = { header: 'x-real-ip', proxies: PROXIES, hostHeader: 'x-forwarded-for' }
const addressOf = (peer: Peer, forwarded: string | undefined, trust: ProxyTrust) =>
  callerAddress(peer, new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }), trust)

const SPOOFED = '203.0.113.9'
const CASES: [what: string, peer: Peer, forwarded: string | undefined, trust: ProxyTrust, is: string | null][] = [
  ['a socket', '198.51.100.1', undefined, NOBODY, '198.51.100.1'],
  ['a socket that shows none', null, undefined, NOBODY, null],
  ['a header nobody named', '198.51.100.1', SPOOFED, NOBODY, '198.51.100.1'],
  ['a header nobody named, and no socket', null, SPOOFED, NOBODY, null],
  ['a proxy of ours', '10.1.2.3', '198.51.100.1', NAMED, '198.51.100.1'],
  ['a proxy of ours, named by its address', '192.0.2.7', '198.51.100.1', NAMED, '198.51.100.1'],
  ['its neighbour', '192.0.2.8', SPOOFED, NAMED, '192.0.2.8'],
  ['a stranger who sets the header', '198.51.100.1', SPOOFED, NAMED, '198.51.100.1'],
  ['a stranger just outside a range', '11.0.0.0', SPOOFED, NAMED, '11.0.0.0'],
  ['a caller who writes addresses in front', '10.1.2.3', `${SPOOFED}, 198.51.100.1`, NAMED, '198.51.100.1'],
  [
    'a caller who names our own proxies in front',
    '10.1.2.3',
    `${SPOOFED}, 10.9.9.9, 198.51.100.1`,
    NAMED,
    '198.51.100.1',
  ],
  ['two proxies of ours', '10.1.2.3', `${SPOOFED}, 198.51.100.1, 10.4.5.6`, NAMED, '198.51.100.1'],
  ['nobody but proxies of ours', '10.1.2.3', '10.4.5.6, 10.7.8.9', NAMED, '10.1.2.3'],
  ['a proxy of ours that says nothing', '10.1.2.3', undefined, NAMED, '10.1.2.3'],
  ['a proxy of ours that says an empty thing', '10.1.2.3', '', NAMED, '10.1.2.3'],
  ['rubbish nearest to us', '10.1.2.3', `${SPOOFED}, unknown`, NAMED, '10.1.2.3'],
  ['rubbish further in front', '10.1.2.3', 'unknown, 198.51.100.1', NAMED, '198.51.100.1'],
  ['an address with a port', '10.1.2.3', '198.51.100.1:4711', NAMED, '198.51.100.1'],
  ['IPv6 by its /64', '2001:db8:2:3:4:5:6:7', undefined, NOBODY, '2001:db8:2:3::/64'],
  ['its neighbour of the same /64', '2001:db8:2:3:ffff::1', undefined, NOBODY, '2001:db8:2:3::/64'],
  ['one of another /64', '2001:db8:2:4::1', undefined, NOBODY, '2001:db8:2:4::/64'],
  ['IPv6 in brackets with a port', '::1', '[2001:db8:2:3::9]:4711', NAMED, '2001:db8:2:3::/64'],
  ['IPv6 in brackets', '::1', '[2001:db8:2:3::9]', NAMED, '2001:db8:2:3::/64'],
  ['IPv6 with a zone', 'fe80::1%eth0', undefined, NOBODY, 'fe80:0:0:0::/64'],
  ['a proxy within an IPv6 range', '2001:db8:1:ffff::1', '198.51.100.1', NAMED, '198.51.100.1'],
  ['one just outside it', '2001:db8:2::1', SPOOFED, NAMED, '2001:db8:2:0::/64'],
  ['IPv4 as IPv6 writes it', '::ffff:198.51.100.1', undefined, NOBODY, '198.51.100.1'],
  ['a proxy, as IPv6 writes it', '::ffff:10.1.2.3', '::ffff:198.51.100.1', NAMED, '198.51.100.1'],
  ['a host that shows no sockets, and a header it does not write', null, SPOOFED, NAMED, null],
  ['such a host, whom its own header names', null, '198.51.100.1', HOSTED, '198.51.100.1'],
  ['such a host, the last its header names', null, `${SPOOFED}, 198.51.100.1`, HOSTED, '198.51.100.1'],
  ['such a host, rubbish', null, 'unknown', HOSTED, null],
  ['such a host, without its header', null, undefined, HOSTED, null],
  ['a socket, and the header of another host', '10.1.2.3', SPOOFED, HOSTED, '10.1.2.3'],
  ['a socket that had closed', undefined, undefined, NOBODY, null],
  ['a socket that had closed, and a header that only proxies may set', undefined, SPOOFED, NAMED, null],
  ['a socket path', '/run/assay.sock', undefined, NOBODY, null],
]

describe('where a call comes from', () => {
  test.each(CASES)('%s', (_what, peer, forwarded, trust, address) => {
    expect(addressOf(peer, forwarded, trust)).toBe(address)
  })

  test.each([
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '11.1.2.3', false],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['::/0', '2001:db8::1', true],
    ['::/0', '10.1.2.3', false],
    ['10.0.0.1/32', '10.0.0.2', false],
  ])('a range %s believes %s: %s', (range, peer, isTrusted) => {
    const trust = { header: 'x-forwarded-for', proxies: [range], hostHeader: null }
    expect(addressOf(peer, '198.51.100.1', trust) === '198.51.100.1').toBe(isTrusted)
  })

  test('a header of any length ends', () => {
    expect(addressOf('10.1.2.3', `${'x,'.repeat(5000)}198.51.100.1`, NAMED)).toBe('198.51.100.1')
  })
})
