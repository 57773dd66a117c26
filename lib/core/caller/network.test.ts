import { expect, test } from 'vitest'
import { networkOf } from './network'

test.each([
  ['198.51.100.7', '198.51.100.0/24'],
  ['198.51.100.250', '198.51.100.0/24'],
  ['198.51.101.7', '198.51.101.0/24'],
  ['2001:db8:1:5::/64', '2001:db8::/32'],
  ['2001:db8:1:ffff::/64', '2001:db8::/32'],
  ['2001:db8:2:0::/64', '2001:db8::/32'],
  ['2001:db9:2:0::/64', '2001:db9::/32'],
  ['0:0:0:0::/64', '0:0::/32'],
  [null, 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a 6to4 address is of the network of the IPv4 address in it', () => {
  expect(networkOf('2002:c633:6407:1::/64')).toBe('198.51.100.0/24')
  expect(networkOf('2002:c633:64fa:0::/64')).toBe('198.51.100.0/24')
})
