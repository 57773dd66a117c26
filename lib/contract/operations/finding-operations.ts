import { TRANSPORTS } from 'assay-verify/target-kind'
import { ACCESS_KINDS, STATUSES } from 'assay-verify/verdict'
import { z } from 'zod'
import { PUBLISHER_STATES } from '../../core/catalog/publisher'
import { CATEGORIES } from '../../core/catalog/taxonomy'
import { COMPACT_TEXT, defaultText, EitherAlternativesAnswer, EitherRouteAnswer, EitherSearchAnswer } from '../compact'
import { EXAMPLES } from '../examples'
import { decimalNumber, Flag, FreeText, IdSet, Limit, oneOrMoreOf, wholeNumber } from '../inputs'
import { operation } from '../operation'
import { ToolId } from '../shapes/terms'

const Compact = Flag.meta({ example: '1', description: `1: a short answer for agents. ${COMPACT_TEXT}` })

const Fold = z.enum(['product']).optional().meta({
  example: 'product',
  description: 'product: of each product (`productId`) the first row only; rows without one are all kept.',
})

/** Reads that find tools: free, without a key, the same answer for every caller. */
export const FINDING_OPERATIONS = {
  search: operation({
    method: 'GET',
    path: '/v1/search',
    summary: 'Find tools by capability',
    description:
      'Free text over the catalog, in any language. What the text is the id, name, package or repository of comes first (`match`: `exact`), servers before tools. Then what is likeliest to fit, and of what fits equally well (within 0.02) what works best: by recommendation, verdict and score; `relevance` never rises down the list; what is unsafe comes last, with its own. A server that lists tools is also found where the text has all words of its name, by its tool that fits best. A tool that is listed several times is one result. What is less than one in twenty likely to fit is left out, so words that mean nothing here, and texts without any word, give an empty list. Filters choose from at least the 200 likeliest to fit. `product` says which product the text names, if it names one, and what it asks of it; it changes nothing about the results.',
    pathParameters: [],
    input: z.strictObject({
      q: FreeText.meta({
        description:
          'What the tool should do, in your own words; or the id, name, package (also as purl or in a command such as `npx -y name`) or repository of a server, or the id or name of a tool.',
        example: 'read a file',
      }),
      limit: Limit.optional().meta({ example: 5, description: `How many results, 1-100. ${defaultText('search')}` }),
      readOnly: Flag.meta({
        example: '1',
        description:
          '1: only tools that declare that they change nothing; one that withdrew another safety annotation has the recommendation `avoid`.',
      }),
      status: oneOrMoreOf(STATUSES).optional().meta({
        example: 'healthy,degraded',
        description: 'Only what has one of these as its `status` or its `verdict`; with commas between.',
      }),
      access: oneOrMoreOf(ACCESS_KINDS)
        .optional()
        .meta({ example: 'open', description: 'Only what has one of these as its `access`; with commas between.' }),
      transport: oneOrMoreOf(TRANSPORTS).optional().meta({
        example: 'streamable-http',
        description:
          'Only what its server offers by one of these; with commas between. A server with a package is offered by stdio.',
      }),
      category: oneOrMoreOf(CATEGORIES.map(({ slug }) => slug))
        .optional()
        .meta({
          example: 'files',
          description: 'Only what is listed in one of these categories, by slug; with commas between.',
        }),
      publisher: oneOrMoreOf(PUBLISHER_STATES).optional().meta({
        example: 'verified',
        description: 'Only what has one of these as the state of its `publisher`; with commas between.',
      }),
      fold: Fold,
      compact: Compact,
    }),
    output: EitherSearchAnswer,
    example: EXAMPLES.search,
    compactExample: EXAMPLES.compactSearch,
    errors: [],
    cache: { maxAgeSeconds: 10 },
  }),
  route: operation({
    method: 'GET',
    path: '/v1/route',
    summary: 'The tool for a task, how to call it, what to use instead',
    description:
      'Replaces search, health, preparing the call and alternatives by one call. Fit comes before state: only what fits with a probability of at least 2/3 can be chosen (calling a wrong tool costs as much as three refusals, so from 2/3 on a call costs no more than a refusal), and of that only what fits within 0.05 of the best. Among these, what does the same as the best and is likeliest to work now is: its contract unbroken, with a way to call it (`callHints.notes` says where there is none), up, usable without credentials, with a known input schema, well rated, not slow. What is down or to be avoided (as what withdrew a safety annotation where `readOnly` is set) is never chosen: its place takes what fits as well, or one of its alternatives (as GET /v1/alternatives lists them) that fits the task with at least 2/3; where there is neither, `chosen` is null, `recommendation` is `avoid`, and `unavailable` names what fits, since when it is so, and when it is expected back. A task that is the id of a tool means that tool: it is chosen, or, where it is down, to be avoided, or does not meet the constraints, named in `unavailable`, and nothing takes its place unless `exclude` names it. The id of a server means its tools in the same way: of those that meet the constraints the one that works best is chosen. What the constraints leave is not chosen in place of a better fit that they exclude where it does something else by its name (`send an e-mail` never gives what searches mail); with `readOnly` also where it is not known that both do the same, unless it is an alternative or fits within 0.05. `unavailable` then names what fits, with the constraint that it does not meet as `reason` (`not_read_only`, `not_open`, `too_slow`, `score_too_low`). When nothing fits well, or `exclude` names all that does, `recommendation` is `no_confident_match`, `chosen` is null, `fallbacks` is empty, and `candidates` has at most five that come near and meet the constraints, of each capability one, each with what sets it apart from the others, so that the caller’s own model chooses or refuses; the id of one as the task then answers how to call it. Where nothing comes near, it is empty. Fallbacks of a chosen tool fit with at least 2/3 and do not do something else by their names; they never share its repository or its backend, nor a backend among themselves. The best fit comes first, and among those within 0.05 what works best; one on another host comes first where it fits about as well, and what is down or to be avoided is none. A task of several steps ("… and then …", "a; b", "first … then …", a numbered list, or clauses that each begin with a verb: "find …, get … and send …"; up to four are read) is answered with the tool for its first step as `chosen` and its fallbacks, then the best tool of each further step, marked by `step`; it is taken as one step unless every step has a tool of its own that fits well. What fits a step but is down or to be avoided is in `unavailable` with that `step`.',
    pathParameters: [],
    repeatable: ['exclude'],
    input: z.strictObject({
      task: FreeText.meta({
        description: 'What is to be done, in your own words and any language.',
        example: 'get the weather in Paris and then send it by e-mail',
      }),
      access: z
        .enum(['open'])
        .optional()
        .meta({ example: 'open', description: 'open: only what is known to need neither credentials nor payment.' }),
      readOnly: Flag.meta({ example: '1', description: '1: only tools that declare that they change nothing.' }),
      maxLatencyMs: wholeNumber(1, 60_000)
        .optional()
        .meta({ example: 2000, description: 'Only servers whose answers were measured, 95 % of them within this.' }),
      minScore: decimalNumber(0, 100)
        .optional()
        .meta({ example: 60, description: 'Only what is rated this or better.' }),
      exclude: IdSet.optional().meta({
        example: ['garden/northwind/file-cabinet'],
        description: 'Ids of tools or servers to leave out, up to 100: repeated, or with commas between.',
      }),
      limit: wholeNumber(1, 20)
        .optional()
        .meta({ example: 3, description: `How many fallbacks at most, 1-20. ${defaultText('route')}` }),
      fold: Fold,
      compact: Compact,
    }),
    output: EitherRouteAnswer,
    example: EXAMPLES.route,
    compactExample: EXAMPLES.compactRoute,
    errors: [],
    cache: { maxAgeSeconds: 10 },
  }),
  alternatives: operation({
    method: 'GET',
    path: '/v1/alternatives/{toolId}',
    summary: 'What to use instead',
    description:
      'Failover targets for one tool or server, by what it does: never the same repository or backend, never one that is down, never one that does the opposite, changes what the original only reads, or is for another country, and nothing that less probably does the same than `floor`; a tool that works on data in another product only where nothing else does the same. Those that are up come first, then the most similar; among those about as similar (within 0.05) the better verdict and score. Also for a tool that is down or gone, and for an unknown tool of a known server, which is taken by its name. A server whose own words lead to nothing has the alternatives of its best tools, one tool of each other server.',
    pathParameters: ['toolId'],
    input: z.strictObject({
      toolId: ToolId,
      limit: Limit.optional().meta({
        example: 5,
        description: `How many alternatives, 1-100. ${defaultText('alternatives')}`,
      }),
      compact: Compact,
    }),
    output: EitherAlternativesAnswer,
    example: EXAMPLES.alternatives,
    compactExample: EXAMPLES.compactAlternatives,
    errors: ['invalid_id', 'unknown_tool'],
    cache: { maxAgeSeconds: 10 },
  }),
} as const
