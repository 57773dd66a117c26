import { CLAUDE_HOOK_LIMITS } from 'assay-decide/claude-code'
import { z } from 'zod'
import { operation } from '../../contract/operation'
import { parseHookServers } from '../rules/hook-servers'

const { servers: MOST_SERVERS, characters: MOST_CHARACTERS } = CLAUDE_HOOK_LIMITS
const MOST_EVENT_BYTES = 1024 * 1024

const HookServers = z
  .string()
  .transform((given, context) => {
    const servers = given.length > MOST_CHARACTERS ? undefined : parseHookServers(given)
    if (servers !== undefined) return servers
    context.addIssue({
      code: 'custom',
      message: `name:id or name:id:local, percent-encoded, with commas between: at most ${MOST_SERVERS} and ${MOST_CHARACTERS.toLocaleString('en-US')} characters`,
    })
    return z.NEVER
  })
  .meta({
    description: `What the setup calls its servers, and their ids here: \`name:id\`, or \`name:id:local\` of one that runs on the caller's machine, percent-encoded, with commas between; at most ${MOST_SERVERS}. The whole is then encoded as any value of a query. Of a server that is not in it nothing is said.`,
    example: 'files:garden%2Fnorthwind%2Ffile-cabinet,rates:harbour%2Frates',
  })

const HookEvent = z
  .object({
    hook_event_name: z.string().describe('PreToolUse; every other event is answered `{}`.'),
    tool_name: z.string().optional().describe('`mcp__SERVER__TOOL`; every other tool is answered `{}`.'),
    mcp_server: z
      .object({ name: z.string().describe('What the setup calls it.') })
      .optional()
      .catch(undefined)
      .describe('The server of the tool, which newer versions of the host say.'),
  })
  .meta({ id: 'HookEvent', description: 'An event of Claude Code. What else it has is not read, and not kept.' })

const HookAnswer = z
  .strictObject({
    hookSpecificOutput: z
      .strictObject({
        hookEventName: z.literal('PreToolUse').describe('The event that is answered.'),
        permissionDecision: z.enum(['deny', 'ask']).optional().describe('Absent: the call goes on.'),
        permissionDecisionReason: z.string().optional().describe('Why, and what to call instead.'),
        additionalContext: z
          .string()
          .optional()
          .describe('What the agent should know of a call that goes on; the host shows it after the call.'),
      })
      .optional()
      .describe('Absent: there is nothing to say.'),
  })
  .meta({ id: 'HookAnswer', description: 'The answer in the form of the host.' })
export type HookAnswer = z.infer<typeof HookAnswer>

/** Hooks of hosts that ask over HTTP before a tool call. */
export const HOOK_OPERATIONS = {
  hookClaudeCode: operation({
    method: 'POST',
    path: '/v1/hooks/claude-code',
    summary: 'Whether a tool call of Claude Code should go on',
    description: `For a hook of the type \`http\` at PreToolUse; \`assay-hook install claude-code --http\` prints the address. Decides by the newest decision bundle and the default policy: denies a call during a confirmed outage, or of a server whose texts instruct agents against their users; advises where the server is degraded or the tool changed; else answers \`{}\`. Nothing is remembered of a caller, so during an outage calls within 15 seconds of every 4:45 minutes are let through. Of the event only what names the tool is read; nothing of it is kept or logged. At most ${(MOST_EVENT_BYTES / 1024).toLocaleString('en-US')} KiB. With any other status than 200 the host makes the call.`,
    pathParameters: [],
    input: z.strictObject({ servers: HookServers }),
    body: {
      schema: HookEvent,
      maxBytes: MOST_EVENT_BYTES,
      example: {
        hook_event_name: 'PreToolUse',
        tool_name: 'mcp__files__read_file',
        mcp_server: { name: 'files' },
      },
    },
    output: HookAnswer,
    example: {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'files is down for 18 minutes, last confirmed at 12:31 UTC.',
      },
    },
    errors: [],
    cache: null,
  }),
} as const
