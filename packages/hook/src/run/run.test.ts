import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { down, healthy, knownServer, TestMachine } from '../test-command.ts'

let machine: TestMachine

beforeEach(() => {
  machine = new TestMachine()
  machine.write('project/.mcp.json', {
    mcpServers: {
      gh: { type: 'http', url: 'https://oldbarn.example/mcp' },
      'my srv': { command: 'npx', args: ['-y', '@garden/lantern@1.2.0'] },
    },
  })
})
afterEach(() => machine.close())

const OLDBARN = { kind: 'url', name: 'oldbarn.example/mcp' } as const
const LANTERN = { kind: 'npm', name: '@garden/lantern' } as const
const NOTHING = { code: 0, out: '{}\n', said: '' }

const event = (rest: object = {}) => ({
  ...{ session_id: 's', transcript_path: '/t', cwd: machine.project, hook_event_name: 'PreToolUse' },
  ...{ tool_name: 'mcp__gh__read_file', tool_input: { path: 'a' }, tool_use_id: 'toolu_1' },
  ...rest,
})
const run = (input: string | object) => machine.run(['run', 'claude-code'], input)
const denied = (out: string) => JSON.parse(out).hookSpecificOutput?.permissionDecision
const recent = () =>
  readFileSync(machine.files().recent, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const knowsOldbarn = (state = down()) => machine.knows([knownServer('garden/oldbarn', [OLDBARN], state)])

describe('a call', () => {
  it('of a server that is down is denied, with a reason', async () => {
    knowsOldbarn()
    const { code, out, said } = await run(event())
    expect({ code, said }).toEqual({ code: 0, said: '' })
    expect(JSON.parse(out)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringMatching(/^.{0,10}gh.{0,10} is down for 1[89] minutes/),
      },
    })
    expect(recent()).toMatchObject([{ kind: 'denied', host: 'claude-code' }])
  })

  it('of a server that is well, or not known, is not spoken of', async () => {
    expect(await run(event())).toEqual(NOTHING)
    machine.knows([knownServer('garden/oldbarn', [OLDBARN], healthy())])
    expect(await run(event())).toEqual(NOTHING)
    knowsOldbarn()
    for (const tool_name of ['Bash', 'mcp__other__x', 'mcp__my_srv__x'])
      expect(await run(event({ tool_name }))).toEqual(NOTHING)
  })

  it('names the alternative that the setup has by its own name', async () => {
    const tools = {
      read_file: [{ serverId: 'garden/lantern', tool: 'open', renamed: [['path', 'file'] as [string, string]] }],
    }
    machine.knows([
      knownServer('garden/oldbarn', [OLDBARN], down(), { tools }),
      knownServer('garden/lantern', [LANTERN], healthy()),
    ])
    const { out } = await run(event())
    const { permissionDecisionReason: text } = JSON.parse(out).hookSpecificOutput
    expect(text).toMatch(/my srv/)
    expect(text).toMatch(/rename path to file/)
  })

  it('is let through once it answered again, and one of several processes tries', async () => {
    knowsOldbarn()
    await run(event())
    const key = recent()[0].key
    const before = { at: Date.now() - 400_000, kind: 'denied', host: 'claude-code', key }
    writeFileSync(machine.files().recent, `${JSON.stringify(before)}\n`)
    const tries = await Promise.all([1, 2, 3, 4].map((n) => run(event({ tool_use_id: `toolu_${n}` }))))
    expect(tries.map(({ out }) => denied(out)).filter((one) => one === undefined)).toHaveLength(1)
    await run(event({ hook_event_name: 'PostToolUse', tool_response: 'pong' }))
    expect(await run(event())).toEqual(NOTHING)
  })

  it('is denied while another process tries that began later and wrote first', async () => {
    knowsOldbarn()
    await run(event())
    const [{ key, host }] = recent()
    const lines = [
      { at: Date.now() - 400_000, kind: 'denied', host, key },
      { at: Date.now() + 3000, kind: 'trial', host, key, by: 'another' },
    ]
    writeFileSync(machine.files().recent, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    expect(denied((await run(event())).out)).toBe('deny')
  })

  it('that several scopes have a hook for is tried in all of them, or in none', async () => {
    knowsOldbarn()
    await run(event())
    const line = { at: Date.now() - 400_000, kind: 'denied', host: 'claude-code', key: recent()[0].key }
    writeFileSync(machine.files().recent, `${JSON.stringify(line)}\n`)
    expect(await Promise.all([run(event()), run(event())])).toEqual([NOTHING, NOTHING])
    expect(await run(event())).toEqual(NOTHING)
    expect(denied((await run(event({ tool_use_id: 'toolu_2' }))).out)).toBe('deny')
  })

  it('advises where the server is degraded, beside the call', async () => {
    knowsOldbarn({ ...down(), v: 'degraded' })
    expect(JSON.parse((await run(event())).out)).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: expect.stringContaining('gh') },
    })
  })
})

