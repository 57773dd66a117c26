import { lookupOf, matchSetupServers } from 'assay-verify/setup/setup-lookup'
import { type SetupServer, withLoopback } from 'assay-verify/setup/setup-server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSettingsFile, LONGEST_SETUP, readSetup, setupFaultText } from './read-setup'
import { MARK, SECRET_SETTINGS } from './test-setups'

function entriesOf(text: string): readonly SetupServer[] {
  const reading = readSetup(text)
  if (!reading.ok) throw new Error(setupFaultText(reading))
  return reading.entries
}
const shortly = ({ name, identifiers, version, why }: SetupServer) =>
  `${name}: ${why ?? identifiers.map(({ kind, text }) => `${kind} ${text}`).join(' | ')}${version === null ? '' : ` at ${version}`}`

describe('what is looked up of a setup', () => {
  test('a setup full of secrets: names of packages, images and repositories, and addresses without anything private', () => {
    const entries = entriesOf(SECRET_SETTINGS)
    expect(entries.map(shortly)).toEqual([
      `${MARK}-files: package @modelcontextprotocol/server-filesystem at 1.2.3`,
      'linear: url https://mcp.linear.app/mcp',
      'zap: url https://mcp.zapier.com/api/mcp',
      'remote: url https://mcp.example.com/sse',
      'time: repo https://github.com/acme/time-mcp',
      'git: package mcp-server-git',
      'shell: local_program',
      'image: package pkg:docker/ghcr.io/github/github-mcp-server at 0.5.0',
      'own: local_program',
      'odd: unknown_option',
      'inside: local_address',
      'keyed: looks_secret',
    ])
    const body = lookupOf(entries)
    expect(body).toEqual({
      packages: [
        '@modelcontextprotocol/server-filesystem',
        'mcp-server-git',
        'pkg:docker/ghcr.io/github/github-mcp-server',
      ],
      urls: ['https://mcp.linear.app/mcp', 'https://mcp.zapier.com/api/mcp', 'https://mcp.example.com/sse'],
      repos: ['https://github.com/acme/time-mcp'],
    })
    expect(JSON.stringify(body).toUpperCase()).not.toContain(MARK)
  })

  test('nothing of env, headers, or arguments after the package leaves, whatever it is', () => {
    const secret = fc.string({ minLength: 6, maxLength: 40 }).filter((text) => !'npx @acme/tool'.includes(text))
    fc.assert(
      fc.property(secret, secret, secret, (value, header, argument) => {
        const settings = {
          mcpServers: {
            a: { command: 'npx', args: ['-y', '@acme/tool', argument], env: { TOKEN: value } },
            b: { url: 'https://mcp.acme.example/mcp', headers: { Authorization: header } },
          },
        }
        expect(lookupOf(entriesOf(JSON.stringify(settings)))).toEqual({
          packages: ['@acme/tool'],
          urls: ['https://mcp.acme.example/mcp'],
        })
      }),
    )
  })

  test('the query, user name, password and fragment of an address never leave', () => {
    const part = fc.stringMatching(/^[\w.-]{1,30}$/)
    fc.assert(
      fc.property(part, part, part, part, (user, password, query, fragment) => {
        const url = `https://${user}:${password}@mcp.acme.example/sse?${query}=${query}#${fragment}`
        expect(lookupOf(entriesOf(JSON.stringify({ servers: { x: { url } } })))).toEqual({
          urls: ['https://mcp.acme.example/sse'],
        })
      }),
    )
  })

  test.each([
    ['https://mcp.acme.example/u/550e8400-e29b-41d4-a716-446655440000/mcp', 'https://mcp.acme.example'],
    ['https://mcp.acme.example/k/a8f5f167f44f4964e6c998dee827110c', 'https://mcp.acme.example'],
    ['https://mcp.acme.example/{tenant}/mcp', 'https://mcp.acme.example'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of an editor
    ['https://mcp.acme.example/${input:key}/mcp', 'https://mcp.acme.example'],
    ['https://mcp.acme.example/token=abc/mcp', 'https://mcp.acme.example'],
    ['https://mcp.acme.example/hunter2/mcp', 'https://mcp.acme.example'],
    ['https://mcp.acme.example/mcp/x9k2', 'https://mcp.acme.example/mcp'],
    ['https://mcp.acme.example/api/v1/sse/tuesday', 'https://mcp.acme.example/api/v1/sse'],
    ['https://mcp.acme.example/API/MCP', 'https://mcp.acme.example/API/MCP'],
    ['https://mcp.acme.example/v12345678/mcp', 'https://mcp.acme.example'],
    ['https://mcp.acme.example/@acme/lamp-tools/mcp', 'https://mcp.acme.example/@acme/lamp-tools/mcp'],
    ['https://mcp.acme.example/@acme/Xk29ab7Qz/mcp', 'https://mcp.acme.example'],
    ['https://mcp.acme.example/mcp/@acme/lamps', 'https://mcp.acme.example/mcp'],
  ])('the path of %s ends before what is no known part of one', (url, text) => {
    expect(lookupOf(entriesOf(JSON.stringify({ servers: { x: { url } } })))).toEqual({ urls: [text] })
  })

  test('of any path at most its known parts leave', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,12}$/), (secret) => {
        const url = `https://mcp.acme.example/mcp/x-${secret}/sse`
        expect(lookupOf(entriesOf(JSON.stringify({ servers: { x: { url } } })))).toEqual({
          urls: ['https://mcp.acme.example/mcp'],
        })
      }),
    )
  })

  test.each([
    'http://localhost:3000/mcp',
    'http://127.0.0.1/mcp',
    'http://nas/mcp',
    'http://mcp.lan/x',
    'http://[::1]/mcp',
  ])('%s is of one’s own network', (url) => {
    expect(entriesOf(JSON.stringify({ servers: { x: { url } } })).map(shortly)).toEqual(['x: local_address'])
  })
})

