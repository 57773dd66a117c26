/** The page of a server or tool whose texts instruct agents to act against their users. */
export const UNSAFE = {
  title: 'What it tells agents',
  since: (date: string) => `since ${date}`,
  whose: 'Words of a stranger, as every agent that connects receives them: nobody should follow them.',
  whole: 'Its instructions as a whole',
  connected: 'If you have connected it',
  takeOut: 'Take it out.',
  replaceKeys: 'Replace every key that stood in a conversation with it.',
  replaceKeysSince: (date: string) => `Replace every key that stood in a conversation since ${date}.`,
  checks: 'What our checks see',
  figures: 'Grade, uptime, latency and access',
  connect: 'How to connect it all the same',
  call: 'How to call it all the same',
  yours: 'Is it yours?',
  takeBack:
    'Take these sentences back. Our checks read the texts again, and the first reading without them ends this warning; the page keeps the record. If we misread you, write to the operator of this service: a person looks at it and logs the reason.',
  ofServer: 'The text belongs to the server, so it counts for each of them.',
  adviceName: 'Advice',
  advice: 'Avoid',
  adviceTools: (tools: number) => (tools === 1 ? 'its only tool too' : `each of its ${tools} tools`),
  sinceName: 'Since',
  sinceUnknown: 'Not known',
  partName: 'Where',
  findings: (findings: number) => (findings === 1 ? '1 finding' : `${findings} findings`),
  takenBackName: 'Taken back?',
  notTakenBack: 'No',
  readAt: 'checked {time}',
  rankName: 'Rank',
  rank: 'None',
  whileUnsafe: 'while unsafe',
} as const

/** The tool of a server that changed, in the list of tools. */
export const CHANGED_TOOLS = {
  safety: ({ date, fact }: { date: string; fact: string }) =>
    `Since ${date}: ${fact} Ask the user first. If you want tools that only read, avoid it.`,
  breaking: ({ date, fact }: { date: string; fact: string }) => `Since ${date}: ${fact}`,
  without: (tool: string) => `Without \`${tool}\`:`,
  settings: 'in .claude/settings.json',
} as const