describe('an event after a call', () => {
  const after = async (rest: object) => {
    knowsOldbarn(healthy())
    expect(await run(event(rest))).toEqual(NOTHING)
    return recent().map(({ kind }) => kind)
  }
  it.each([
    ['completed', { hook_event_name: 'PostToolUse', tool_response: [{ type: 'text', text: 'pong' }] }],
    ['completed', { hook_event_name: 'PostToolUseFailure', error: 'backend exploded' }],
    ['completed', { hook_event_name: 'PostToolUseFailure', error: 'Streamable HTTP error: HTTP 401 Unauthorized' }],
    ['completed', { hook_event_name: 'PostToolUseFailure', error: 'The database said ECONNREFUSED' }],
    ['failed', { hook_event_name: 'PostToolUseFailure', error: 'Connection closed' }],
    ['failed', { hook_event_name: 'PostToolUseFailure', error: 'MCP error -32001: Request timed out' }],
    ['failed', { hook_event_name: 'PostToolUseFailure', error: 'connect ECONNREFUSED 127.0.0.1:80' }],
    ['failed', { hook_event_name: 'PostToolUseFailure', error: 'Error POSTing to endpoint (HTTP 503): no' }],
  ])('is %s: %j', async (kind, rest) => expect(await after(rest)).toEqual([kind]))

  it('that the person ended says nothing of the server', async () => {
    knowsOldbarn(healthy())
    await run(event({ hook_event_name: 'PostToolUseFailure', error: 'Connection closed', is_interrupt: true }))
    expect(readdirSync(machine.files().folder)).not.toContain('recent.jsonl')
  })

  it('is kept for reports only after they were turned on, with four members', async () => {
    knowsOldbarn(healthy())
    const rest = { hook_event_name: 'PostToolUse', tool_response: 'secret', duration_ms: 39.4 }
    await run(event(rest))
    expect(readdirSync(machine.files().folder)).not.toContain('outcomes.jsonl')
    expect((await machine.run(['reports', 'on'])).code).toBe(0)
    await run(event(rest))
    await run(event({ ...rest, hook_event_name: 'PostToolUseFailure', error: 'Connection closed' }))
    const lines = readFileSync(machine.files().outcomes, 'utf8').trim().split('\n')
    const toolId = 'garden/oldbarn/read_file'
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { at: expect.any(Number), toolId, success: true, latencyMs: 39 },
      { at: expect.any(Number), toolId, success: false, latencyMs: 39, errorClass: 'network' },
    ])
    expect((await machine.run(['reports', 'off'])).code).toBe(0)
    expect(readdirSync(machine.files().folder)).not.toContain('outcomes.jsonl')
  })
})

