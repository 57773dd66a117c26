/** What a prober checks, as the title of its requests. */
export const PROBER_TITLES: Readonly<Record<string, string>> = {
  'mcp-http': 'An MCP server over HTTP',
  'mcp-stdio': 'An MCP server on our machine',
  'http-api': 'An API by its address',
  openapi: 'An API with an OpenAPI description',
  documentation: 'A documentation page',
  'npm-package': 'A package of npm',
  'npm-launch': 'A package of npm, started',
  'pypi-package': 'A package of PyPI',
  'pypi-launch': 'A package of PyPI, started',
}
