/** Secrets and private places; every one contains this word, so that a test finds whatever leaks. */
export const MARK = 'LEAK'

const KEY = `sk-proj-${MARK}0123456789abcdefXYZ`

/** Settings of a client in which everything that may be secret is, with comments and commas as editors allow. */
export const SECRET_SETTINGS = `{
  // the servers of ${MARK}
  "inputs": [{ "id": "${MARK}", "type": "promptString" }],
  "mcpServers": {
    "${MARK}-files": {
      "command": "/home/${MARK}/.nvm/bin/npx",
      "args": ["-y", "--registry", "https://u:${MARK}@npm.${MARK}.example/", "@modelcontextprotocol/server-filesystem@1.2.3", "/home/${MARK}/work", "--token=${MARK}"],
      "env": { "API_KEY": "${KEY}", "${MARK}": "1" },
      "cwd": "/srv/${MARK}"
    },
    "linear": {
      "url": "https://user:${MARK}@mcp.linear.app/mcp?api_key=${MARK}#${MARK}",
      "headers": { "Authorization": "Bearer ${MARK}" }
    },
    "zap": { "serverUrl": "https://mcp.zapier.com/api/mcp/s/${MARK}4f9a8b7c6d5e4f3a2b1c/mcp" },
    "remote": { "command": "npx", "args": ["mcp-remote@0.1.2", "https://mcp.example.com/sse?key=${MARK}", "--header", "Authorization: ${MARK}"] },
    "time": { "command": "uvx", "args": ["--index-url", "https://t:${MARK}@pypi.${MARK}.example/simple", "--from", "git+https://${MARK}:${MARK}@github.com/acme/time-mcp@main#subdirectory=${MARK}", "time-mcp", "--key", "${MARK}"] },
    "git": { "command": "cmd", "args": ["/c", "npx", "-y", "mcp-server-git", "--repository", "C:\\\\Users\\\\${MARK}"] },
    "shell": { "command": "sh", "args": ["-c", "TOKEN=${MARK} npx -y hidden ${MARK}"] },
    "image": { "command": "docker", "args": ["run", "-i", "--rm", "-e", "TOKEN=${MARK}", "-v", "/home/${MARK}:/data", "ghcr.io/github/github-mcp-server:0.5.0", "--${MARK}"] },
    "own": { "command": "node", "args": ["/home/${MARK}/server.js"] },
    "odd": { "command": "npx", "args": ["--${MARK.toLowerCase()}", "${MARK}value", "some-package"] },
    "inside": { "url": "http://192.168.1.20:8080/${MARK}" },
    "keyed": { "command": "npx", "args": ["-y", "ghp_${MARK}0123456789abcdef0123456789abcd"] },
  },
}`
