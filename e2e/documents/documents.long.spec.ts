import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { EXAMPLES } from '../../lib/contract/examples'
import { OPERATIONS } from '../../lib/contract/operations'
import { STANDALONE_URL } from '../adapters'
import { type BuiltClient, buildClient } from '../built-client'
import { newKey } from '../contract-requests'
import { type DocumentExample, documentFiles, examplesIn } from './document-examples'
import { differences, parseShown, unknownMembers } from './shown-json'

// Every example of the documents for readers is run against the standalone adapter, and what it shows is compared with
// what it gets.

const ECHO = 'npm-official/modelcontextprotocol/server-everything/echo'

/**
 * Examples that are not run, or not compared with an answer but with the example of the contract, and why; by file and
 * what they contain.
 */
const EXCEPTIONS: readonly { file: string; holds: string; example?: unknown; why: string }[] = [
  {
    file: 'docs/operate.md',
    holds: 'docker compose up',
    why: 'needs a container engine; commands/container-files.test.ts checks the files',
  },
  {
    file: 'docs/launching.md',
    holds: 'systemd-run --user',
    why: 'needs systemd with sessions of users, and cgroups of version 2',
  },
  { file: 'docs/operate.md', holds: 'job_name: assay', why: 'configures Prometheus, which the tests do not have' },
  {
    file: 'docs/mcp.md',
    holds: 'conformance server',
    why: 'downloads a test suite and needs Node 22',
  },
  {
    file: 'docs/conformance.md',
    holds: 'bench/conformance/run.sh',
    why: 'downloads a test suite and needs Node 22',
  },
  {
    file: 'docs/operate.md',
    holds: '{"probe": "none"}',
    why: 'shows forms of a file at another origin; lib/core/access/probing-policy.test.ts reads them',
  },
  {
    file: 'docs/api.md',
    holds: '"verdict":"healthy","similarity":…',
    example: EXAMPLES.alternatives,
    why: 'shows the demonstration; `npm run test:docs -- --demo` compares it',
  },
  {
    file: 'docs/api.md',
    holds: '/v1/alternatives/demo/harbor.example',
    why: 'asks the demonstration; `npm run test:docs -- --demo` runs it',
  },
  {
    file: 'docs/log.md',
    holds: 'for each observation at time t:',
    why: 'is a procedure in words; the suites of packages/verify/src/audit run it',
  },
  {
    file: 'docs/products.md',
    holds: '"publishers":',
    why: 'is the content of a file; lib/products/rules/corrections.test.ts reads such files',
  },
  {
    file: 'docs/operate.md',
    holds: 'npx next start -H',
    why: 'starts the Next adapter, which e2e/start-next.mjs does for the other suites',
  },
  {
    file: 'docs/api.md',
    holds: '"id":"brk_1"',
    example: OPERATIONS.breakages.example,
    why: 'shows an outage of a server that is not in the fixture',
  },
  {
    file: 'docs/api.md',
    holds: '"days":[',
    example: EXAMPLES.history,
    why: 'shows an outage of a server that has none in the fixture',
  },
  ...['Log audit.test/log: 46', 'FOUND fork', 'UPDATE intervals'].map((holds) => ({
    file: 'docs/audit.md',
    holds,
    why: 'shows frauds, which packages/verify/src/commands/audit.test.ts makes and finds',
  })),
  {
    file: 'docs/demo.md',
    holds: 'npm run demo',
    why: 'makes 90 days of history, which takes minutes; commands/demo has tests of its parts',
  },
]

const examples = (await Promise.all((await documentFiles()).map(examplesIn))).flat()
const exceptionOf = ({ file, text }: DocumentExample) =>
  EXCEPTIONS.find((exception) => exception.file === file && text.includes(exception.holds))

let folder: string
let client: BuiltClient
let key: string

// One after another in one worker: they share a client, a key and what the commands printed.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  client = await buildClient()
  folder = await mkdtemp(join(tmpdir(), 'assay-documents-'))
  await mkdir(join(folder, 'node_modules'))
  await symlink(client.folder, join(folder, 'node_modules/assay-client'))
  for (const name of ['jose', '@modelcontextprotocol']) {
    await symlink(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name))
  }
  key = await newKey(STANDALONE_URL)
  await expect
    .poll(async () => (await (await fetch(`${STANDALONE_URL}/v1/health/${ECHO}`)).json()).verdict, { timeout: 60_000 })
    .toBe('healthy')
})
test.afterAll(async () => {
  await client.remove()
  await rm(folder, { recursive: true, force: true })
})

test('every exception is still an example of its document', () => {
  for (const { file, holds, example: inContract, why } of EXCEPTIONS) {
    expect(
      examples.filter((example) => example.file === file && example.text.includes(holds)),
      holds,
    ).toHaveLength(1)
    const how = inContract === undefined ? 'is not run' : 'is compared with the example of the contract by its members'
    process.stdout.write(`${file}: the example with ${JSON.stringify(holds)} ${how}: it ${why}\n`)
  }
})

for (const example of examples) {
  const { file, line, kind, text } = example
  test(`${file}:${line} ${text.split('\n')[0]?.slice(0, 60)}`, async () => {
    const exception = exceptionOf(example)
    if (exception === undefined) return RUNNERS[kind](example)
    if (exception.example !== undefined) expect(unknownMembers(parseShown(text), exception.example)).toEqual([])
  })
}