describe('forms of a setup', () => {
  test.each([
    ['VS Code', '{"servers":{"a":{"type":"stdio","command":"npx","args":["-y","a-mcp"]}}}'],
    ['settings of VS Code', '{"editor.tabSize":2,"mcp":{"servers":{"a":{"command":"npx","args":["a-mcp"]}}}}'],
    ['Zed', '{"context_servers":{"a":{"command":{"path":"npx","args":["a-mcp"],"env":{}}}}}'],
    ['opencode', '{"mcp":{"a":{"type":"local","command":["npx","-y","a-mcp"]}}}'],
    ['Claude Code', '{"projects":{"/home/x":{"mcpServers":{"a":{"command":"npx","args":["a-mcp"]}}}}}'],
    ['a part of a file', '"a": {"command": "npx", "args": ["a-mcp"]}'],
    ['a part with its name', '"mcpServers": {"a": {"command": "npx", "args": ["a-mcp"]}},'.slice(0, -1)],
    ['servers alone', '{"a":{"command":"npx","args":["a-mcp"]}}'],
    [
      'Codex',
      '# mine\n[mcp_servers.a]\ncommand = "npx" # run\nargs = [\n  "-y", # yes\n  \'a-mcp\',\n]\n[mcp_servers.a.env]\nurl = "https://x.example/leak"\n',
    ],
    ['Codex on Windows', '[mcp_servers.a]\r\ncommand = "npx"\r\nargs = [\r\n  "-y",\r\n  "a-mcp"\r\n]\r\n'],
  ])('%s', (_, text) => {
    expect(entriesOf(text).map(shortly)).toEqual(['a: package a-mcp'])
  })

  test('the dependencies of a package.json, with exact versions only', () => {
    const file = { name: 'x', dependencies: { '@acme/a': '1.2.3', b: '^2.0.0', c: 'git+https://u:LEAK@git.example/c' } }
    expect(entriesOf(JSON.stringify(file)).map(shortly)).toEqual([
      '@acme/a: package @acme/a at 1.2.3',
      'b: package b',
      'c: package c',
    ])
  })

  test.each([
    ['@acme/a@1.2.3', '@acme/a@1.2.3: package @acme/a at 1.2.3'],
    ['- acme-time==2.0', 'acme-time==2.0: package acme-time at 2.0'],
    ['npx -y @acme/a', 'npx -y @acme/a: package @acme/a'],
    ['https://mcp.acme.example/mcp?key=1', 'https://mcp.acme.example/mcp?key=1: url https://mcp.acme.example/mcp'],
    ['git@github.com:acme/a.git', 'git@github.com:acme/a.git: repo https://github.com/acme/a.git'],
    ['official/acme/a', 'official/acme/a: id official/acme/a'],
    ['acme/a', 'acme/a: id acme/a | repo acme/a | package pkg:docker/acme/a'],
    ['pkg:npm/%40acme/a@1.0?x=LEAK', 'pkg:npm/%40acme/a@1.0?x=LEAK: package pkg:npm/%40acme/a at 1.0'],
    ['API_KEY=abcdef', 'API_KEY=abcdef: no_name'],
    ['ghp_0123456789abcdef0123456789abcdef0123', 'ghp_0123456789abcdef0123456789abcdef0123: looks_secret'],
    ['/home/me/server.py', '/home/me/server.py: local_program'],
  ])('a list with %s', (line, expected) => {
    expect(entriesOf(`# mine\n\n${line}\n`).map(shortly)).toEqual([expected])
  })

  test('a list names each once, also with commas between', () => {
    expect(entriesOf('a, b\nb\n“c”').map(({ name }) => name)).toEqual(['a', 'b', '“c”'])
  })

  test.each([
    ['', 'Nothing was pasted.'],
    [' \n\t', 'Nothing was pasted.'],
    ['{\n  "mcpServers": {\n    "a": {"command": "npx" "args": []}\n', 'check line 3'],
    ['{"mcpServers": {}}', 'No MCP servers were found'],
    ['{"version": 1}', 'No MCP servers were found'],
    ['[]', 'No MCP servers were found'],
    ['x'.repeat(LONGEST_SETUP + 1), 'longer than 1 MB'],
    ['['.repeat(5000), 'nested too deeply'],
  ])('%.40s cannot be read, and why is said', (text, message) => {
    const reading = readSetup(text)
    expect(reading.ok ? '' : setupFaultText(reading)).toContain(message)
  })

  test('any text is read without an error, and within a second where it is as long as allowed', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => void readSetup(text)))
    for (const text of ['{', '"', ' ', '/*', '{"a":', 'a,', '\\', '"\\'])
      expect(readSetup(text.repeat(LONGEST_SETUP / text.length)).ok).toBeTypeOf('boolean')
  })

  test.each([
    [
      'of Goose',
      'extensions:\n  github:\n    cmd: npx\n    args: [-y, "@acme/github"]\n    envs:\n      TOKEN: sk-1234567890abcdef\n',
    ],
    ['of Continue', 'mcpServers:\n  - name: github\n    command: npx\n    args:\n      - -y\n      - "@acme/github"\n'],
    ['in part', '- name: linear\n  url: https://mcp.linear.app/mcp\n'],
  ])('settings in YAML %s are no list, and it is said that they cannot be read', (_, text) => {
    expect(readSetup(text)).toEqual({ ok: false, fault: 'yaml' })
    expect(isSettingsFile(text)).toBe(true)
  })

  test('addresses with ports, packages with a registry and ids in a list are no YAML', () => {
    const text =
      'https://mcp.acme.example:8443/mcp\nnpm:@acme/tool\ndocker run -i acme/image:1.2\nofficial/acme/server\n'
    expect(readSetup(text)).toMatchObject({ ok: true, form: 'list' })
  })

  test('a file is distinguished from a list', () => {
    expect(['{}', ' [1]', '// x', '[mcp_servers.a]'].map(isSettingsFile)).toEqual([true, true, true, true])
    expect(['a', '@a/b', '# a'].map(isSettingsFile)).toEqual([false, false, false])
  })
})

