import { DECLARED_PARTS } from 'assay-verify/lock/declared-part'
import { CHANGE_CLASSES } from 'assay-verify/score/tool-facts'
import { z } from 'zod'
import { Instant } from '../../contract/instant'
import { ServerId } from '../../contract/shapes/terms'
import { FLAGGED_PARTS, LISTED_PARTS } from '../../core/declarations/declarations'
import { DRIFT_CLASSES } from '../../core/drift/types'
import { HOSTILE_FLAG_NAMES, TEXT_FLAG_NAMES, TEXT_FLAGS } from '../../core/text/text-flags'

export const TextFlagName = z.enum(TEXT_FLAG_NAMES).meta({
  id: 'TextFlag',
  description: TEXT_FLAG_NAMES.map((name) => `${name}: ${TEXT_FLAGS[name].description}`).join(' '),
})

const Part = z.enum(DECLARED_PARTS)
const Name = z.string().meta({ description: 'As the server wrote it, cleaned and cut.' })
const Description = z.string().meta({ description: 'As the server wrote it, cleaned and cut; empty: none.' })

const Resource = z.object({
  uri: z.string().meta({ description: 'Its address; of a template its pattern, of a skill that of its SKILL.md.' }),
  name: Name,
  description: Description,
  mimeType: z.string().nullable().meta({ description: 'Its media type; null: not given.' }),
})
const resources = (what: string) =>
  z
    .array(Resource)
    .nullable()
    .meta({ description: `${what}; empty: it declares none; null: they were not read yet.` })

const Change = z.object({
  part: z.enum(FLAGGED_PARTS).meta({ description: 'What changed.' }),
  class: z.enum(DRIFT_CLASSES).meta({
    description:
      'safety: a text gained an unsafe flag. breaking: what callers used is gone, or more is required. additive: more is offered. wording: only texts.',
  }),
  code: z.string().meta({ description: 'Stable, in snake case.' }),
  text: z.string().meta({ description: 'One sentence of this service; names in it are the server’s, in quotes.' }),
  before: z.string().optional().meta({ description: 'What was, as one line of the server’s, cut; left out: nothing.' }),
  after: z.string().optional().meta({ description: 'What is, as one line of the server’s, cut; left out: nothing.' }),
})

