// Configurations in the forms that the clients document, with the addresses and commands of servers that are none.

/** A form of a client's configuration, with the launches that it stands for. */
export interface TestForm {
  /** Where the client has it, below a folder. */
  path: string
  text: string
  /** The names of the servers that go through the guard. */
  wrapped: readonly string[]
}

export const FORMS: Readonly<Record<string, TestForm>> = {
  'Claude Desktop': {
    path: 'Claude/claude_desktop_config.json',
    text: `{
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/Desktop"]
    },
    "no-args": { "command": "/usr/bin/my-server" }
  },
  "globalShortcut": ""
}
`,
    wrapped: ['filesystem', 'no-args'],
  },
  'Claude Code, of a project': {
    path: 'project/.mcp.json',
    text: `{
  "mcpServers": {
    "api": {
      "type": "http",
      "url": "\${API_BASE_URL:-https://api.example.com}/mcp",
      "headers": {
        "Authorization": "Bearer \${API_KEY}"
      }
    },
    "database": {
      "type": "stdio",
      "command": "\${CLAUDE_PROJECT_DIR:-.}/server",
      "args": [],
      "env": { "DB_URL": "\${DB_URL}" }
    },
    "events": { "type": "sse", "url": "https://mcp.example.com/sse" },
    "helper": { "type": "http", "url": "https://mcp.example.com/mcp", "headersHelper": "/opt/headers.sh" }
  }
}
`,
    wrapped: ['api', 'database', 'events'],
  },
  'Claude Code, of a person': {
    path: '.claude.json',
    text: `{
  "numStartups": 12,
  "mcpServers": {
    "memory": { "type": "stdio", "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"], "env": {} }
  },
  "projects": {
    "/home/me/one": { "allowedTools": [], "mcpServers": { "memory": { "type": "stdio", "command": "my-memory", "args": [], "env": {} } } },
    "/home/me/two": { "mcpServers": {} }
  }
}
`,
    wrapped: ['memory', 'memory'],
  },
  'VS Code': {
    path: '.vscode/mcp.json',
    text: `{
    // Asked for at the first start.
    "inputs": [{ "type": "promptString", "id": "key", "description": "Key", "password": true }],
    "servers": {
        "perplexity": {
            "type": "stdio",
            "command": "npx",
            "args": [
                "-y", // without a question
                "server-perplexity-ask",
            ],
            "env": { "PERPLEXITY_API_KEY": "\${input:key}" },
            "envFile": "\${workspaceFolder}/.env",
        },
        "context7": { "type": "http", "url": "https://mcp.context7.com/mcp" },
        "github": { "type": "http", "url": "https://api.example.com/mcp/", "headers": { "Authorization": "Bearer \${input:key}" } },
        "closed": { "type": "stdio", "command": "npx", "args": ["x"], "sandboxEnabled": true },
        "socket": { "type": "http", "url": "unix:///tmp/server.sock" },
    },
}
`,
    wrapped: ['perplexity', 'context7', 'github'],
  },
  'VS Code, of its settings': {
    path: 'Code/User/settings.json',
    text: `{
	"editor.fontSize": 14,
	"mcp": {
		"inputs": [],
		"servers": {
			"time": {
				"command": "uvx",
				"args": ["mcp-server-time"]
			}
		}
	},
	"lsp": { "servers": { "rust": { "command": "rust-analyzer" } } }
}
`,
    wrapped: ['time'],
  },
  Cursor: {
    path: '.cursor/mcp.json',
    text: `{
  "mcpServers": {
    "local": { "command": "\${userHome}/bin/server", "args": ["--root", "\${workspaceFolder}"], "env": { "API_KEY": "\${env:API_KEY}" } },
    "remote": { "url": "https://api.example.com/v1/mcp", "headers": { "Authorization": "Bearer \${env:MY_TOKEN}" } },
    "oauth": { "url": "https://api.example.com/mcp", "auth": { "CLIENT_ID": "\${env:ID}", "scopes": ["read"] } }
  }
}
`,
    wrapped: ['local', 'remote'],
  },
  Windsurf: {
    path: '.codeium/windsurf/mcp_config.json',
    text: `{
  "mcpServers": {
    "github": { "command": "docker", "args": ["run", "-i", "--rm", "ghcr.io/github/github-mcp-server"], "disabled": false },
    "remote-http": {
      "serverUrl": "https://mcp.example.com/mcp",
      "headers": { "API_KEY": "Bearer \${env:AUTH_TOKEN}" }
    }
  }
}
`,
    wrapped: ['github', 'remote-http'],
  },
  'Cline and Roo Code': {
    path: 'settings/cline_mcp_settings.json',
    text: `{
  "mcpServers": {
    "local-server": {
      "command": "node",
      "args": ["/path/to/server.js"],
      "env": { "API_KEY": "your_api_key" },
      "alwaysAllow": ["tool1"],
      "autoApprove": [],
      "disabled": false
    },
    "remote-server": {
      "type": "streamable-http",
      "url": "https://your-server.example/mcp?key=4f6a8b0c2d4e6f80",
      "timeout": 60,
      "headers": { "Authorization": "Bearer your-token", "X-Two": "2" },
      "disabled": true
    }
  }
}
`,
    wrapped: ['local-server', 'remote-server'],
  },
  Zed: {
    path: '.config/zed/settings.json',
    text: `{
  "theme": "One Dark",
  "context_servers": {
    "old": {
      "command": {
        "path": "/path/to/my-context-server",
        "args": ["run"],
        "env": {}
      },
      "settings": { "enable_something": true }
    },
    "new": { "source": "custom", "enabled": true, "command": "uvx", "args": ["mcp-server-git"], "env": {} },
    "remote": { "source": "custom", "url": "https://zed.example.com/mcp" },
    "postgres": { "source": "extension", "settings": { "database_url": "postgresql://localhost/db" } }
  }
}
`,
    wrapped: ['old', 'new', 'remote'],
  },
  'Gemini CLI': {
    path: '.gemini/settings.json',
    text: `{
  "mcp": { "allowed": ["pythonTools"] },
  "mcpServers": {
    "pythonTools": {
      "command": "python",
      "args": ["-m", "my_mcp_server"],
      "env": { "DATABASE_URL": "$DB_CONNECTION_STRING", "API_KEY": "\${EXTERNAL_API_KEY}" },
      "cwd": "./server",
      "timeout": 15000,
      "trust": false
    },
    "httpServer": {
      "httpUrl": "http://localhost:3000/mcp",
      "headers": { "Authorization": "Bearer $TOKEN" },
      "timeout": 5000,
      "includeTools": ["a"]
    },
    "google": { "httpUrl": "https://my-gcp-service.example/mcp", "authProviderType": "google_credentials" }
  }
}
`,
    wrapped: ['pythonTools', 'httpServer'],
  },
  'Copilot CLI': {
    path: '.copilot/mcp-config.json',
    text: `{"mcpServers":{"playwright":{"type":"local","command":"npx","args":["@playwright/mcp@latest"],"tools":["*"]},"context7":{"type":"http","url":"https://mcp.example.com/mcp","headers":{"CONTEXT7_API_KEY":"YOUR-API-KEY"},"tools":["*"]}}}`,
    wrapped: ['playwright', 'context7'],
  },
  opencode: {
    path: '.config/opencode/opencode.json',
    text: `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "my-local": {
      "type": "local",
      "command": ["bun", "x", "my-mcp-command"],
      "enabled": true,
      "environment": { "MY_ENV_VAR": "my_env_var_value" }
    },
    "my-remote": {
      "type": "remote",
      "url": "https://my-mcp-server.example",
      "enabled": true,
      "oauth": false,
      "headers": { "Authorization": "Bearer {env:MY_API_KEY}" }
    },
    "turned-on": { "enabled": true }
  }
}
`,
    wrapped: ['my-local', 'my-remote'],
  },
}