const RUNNERS: Readonly<Record<DocumentExample['kind'], (example: DocumentExample) => Promise<void>>> = {
  commands: async ({ commands }) => {
    const shown = examples.find((example) => example.kind === 'answer' && example.commands === commands)?.text ?? ''
    for (const command of commands) {
      const isProblem = (await runCommand(command)).startsWith('{"type":"/problems#')
      expect(isProblem, command).toBe(shown.startsWith('{"type":"/problems#'))
    }
  },
  answer: expectShown,
  js: runScript,
  ts: runScript,
  json: expectConfiguration,
  sh: refuseUnknown,
  other: refuseUnknown,
}

/** What nothing runs must be an exception, with its reason. */
async function refuseUnknown({ text }: DocumentExample): Promise<void> {
  throw new Error(`nothing runs this example, and it is no exception: ${text}`)
}

/** The documents' addresses and placeholders, made real. */
function madeReal(text: string): string {
  return text
    .replaceAll('http://localhost:3000', STANDALONE_URL)
    .replaceAll('https://assay.example', STANDALONE_URL)
    .replaceAll('assay_…', key)
}

const printed = new Map<string, Promise<string>>()

/** What a command prints; each runs once. */
function runCommand(command: string): Promise<string> {
  const known = printed.get(command)
  if (known !== undefined) return known
  const running = command.startsWith('curl ') ? curl(command) : npm(command)
  printed.set(command, running)
  return running
}

async function curl(command: string): Promise<string> {
  const call = `${madeReal(command).replace(/^curl/, 'curl --silent --show-error')}`
  return (await promisify(execFile)('sh', ['-c', call])).stdout
}

/**
 * Those that ask a service run; of others, which would install, build or serve for long, everything they name must
 * exist.
 */
async function npm(command: string): Promise<string> {
  if (command.startsWith('npm run verify')) {
    const { stdout } = await promisify(execFile)('sh', ['-c', madeReal(command)], {
      env: { ...process.env, NODE_ENV: 'production' },
    })
    return stdout
  }
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
  const [, name = '', rest = ''] = /^npm (?:run )?(?:-s )?([\w:-]+)(?: -- (.*))?$/.exec(command) ?? []
  const [, paths] = /^npx vitest run (.*)$/.exec(command) ?? []
  if (paths !== undefined) expect(existsSync(paths), command).toBe(true)
  else expect(scripts[name], command).toBeDefined()
  const file = scripts[name]?.split(' ').find((word) => /\.(mjs|ts)$/.test(word))
  const source = file === undefined ? '' : await readFile(file, 'utf8')
  if (name === 'test') for (const suite of rest.replace('--only', '').trim().split(',')) expect(source).toContain(suite)
  if (name === 'bench') expect(source).toMatch(new RegExp(`^  '?${rest.split(' ')[0]}'?:`, 'm'))
  return ''
}

async function expectShown(example: DocumentExample): Promise<void> {
  const shown = parseShown(example.text)
  const answers = (await Promise.all(example.commands.map(runCommand))).map((text) => JSON.parse(text) as unknown)
  expect(answers.length, 'the commands above it').toBeGreaterThan(0)
  const found = answers.map((answer) => differences(shown, answer))
  expect(found.sort((a, b) => a.length - b.length)[0]).toEqual([])
}

/** What the script of a document needs before it, and what must hold after it. */
const AROUND: readonly { holds: string; before: string; after: string }[] = [
  {
    holds: "from 'assay-client'",
    // What becomes of each recommendation is in packages/client/src/readme.test.ts.
    before:
      'const called = []; const askUser = async () => false; const connect = async () => ({ callTool: async (call) => (called.push(call), { isError: false }) })',
    after: "if (recommendation !== 'proceed') throw new Error(recommendation)",
  },
  {
    holds: "from 'assay-client/verifier'",
    before: `const toolId = '${ECHO}'; const { attestation } = await (await fetch('https://assay.example/v1/score/' + toolId)).json()`,
    after: 'if (!same) throw new Error(JSON.stringify(check))',
  },
  {
    holds: 'flattenedVerify',
    before: "import { createRemoteJWKSet, flattenedVerify } from 'jose'; const base = 'http://localhost:3000'",
    after: 'if (payload.length < 100) throw new Error(payload)',
  },
  {
    holds: '@modelcontextprotocol/client',
    before: '',
    after:
      "if (!('recommendation' in structuredContent)) throw new Error(JSON.stringify(structuredContent)); await client.close()",
  },
]

async function runScript({ text, line, file }: DocumentExample): Promise<void> {
  const around = AROUND.find(({ holds }) => text.includes(holds))
  if (around === undefined) throw new Error('nothing says what this script needs and must do')
  const script = join(folder, `${file.replaceAll('/', '-')}-${line}.mjs`)
  await writeFile(script, madeReal(`${around.before}\n${text}\n${around.after}\n`))
  await promisify(execFile)(process.execPath, [script], { cwd: folder, env: { ...process.env, ASSAY_KEY: key } })
}

/** The configuration of an MCP client, or the headers to add to one: the address answers, with these headers. */
async function expectConfiguration({ text }: DocumentExample): Promise<void> {
  const isPart = !text.startsWith('{')
  const whole = JSON.parse(madeReal(isPart ? `{${text}}` : text))
  const { url = `${STANDALONE_URL}/mcp`, headers = {} } = isPart ? whole : whole.mcpServers.assay
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('report_outcome')
}