export const DeclarationsAnswer = z
  .object({
    serverId: ServerId,
    listsReadAt: Instant.nullable().meta({
      description:
        'When prompts, resources, skills and the card were last read; null: never, or a change waits for another probe to confirm it.',
    }),
    changedAt: Instant.nullable().meta({
      description: 'When any part last changed, or was first read; null: no probe has read what it declares.',
    }),
    parts: z
      .array(
        z.object({
          part: Part.meta({ description: 'What of the server it is about.' }),
          digest: z.string().meta({
            description: 'SHA-256 of its canonical JSON (RFC 8785), base64url, the first 22 characters.',
          }),
          since: Instant.meta({ description: 'Since when it is as it is.' }),
        }),
      )
      .meta({ description: 'The parts that were read.' }),
    instructions: z.string().nullable().meta({
      description: 'What it sends to be put into prompts; empty: nothing; null: no probe has read it.',
    }),
    serverInfo: z
      .object({
        name: Name,
        title: z.string().nullable().meta({ description: 'For display; null: not given.' }),
        version: z.string().nullable().meta({ description: 'Its own version; null: not given.' }),
        websiteUrl: z.string().nullable().meta({ description: 'Its web site; null: not given.' }),
      })
      .nullable()
      .meta({ description: 'How it names itself; null: it does not, or no probe has read it.' }),
    capabilities: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Capabilities, a dot before a member that is on; null: it declares none at all.' }),
    extensions: z.array(z.string()).meta({ description: 'Identifiers of the extensions it declares.' }),
    prompts: z
      .array(
        z.object({
          name: Name,
          title: z.string().nullable().meta({ description: 'For display; null: not given.' }),
          description: Description,
          arguments: z
            .array(
              z.object({
                name: Name,
                description: Description,
                required: z.boolean().meta({ description: 'Whether it must be given.' }),
              }),
            )
            .meta({ description: 'What it takes.' }),
        }),
      )
      .nullable()
      .meta({ description: 'Its prompts; empty: it declares none; null: they were not read yet.' }),
    resources: resources('Its resources'),
    templates: resources('Its resource templates'),
    skills: resources('Its skills'),
    cut: z.array(z.enum(LISTED_PARTS)).meta({ description: 'Lists that are longer than what is read of them.' }),
    card: z
      .object({
        url: z.string().meta({ description: 'Where it is.' }),
        version: z.string().nullable().meta({ description: 'The version it names.' }),
        conflicts: z.array(z.enum(['version', 'address', 'tools'])).meta({
          description:
            'In what the card and the server disagree: another version than the handshake, no address that is the probed one, tools that the server does not list. Empty: they agree.',
        }),
      })
      .nullable()
      .meta({ description: 'Its server card; null: it has none, or none was read yet.' }),
    flags: z
      .array(
        z.object({
          flag: TextFlagName,
          part: z.enum(FLAGGED_PARTS).meta({ description: 'Where the text is.' }),
          name: z.string().nullable().meta({ description: 'Which of several; null: the part has one text.' }),
          share: z.number().min(0).max(1).nullable().meta({
            description: 'Share of all servers with this flag; null: not counted yet.',
          }),
        }),
      )
      .meta({
        description:
          'Flags of hostile text: facts about words, no proof of intent, and part of no score. Those in `unsafeTexts` decide the recommendation.',
      }),
    unsafeTexts: z
      .array(
        z.object({
          flag: TextFlagName,
          part: z.enum(FLAGGED_PARTS).meta({ description: 'Where the text is.' }),
          name: z.string().nullable().meta({ description: 'Which of several; null: the part has one text.' }),
          quote: z.string().meta({
            description: 'The sentence that has the flag, as the server wrote it, on one line, cut; empty: not known.',
          }),
          since: Instant.meta({ description: 'Since when the text is as it is, as far as known.' }),
          digest: z.string().meta({
            description:
              'Of the whole text as it was sent; the document of a clearing in the log lists those it cleared.',
          }),
          cleared: z
            .object({
              at: Instant.meta({ description: 'When it was cleared.' }),
              reason: z.string().meta({ description: 'Why, in the words of the operator of this service.' }),
            })
            .nullable()
            .meta({
              description: 'That the operator of this service cleared it: it counts no longer. null: it counts.',
            }),
        }),
      )
      .meta({
        description: `Texts that act against the users of agents (${HOSTILE_FLAG_NAMES.join(', ')}), new or old. While one of them counts, the server and all of its tools are to be avoided, come last in listings and have no rank.`,
      }),
    openChange: z
      .object({
        class: z.enum(CHANGE_CLASSES).meta({ description: 'How bad it is, the worst first.' }),
        at: Instant.meta({ description: 'When it began.' }),
        text: z.string().meta({ description: 'What it is.' }),
      })
      .nullable()
      .meta({
        description:
          'The worst that is open of it: an unsafe text, a change of what it declares, or a breakage of one of its tools; null: nothing is.',
      }),
    changes: z
      .array(
        z.object({
          at: Instant.meta({ description: 'When it was first seen.' }),
          class: z.enum(DRIFT_CLASSES).meta({ description: 'The worst of its changes.' }),
          times: z.int().min(1).meta({ description: 'How often the same was seen within a day.' }),
          changes: z.array(Change).meta({ description: 'The worst first, 20 at most.' }),
        }),
      )
      .meta({ description: 'The newest 20 changes, newest first; kept for two years.' }),
    cost: z
      .object({
        tokens: z.int().min(0).meta({ description: 'Tokens of all of its tools.' }),
        tokenizer: z.string().meta({ description: 'The public encoding they are counted by.' }),
        tools: z
          .array(
            z.object({
              toolId: z.string().meta({ description: 'Id of the tool, whole.' }),
              tokens: z.int().min(0).nullable().meta({ description: 'Its tokens; null: not counted yet.' }),
            }),
          )
          .meta({ description: 'The most expensive tools first, 200 at most.' }),
      })
      .nullable()
      .meta({
        description:
          'What its tools cost an agent: tokens of name, description and input schema as compact JSON; null: not counted yet.',
      }),
  })
  .meta({ id: 'DeclarationsAnswer' })
export type DeclarationsAnswer = z.infer<typeof DeclarationsAnswer>