describe('addresses of this machine', () => {
  const text = 'http://127.0.0.1:4301/mcp?key=x\nhttp://localhost:4302/mcp\nhttp://192.168.0.7:4303/mcp\n@acme/tool'

  test('are not looked up', () => {
    expect(lookupOf(entriesOf(text))).toEqual({ packages: ['@acme/tool'] })
  })

  test('are in a demonstration, whose servers are there; those of a network are not', () => {
    expect(lookupOf(withLoopback(entriesOf(text)))).toEqual({
      urls: ['http://127.0.0.1:4301/mcp', 'http://127.0.0.1:4302/mcp'],
      packages: ['@acme/tool'],
    })
  })
})

describe('the answer of a lookup', () => {
  test('an entry is the servers of its likeliest reading; servers of the same repository in another place do not count', () => {
    const entries = entriesOf('acme/a\nb')
    const row = (
      kind: 'id' | 'repo' | 'package',
      input: string,
      serverId: string,
      match: 'exact' | 'repository' = 'exact',
    ) => ({ kind, input, serverId, match })
    const rows = [
      row('repo', 'acme/a', 'x/a'),
      row('repo', 'acme/a', 'x/a2'),
      row('package', 'pkg:docker/acme/a', 'x/image'),
      row('package', 'b', 'x/b', 'repository'),
    ]
    expect(matchSetupServers(entries, rows).map(({ serverIds }) => serverIds)).toEqual([['x/a', 'x/a2'], []])
  })
})
