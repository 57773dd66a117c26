import { fixed, sentence } from './sentence'

/** The page of a server or tool whose texts instruct agents to act against their users. */
export const UNSAFE = {
  title: fixed('The quoted texts: title.', 'What it tells agents'),
  since: sentence('The quoted texts: since when they are so.', { date: '22 Nov' }, ({ date }) => `since ${date}`),
  whose: fixed(
    'Above the quoted texts.',
    'Words of a stranger, as every agent that connects receives them: nobody should follow them.',
  ),
  whole: fixed('The whole of its instructions, folded.', 'Its instructions as a whole'),
  connected: fixed('For those who use it: title.', 'If you have connected it'),
  takeOut: fixed('For those who use it.', 'Take it out.'),
  replaceKeys: fixed('For those who use it.', 'Replace every key that stood in a conversation with it.'),
  replaceKeysSince: sentence(
    'For those who use it, where it is known since when.',
    { date: '22 Nov' },
    ({ date }) => `Replace every key that stood in a conversation since ${date}.`,
  ),
  checks: fixed('What checks see of it: title.', 'What our checks see'),
  figures: fixed('Its figures, folded.', 'Grade, uptime, latency and access'),
  connect: fixed('How clients add it, folded.', 'How to connect it all the same'),
  call: fixed('The page of a tool: how it is called, folded.', 'How to call it all the same'),
  yours: fixed('For its operator: title.', 'Is it yours?'),
  takeBack: fixed(
    'For its operator.',
    'Take these sentences back. Our checks read the texts again, and the first reading without them ends this warning; the page keeps the record. If we misread you, write to the operator of this service: a person looks at it and logs the reason.',
  ),
  ofServer: fixed('In the list of its tools.', 'The text belongs to the server, so it counts for each of them.'),
  adviceName: fixed('First figure: name.', 'Advice'),
  advice: fixed('First figure.', 'Avoid'),
  adviceTools: sentence('First figure: the tools that it counts for.', { tools: 2 }, ({ tools }) =>
    tools === 1 ? 'its only tool too' : `each of its ${tools} tools`,
  ),
  sinceName: fixed('Second figure: name.', 'Since'),
  sinceUnknown: fixed('Second figure: it is not known since when.', 'Not known'),
  partName: fixed('Third figure: name.', 'Where'),
  findings: sentence('Third figure: how many texts were found.', { findings: 2 }, ({ findings }) =>
    findings === 1 ? '1 finding' : `${findings} findings`,
  ),
  takenBackName: fixed('Fourth figure: name.', 'Taken back?'),
  notTakenBack: fixed('Fourth figure.', 'No'),
  readAt: fixed('Fourth figure: when it was last checked.', 'checked {time}'),
  rankName: fixed('Fifth figure: name.', 'Rank'),
  rank: fixed('Fifth figure.', 'None'),
  whileUnsafe: fixed('Fifth figure.', 'while unsafe'),
} as const

/** The tool of a server that changed, in the list of tools. */
export const CHANGED_TOOLS = {
  safety: sentence(
    'Its change took back a promise of harmlessness.',
    { date: '22 Nov', fact: 'It was declared as read-only, and may now delete.' },
    ({ date, fact }) => `Since ${date}: ${fact} Ask the user first. If you want tools that only read, avoid it.`,
  ),
  breaking: sentence(
    'Its change may break callers.',
    { date: '22 Nov', fact: 'Parameter “path” is now required.' },
    ({ date, fact }) => `Since ${date}: ${fact}`,
  ),
  without: sentence('Beside the set-up of its server.', { tool: 'tidy_archive' }, ({ tool }) => `Without \`${tool}\`:`),
  settings: fixed('Beside the set-up of its server.', 'in .claude/settings.json'),
} as const
