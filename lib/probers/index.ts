import { placeOfAddress } from '../core/catalog/probe-target'
import { probeDocumentation } from './documentation'
import { probeHttpApi } from './http-api'
import { probeMcpHttp } from './mcp-http'
import { probeMcpStdio } from './mcp-stdio'
import { npmLaunch } from './npm-launch'
import { placeOfNpmPackage, probeNpmPackage } from './npm-package'
import { probeOpenApi } from './openapi'
import type { ShownProber } from './prober'
import { pypiLaunch } from './pypi-launch'
import { placeOfPypiPackage, probePypiPackage } from './pypi-package'

/**
 * Every prober; a server is probed by the first that takes one of its targets. Adding one is one file and one row:
 * catalog servers of its kinds are scheduled by the first probe run of the next process.
 */
export const PROBERS = {
  'mcp-http': {
    title: 'An MCP server over HTTP',
    sends: [
      { request: 'POST server/discover', purpose: 'Handshake of the newest protocol revision.' },
      {
        request: 'POST initialize',
        purpose: 'Handshake of older revisions, followed by notifications/initialized.',
      },
      { request: 'POST tools/list', purpose: 'Lists the tools, page by page. No tool is ever called.' },
      {
        request: 'POST prompts/list, resources/list, resources/templates/list, skills/list',
        purpose: 'Lists what the server declares, at most every six hours; nothing of it is read or used.',
      },
      {
        request: 'GET <endpoint>/server-card, /.well-known/mcp/server-card.json',
        purpose: 'Reads the server card, at most every six hours.',
      },
      { request: 'DELETE', purpose: 'Ends the session, if the server opened one.' },
      { request: 'GET', purpose: 'Opens an event stream (HTTP+SSE, the oldest revision), only where POST is refused.' },
      {
        request: 'GET /.well-known/oauth-protected-resource',
        purpose:
          'After a 401 or 403, at most once a day: reads how clients sign in, also at the address that WWW-Authenticate names. No credentials are sent, no client is registered.',
      },
      {
        request: 'GET /.well-known/oauth-authorization-server, /.well-known/openid-configuration',
        purpose: 'The same, at the authorization servers that it names: nine requests for metadata at most.',
      },
    ],
    evidence: 'endpoint',
    takes: ['streamable-http', 'sse'],
    placeOf: placeOfAddress,
    probe: probeMcpHttp,
  },
  'mcp-stdio': {
    title: 'An MCP server on our machine',
    sends: [
      {
        request: 'server/discover, initialize, tools/list',
        purpose: 'The same over the pipes of a process on our machine.',
      },
    ],
    evidence: 'endpoint',
    takes: ['stdio'],
    placeOf: () => ({ network: 'local', host: null }),
    probe: probeMcpStdio,
  },
  // Before the address alone: the listing of a server is that of its first endpoint.
  openapi: {
    title: 'An API with an OpenAPI description',
    sends: [
      {
        request: 'GET',
        purpose:
          'The API description, only if it has changed; and one GET that it marks as safe: at its own origin, or at a host that agrees to it.',
      },
    ],
    evidence: 'endpoint',
    takes: ['openapi'],
    placeOf: placeOfAddress,
    probe: probeOpenApi,
  },
  'http-api': {
    title: 'An API by its address',
    sends: [
      {
        request: 'HEAD, then GET',
        purpose: 'At the declared base address, without arguments: whether an API answers.',
      },
    ],
    evidence: 'endpoint',
    takes: ['http-api'],
    placeOf: placeOfAddress,
    probe: probeHttpApi,
  },
  'npm-package': {
    title: 'A package of npm',
    sends: [
      { request: 'GET', purpose: 'Metadata of the package, from the package index. Nothing is sent to its operator.' },
      { request: 'GET /-/ping', purpose: 'From the package index, where a package is missing: whether it is one.' },
    ],
    evidence: 'publication',
    index: 'npm',
    takes: ['npm'],
    placeOf: placeOfNpmPackage,
    probe: probeNpmPackage,
  },
  'pypi-package': {
    title: 'A package of PyPI',
    sends: [
      { request: 'GET', purpose: 'Metadata of the package, from the package index. Nothing is sent to its operator.' },
      { request: 'GET /simple/', purpose: 'From the package index, where a project is missing: whether it is one.' },
    ],
    evidence: 'publication',
    index: 'pypi',
    takes: ['pypi'],
    placeOf: placeOfPypiPackage,
    probe: probePypiPackage,
  },
  documentation: {
    title: 'A documentation page',
    sends: [{ request: 'GET', purpose: 'Whether the documentation page is there.' }],
    evidence: 'documentation',
    takes: ['http-api-docs'],
    placeOf: placeOfAddress,
    probe: probeDocumentation,
  },
  'npm-launch': npmLaunch,
  'pypi-launch': pypiLaunch,
} as const satisfies Readonly<Record<string, ShownProber>>
