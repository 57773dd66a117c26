import { placeOfAddress } from '../core/catalog/probe-target'
import { probeMcpHttp } from './mcp-http'
import { probeMcpStdio } from './mcp-stdio'
import { npmLaunch } from './npm-launch'
import type { Probers } from './prober'
import { pypiLaunch } from './pypi-launch'

/**
 * Every prober; a server is probed by the first that takes one of its targets. Adding one is one file and one row: catalog servers of
 * its kinds are scheduled by the first probe run of the next process.
 */
export const PROBERS = {
  'mcp-http': { evidence: 'endpoint', takes: ['streamable-http', 'sse'], placeOf: placeOfAddress, probe: probeMcpHttp },
  'mcp-stdio': {
    evidence: 'endpoint',
    takes: ['stdio'],
    placeOf: () => ({ network: 'local', host: null }),
    probe: probeMcpStdio,
  },
  'npm-launch': npmLaunch,
  'pypi-launch': pypiLaunch,
} as const satisfies Probers
