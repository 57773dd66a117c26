import { OPT_OUT_HEADER, POLICY_PATH } from '../access/probing-policy'

/** One kind of request, and why it is sent. */
export interface SentRequest {
  request: string
  purpose: string
}

/** What is sent to an origin whatever is probed there. */
export const SENT_TO_EVERY_ORIGIN: readonly SentRequest[] = [
  {
    request: `GET ${POLICY_PATH}`,
    purpose:
      'Reads how its operator wants it to be checked, once a day for all servers of the origin together; also where the API description of another host marks a request there.',
  },
]

const LAUNCH: SentRequest = {
  request: 'server/discover, initialize, tools/list',
  purpose:
    'The package is installed from the package index, without running its scripts, and started once a version in a sandbox without network. Nothing is sent to its operator.',
}

/** What a prober sends, by its name in the list of probers. Shown to the operators of what is probed. */
export const SENT_BY_PROBER: Readonly<Record<string, readonly SentRequest[]>> = {
  'mcp-http': [
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
  'mcp-stdio': [
    {
      request: 'server/discover, initialize, tools/list',
      purpose: 'The same over the pipes of a process on our machine.',
    },
  ],
  'http-api': [
    { request: 'HEAD, then GET', purpose: 'At the declared base address, without arguments: whether an API answers.' },
  ],
  documentation: [{ request: 'GET', purpose: 'Whether the documentation page is there.' }],
  openapi: [
    {
      request: 'GET',
      purpose:
        'The API description, only if it has changed; and one GET that it marks as safe: at its own origin, or at a host that agrees to it.',
    },
  ],
  'npm-package': [
    { request: 'GET', purpose: 'Metadata of the package, from the package index. Nothing is sent to its operator.' },
    { request: 'GET /-/ping', purpose: 'From the package index, where a package is missing: whether it is one.' },
  ],
  'npm-launch': [LAUNCH],
  'pypi-launch': [LAUNCH],
  'pypi-package': [
    { request: 'GET', purpose: 'Metadata of the package, from the package index. Nothing is sent to its operator.' },
    { request: 'GET /simple/', purpose: 'From the package index, where a project is missing: whether it is one.' },
  ],
}

/** What an operator can do to refuse probes of one address. */
export const OPT_OUT_ANSWER = `403 with the header ${OPT_OUT_HEADER.name}: ${OPT_OUT_HEADER.value}`
