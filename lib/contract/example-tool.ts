/** The tool that examples name: one of the reference servers, which the standalone service runs itself. */
export const EXAMPLE_TOOL = 'npm-official/modelcontextprotocol/server-everything/echo'
