/** The parts of /docs, in reading order; the sidebar and the page derive from this list. */
export const DOCS_SECTIONS = [
  {
    group: 'Begin',
    sections: [
      { id: 'mcp', title: 'Set up in your client' },
      { id: 'begin', title: 'First call by curl' },
    ],
  },
  {
    group: 'Ask',
    sections: [
      { id: 'search', title: 'Find a tool' },
      { id: 'route', title: 'Let Assay choose' },
      { id: 'health', title: 'Does it work now?' },
      { id: 'score', title: 'How reliable is it?' },
      { id: 'alternatives', title: 'What to use instead' },
    ],
  },
  {
    group: 'Report and follow',
    sections: [
      { id: 'ingest', title: 'Report outcomes' },
      { id: 'feeds', title: 'Feeds' },
      { id: 'badges', title: 'Badges' },
    ],
  },
  {
    group: 'Details',
    sections: [
      { id: 'keys', title: 'Keys' },
      { id: 'limits', title: 'Limits' },
      { id: 'errors', title: 'Errors' },
      { id: 'verify', title: 'Verify a signature' },
      { id: 'client', title: 'Client library' },
    ],
  },
] as const

type SectionId = (typeof DOCS_SECTIONS)[number]['sections'][number]['id']

const TITLES = Object.fromEntries(
  DOCS_SECTIONS.flatMap(({ sections }) => sections.map(({ id, title }) => [id, title])),
) as Record<SectionId, string>

export function titleOfSection(id: SectionId): string {
  return TITLES[id]
}

export type { SectionId }