describe('the setup', () => {
  const knowsLocal = (name: string) => machine.knows([knownServer('own/x', [{ kind: 'url', name }], down())])

  it('is the project, its parents, then the user, and an address of the own network is one too', async () => {
    machine.write('project/sub/deep/x', '')
    machine.write('home/.claude.json', {
      mcpServers: {
        own: { type: 'http', url: 'http://10.0.0.7:8080/a/b?key=1' },
        gh: { url: 'https://else.example/x' },
      },
    })
    knowsLocal('10.0.0.7:8080/a/b')
    const cwd = join(machine.project, 'sub/deep')
    expect(denied((await run(event({ cwd, tool_name: 'mcp__own__x' }))).out)).toBe('deny')
    knowsOldbarn()
    expect(denied((await run(event({ cwd }))).out)).toBe('deny')
  })

  it('is read again where a file changed', async () => {
    knowsLocal('10.0.0.7:8080/a')
    const call = event({ tool_name: 'mcp__own__x' })
    expect(await run(call)).toEqual(NOTHING)
    machine.write('project/.mcp.json', { mcpServers: { own: { url: 'http://10.0.0.7:8080/a' } } })
    expect(denied((await run(call)).out)).toBe('deny')
  })

  it('may have comments, a byte order mark, commas at the end, and one name twice', async () => {
    machine.write(
      'project/.mcp.json',
      '\uFEFF{ // one\r\n "mcpServers": { "gh": {"url":"https://wrong.example"}, /* two */ "gh": {"url":"https://oldbarn.example/mcp",}, }, }',
    )
    knowsOldbarn()
    expect(denied((await run(event())).out)).toBe('deny')
  })

  it('that is no JSON is said in one line, and others are read', async () => {
    machine.write('project/.mcp.json', '{ "mcpServers": secret')
    machine.write('home/.claude.json', { mcpServers: { gh: { url: 'https://oldbarn.example/mcp' } } })
    knowsOldbarn()
    const { out, said } = await run(event())
    expect(denied(out)).toBe('deny')
    expect(said).toBe(`assay-hook: ${join(machine.project, '.mcp.json')} cannot be read: it is not JSON.\n`)
  })

  it('may have names that are written alike: the mildest decision counts, or the name that the host says', async () => {
    machine.write('project/.mcp.json', {
      mcpServers: { 'a.b': { url: 'https://oldbarn.example/mcp' }, 'a b': { url: 'https://well.example/mcp' } },
    })
    const well = knownServer('garden/well', [{ kind: 'url', name: 'well.example/mcp' }], healthy())
    machine.knows([knownServer('garden/oldbarn', [OLDBARN], down()), well])
    const call = event({ tool_name: 'mcp__a_b__x' })
    expect(await run(call)).toEqual(NOTHING)
    expect(denied((await run({ ...call, mcp_server: { name: 'a.b', source: 'project' } })).out)).toBe('deny')
    expect(await run({ ...call, mcp_server: { name: 'a b', source: 'project' } })).toEqual(NOTHING)
  })

  it('may have a server without a public name beside one whose name begins alike', async () => {
    machine.write('project/.mcp.json', {
      mcpServers: { gh: { url: 'https://oldbarn.example/mcp' }, gh__own: { command: './own.sh' } },
    })
    knowsOldbarn()
    expect(await run(event({ tool_name: 'mcp__gh__own__x' }))).toEqual(NOTHING)
    expect(denied((await run(event())).out)).toBe('deny')
  })

  it('does not have a server that the host got otherwise, though its name is written alike', async () => {
    machine.write('project/.mcp.json', { mcpServers: { 'a.b': { url: 'https://oldbarn.example/mcp' } } })
    knowsOldbarn()
    const call = event({ tool_name: 'mcp__a_b__x', mcp_server: { name: 'a b', source: 'dynamic' } })
    expect(await run(call)).toEqual(NOTHING)
  })

  it('may have a thousand servers', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => [`s${at}`, { url: `https://h${at}.example/mcp` }])
    machine.write('project/.mcp.json', { mcpServers: Object.fromEntries(many) })
    knowsLocal('h999.example/mcp')
    expect(denied((await run(event({ tool_name: 'mcp__s999__x' }))).out)).toBe('deny')
    expect(await run(event({ tool_name: 'mcp__s998__x' }))).toEqual(NOTHING)
  })

  it('names servers by package, image and bridge', async () => {
    machine.write('project/.mcp.json', {
      mcpServers: {
        py: { command: 'uvx', args: ['Some_Server@1.0'] },
        oci: { command: 'docker', args: ['run', '-i', '--rm', 'Mcp/Lantern:1.2'] },
        // biome-ignore lint/suspicious/noTemplateCurlyInString: as hosts write variables
        bridge: { command: 'npx', args: ['-y', 'mcp-remote', '${BASE:-http://192.168.0.9:1}/mcp'] },
      },
    })
    machine.knows([
      knownServer('x/py', [{ kind: 'pypi', name: 'some-server' }], down()),
      knownServer('x/oci', [{ kind: 'oci', name: 'mcp/lantern' }], down()),
      knownServer('x/bridge', [{ kind: 'url', name: '192.168.0.9:1/mcp' }], down()),
    ])
    for (const name of ['py', 'oci', 'bridge'])
      expect(denied((await run(event({ tool_name: `mcp__${name}__x` }))).out)).toBe('deny')
  })

  it('has the pins of a lock file above the folder', async () => {
    const digest = (byte: string) => `sha256:${byte.repeat(32)}`
    const tool = { name: 'read_file', inputSchema: digest('0a') }
    const entry = { id: 'garden/oldbarn', version: null, leaf: null, parts: {}, tools: [tool] }
    machine.write('tools.lock.json', { version: 1, service: null, servers: [entry] })
    const pinned = (byte: string) => Buffer.from(byte.repeat(16), 'hex').toString('base64url')
    const knows = (byte: string) =>
      machine.knows([
        knownServer('garden/oldbarn', [OLDBARN], healthy(), {
          pins: { id: 'garden/oldbarn', tools: { read_file: [null, null, pinned(byte), null, null] } },
        }),
      ])
    knows('0a')
    expect(await run(event())).toEqual(NOTHING)
    knows('0b')
    expect(denied((await run(event())).out)).toBe('deny')
    machine.write('tools.lock.json', 'no lock')
    expect(await run(event())).toMatchObject({
      out: '{}\n',
      said: expect.stringMatching(/^assay-hook: The pins of .*\n$/),
    })
  })
})

