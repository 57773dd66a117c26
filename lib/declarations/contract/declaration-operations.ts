import { z } from 'zod'
import { operation } from '../../contract/operation'
import { ToolId } from '../../contract/shapes/terms'
import { DeclarationsAnswer } from './declarations'
import example from './declarations-example.json' with { type: 'json' }

/** What servers declare besides their tools. */
export const DECLARATION_OPERATIONS = {
  declarations: operation({
    method: 'GET',
    path: '/v1/declarations/{toolId}',
    summary: 'What a server declares, and how that changed',
    description:
      'Of one server, or of the server of a tool: instructions, prompts, resources, skills, capabilities and server card as it declares them, each with a digest and since when; flags of hostile text with their base rates; changes; and how many tokens its tools take in a prompt. What the handshake says is read with every probe, lists and the card every six hours. A change that breaks callers, or a text that gained an unsafe flag, opens a breakage of the kind declaration_changed, which decides the recommendation of the server and of all of its tools until it is taken back, or for 7 days.',
    pathParameters: ['toolId'],
    input: z.strictObject({ toolId: ToolId }),
    output: DeclarationsAnswer,
    example: example,
    errors: ['invalid_id', 'unknown_tool'],
    cache: { maxAgeSeconds: 30 },
  }),
} as const
