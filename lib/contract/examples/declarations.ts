export const DECLARATIONS = {
  serverId: 'garden/northwind/file-cabinet',
  listsReadAt: '2026-11-22T06:00:02.114Z',
  changedAt: '2026-11-22T08:41:12.006Z',
  parts: [
    { part: 'instructions', digest: 'pZ1c0bq7mS3nTt0h8Yx2dQ', since: '2026-11-22T08:41:12.006Z' },
    { part: 'prompts', digest: 'Q0m5W3sVb9kLr2yD6tE8aA', since: '2026-11-20T10:00:00.000Z' },
  ],
  instructions: 'List the folders before you read a file.',
  serverInfo: { name: 'file-cabinet', title: 'File cabinet', version: '2.1.0', websiteUrl: null },
  capabilities: ['prompts', 'tools', 'tools.listChanged'],
  extensions: [],
  prompts: [
    {
      name: 'summarize',
      title: null,
      description: 'Summarizes a file.',
      arguments: [{ name: 'path', description: 'Where it is.', required: true }],
    },
  ],
  resources: [],
  templates: [],
  skills: null,
  cut: [],
  card: {
    url: 'https://cabinet.example/.well-known/mcp/server-card.json',
    version: '2.0.0',
    conflicts: ['version'],
  },
  flags: [],
  unsafeTexts: [],
  openChange: null,
  changes: [
    {
      at: '2026-11-22T08:41:12.006Z',
      class: 'wording',
      times: 1,
      changes: [
        { part: 'instructions', class: 'wording', code: 'instructions_changed', text: 'Its instructions changed.' },
      ],
    },
  ],
  cost: {
    tokens: 412,
    tokenizer: 'o200k_base',
    tools: [{ toolId: 'garden/northwind/file-cabinet/read_file', tokens: 118 }],
  },
}
