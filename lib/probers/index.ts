import { placeOfAddress } from '../core/catalog/probe-target'
import { probeDocumentation } from './documentation'
import { probeHttpApi } from './http-api'
import { probeMcpHttp } from './mcp-http'
import { probeMcpStdio } from './mcp-stdio'
import { npmLaunch } from './npm-launch'
import { placeOfNpmPackage, probeNpmPackage } from './npm-package'
import { probeOpenApi } from './openapi'
import type { Probers } from './prober'
import { pypiLaunch } from './pypi-launch'
import { placeOfPypiPackage, probePypiPackage } from './pypi-package'

/**
 * Every prober; a server is probed by the first that takes one of its targets. Adding one is one file and one row:
 * catalog servers of its kinds are scheduled by the first probe run of the next process.
 */
export const PROBERS = {
  'mcp-http': { evidence: 'endpoint', takes: ['streamable-http', 'sse'], placeOf: placeOfAddress, probe: probeMcpHttp },
  'mcp-stdio': {
    evidence: 'endpoint',
    takes: ['stdio'],
    placeOf: () => ({ network: 'local', host: null }),
    probe: probeMcpStdio,
  },
  // Before the address alone: the listing of a server is that of its first endpoint.
  openapi: { evidence: 'endpoint', takes: ['openapi'], placeOf: placeOfAddress, probe: probeOpenApi },
  'http-api': { evidence: 'endpoint', takes: ['http-api'], placeOf: placeOfAddress, probe: probeHttpApi },
  'npm-package': {
    evidence: 'publication',
    index: 'npm',
    takes: ['npm'],
    placeOf: placeOfNpmPackage,
    probe: probeNpmPackage,
  },
  'pypi-package': {
    evidence: 'publication',
    index: 'pypi',
    takes: ['pypi'],
    placeOf: placeOfPypiPackage,
    probe: probePypiPackage,
  },
  documentation: {
    evidence: 'documentation',
    takes: ['http-api-docs'],
    placeOf: placeOfAddress,
    probe: probeDocumentation,
  },
  'npm-launch': npmLaunch,
  'pypi-launch': pypiLaunch,
} as const satisfies Probers
