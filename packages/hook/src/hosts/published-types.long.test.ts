import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { claudeAnswer } from 'assay-decide/claude-code'
import type { Decision } from 'assay-decide/decision'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordedEvents } from './test-recorded.ts'

// The answers, and the recorded events, typed by what the hosts publish. Their packages are large, and one of them may
// not be copied, so that none is installed with this one: they are fetched, without what they depend on, where that can
// be done. Cursor and Goose publish no types, VS Code none of hooks: its answers are those of Claude Code.

const PACKAGES = ['@anthropic-ai/claude-agent-sdk@0.3.332', '@github/copilot-sdk@1.0.14']
/** Types of others that these name, from here. */
const NEEDED = ['@modelcontextprotocol/sdk', 'zod', '@types/node']
const WITHIN_MS = 120_000

const run = promisify(execFile)
let folder: string
let whyNot: string | null = null

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-hook-types-'))
  for (const name of NEEDED) link(name)
  try {
    for (const name of PACKAGES) await unpack(name)
  } catch (error) {
    whyNot = `the packages of the hosts cannot be fetched: ${String(error).split('\n')[0]}`
  }
}, 2 * WITHIN_MS)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function link(name: string): void {
  const path = join(folder, 'node_modules', name)
  mkdirSync(join(path, '..'), { recursive: true })
  symlinkSync(resolve('node_modules', name), path)
}

async function unpack(spec: string): Promise<void> {
  const options = { cwd: folder, timeout: WITHIN_MS }
  const { stdout } = await run('npm', ['pack', spec, '--json', '--fetch-retries=0'], options)
  const [{ filename }] = JSON.parse(stdout)
  const path = join(folder, 'node_modules', spec.slice(0, spec.lastIndexOf('@')))
  mkdirSync(path, { recursive: true })
  await run('tar', ['-xzf', filename, '-C', path, '--strip-components=1'], options)
}

const ACTIONS = ['advise', 'ask', 'deny'] as const
const answers = ACTIONS.map((action) => {
  const decision: Decision = { action, code: 'down', text: 'gh is down.', serverId: 'x', alternative: null }
  return claudeAnswer(decision) ?? {}
})

const program = () => `
import type { HookInput, PreToolUseHookSpecificOutput, SyncHookJSONOutput } from '@anthropic-ai/claude-agent-sdk'
import type { SessionHooks } from '@github/copilot-sdk'

// A misspelt member of an answer is an error, also where every member may be left out.
const claude = ${JSON.stringify([{}, ...answers])} satisfies SyncHookJSONOutput[]
const specific: PreToolUseHookSpecificOutput[] = [${answers.map((one) => JSON.stringify((one as Nested).hookSpecificOutput)).join(', ')}]
const events: HookInput[] = ${JSON.stringify(recordedEvents('claude-code-2.1.332'))}
// Copilot CLI publishes the types of callbacks, which answer without the outer object.
type Copilot = Awaited<ReturnType<NonNullable<SessionHooks['onPreToolUse']>>>
const copilot: Copilot[] = ${JSON.stringify([{}, ...answers.map(flat)])}
// @ts-expect-error
const wrong: Copilot = { permissionDecision: 'refuse' }
// @ts-expect-error
const wrongToo: SyncHookJSONOutput = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'refuse' } }
export { claude, specific, events, copilot, wrong, wrongToo }
`

interface Nested {
  hookSpecificOutput?: Record<string, unknown>
}

function flat({ hookSpecificOutput }: Nested): object {
  const { hookEventName: _, ...rest } = hookSpecificOutput ?? {}
  return rest
}

it(
  'answers and recorded events have the types that the hosts publish',
  async ({ skip }) => {
    if (whyNot !== null) skip(whyNot)
    writeFileSync(join(folder, 'program.ts'), program())
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext', target: 'es2022' }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const tsc = resolve('node_modules/typescript/bin/tsc')
    const ended = await run(process.execPath, [tsc, '-p', folder]).catch(({ stdout }) => ({ stdout }))
    expect(ended.stdout).toBe('')
  },
  WITHIN_MS,
)