describe('what the call must not suffer from', () => {
  it('no service named', async () => {
    knowsOldbarn()
    machine.url = ''
    expect(await run(event())).toEqual(NOTHING)
  })

  it.each([
    ['nothing', ''],
    ['no JSON', 'hello'],
    ['half an event', '{"hook_event_name":"PreToolUse","tool_na'],
  ])('%s on the standard input', async (_, input) => {
    expect(await run(input)).toEqual({ code: 0, out: '{}\n', said: 'assay-hook: the event is not JSON\n' })
  })

  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['an event of a later version', '{"hook_event_name":"PreToolWish","tool_name":"mcp__gh__x"}'],
    ['members of other types', '{"hook_event_name":"PreToolUse","tool_name":7,"cwd":[],"mcp_server":"x"}'],
  ])('%s', async (_, input) => expect(await run(input)).toEqual(NOTHING))

  it('ten megabytes, and more than are read', async () => {
    knowsOldbarn()
    expect(denied((await run(event({ tool_input: { text: 'x'.repeat(10_000_000) } }))).out)).toBe('deny')
    const { code, out, said } = await run(event({ tool_input: { text: 'x'.repeat(20_000_000) } }))
    expect({ code, out, said }).toEqual({
      code: 0,
      out: '{}\n',
      said: expect.stringMatching(/^assay-hook: .*bytes\n$/),
    })
  })

  it('a host that it does not know', async () => {
    expect(await machine.run(['run', 'emacs'], event())).toMatchObject({ code: 0, out: '{}\n' })
  })

  it('a view that is cut, damaged, old or of another form', async () => {
    const { view } = machine.files()
    knowsOldbarn()
    const whole = readFileSync(view)
    for (let cut = 0; cut < whole.length; cut += Math.ceil(whole.length / 5)) {
      writeFileSync(view, whole.subarray(0, cut))
      expect((await run(event())).code).toBe(0)
    }
    for (const at of [whole.indexOf('down'), whole.indexOf('assessedAt')]) {
      const flipped = Buffer.from(whole)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      writeFileSync(view, flipped)
      expect(await run(event())).toEqual(NOTHING)
    }
    machine.knows([knownServer('garden/oldbarn', [OLDBARN], down())], { expiresAt: Date.now() - 1 })
    expect(await run(event())).toEqual(NOTHING)
  })

  it('a disk that takes nothing: trials are then given by the clock', async () => {
    knowsOldbarn()
    await run(event())
    const { recent: log } = machine.files()
    rmSync(log)
    symlinkSync('/dev/full', log)
    const { code, out, said } = await run(event())
    expect(code).toBe(0)
    expect(() => JSON.parse(out)).not.toThrow()
    expect(said).toMatch(/^assay-hook: what it saw is not remembered: ENOSPC.*\n$/)
  })

  it('a state that cannot be made', async () => {
    machine.write('state', 'a file where a folder is needed')
    const { code, out, said } = await run(event())
    expect({ code, out }).toEqual({ code: 0, out: '{}\n' })
    expect(said).toMatch(/^assay-hook: [^\n]+\n$/)
  })

  it('nothing is kept for others to read', async () => {
    knowsOldbarn()
    await run(event())
    const { recent: log, folder } = machine.files()
    expect(statSync(log).mode & 0o077).toBe(0)
    expect(statSync(folder).mode & 0o077).toBe(0)
  })
})
