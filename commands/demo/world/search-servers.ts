import { demoServer, demoTool } from './demo-server'

const COUNT = ['integer', 'How many results, 1 to 50.'] as const

/** Servers that search the web or fetch pages. Their tools do the same under different argument names. */
export const SEARCH_SERVERS = [
  demoServer({
    id: 'official/example.lantern/web-search',
    title: 'Lantern Web Search',
    description: 'Searches the web and returns titles, addresses and short excerpts.',
    repository: 'https://github.com/lantern-example/web-search-mcp',
    license: 'MIT',
    tags: ['search', 'web'],
    medianMs: 90,
    habit: null,
    failureChance: 0.0005,
    instructions: 'Use `web_search` for recent facts. Quote the address of every source.',
    tools: [
      demoTool('web_search', 'Search the web. Returns titles, addresses and excerpts of the best pages.', {
        q: ['string!', 'What to search for.'],
        count: COUNT,
      }),
      demoTool('news_search', 'Search recent news articles.', { q: ['string!', 'Topic.'], days: ['integer', 'Age.'] }),
    ],
  }),
  demoServer({
    id: 'demo/harbor.example/search',
    title: 'Harbor Search',
    description: 'Web search over an index of four billion pages.',
    host: 'harbor.example',
    repository: 'https://github.com/harbor-example/mcp',
    license: 'MIT',
    medianMs: 160,
    tools: [
      demoTool('search_web', 'Search the web and return ranked pages with excerpts.', {
        query: ['string!', 'The search query.'],
        limit: COUNT,
      }),
      demoTool('fetch_page', 'Fetch a web page and return its text.', { url: ['string!', 'Address of the page.'] }),
    ],
  }),
  demoServer({
    id: 'demo/beacon.example/search',
    title: 'Beacon Search',
    description: 'Web search with filters for language and country.',
    medianMs: 220,
    failureChance: 0.012,
    flaps: { everyMinutes: 16, downMinutes: 5, sinceHoursAgo: 5, as: 'server_error' },
    habit: { chanceADay: 0.2, medianMinutes: 20, as: 'server_error' },
    tools: [
      demoTool('search', 'Search the web for pages about a topic.', {
        search_term: ['string!', 'What to look for on the web.'],
        country: ['string', 'Two letters, as in DE.'],
        language: ['string', 'Two letters, as in en.'],
      }),
    ],
  }),
  demoServer({
    id: 'demo/mirrorlake.example/answers',
    title: 'Mirrorlake Answers',
    description: 'Answers questions from web sources, with references. Needs an account.',
    access: 'sign_in',
    medianMs: 180,
    tools: [demoTool('ask_web', 'Answer a question from web search results.', { question: ['string!', 'Question.'] })],
  }),
  demoServer({
    id: 'demo/driftwood.example/search',
    title: 'Driftwood Search',
    description: 'A small search engine for technical pages.',
    outages: [{ hoursAgo: 70, minutes: null, as: 'connect_failed' }],
    habit: { chanceADay: 0.1, medianMinutes: 45, as: 'connect_failed' },
    tools: [
      demoTool('web_search', 'Search technical web pages and documentation.', { query: ['string!', 'Search query.'] }),
    ],
  }),
  demoServer({
    id: 'demo/pagewright.example/fetch',
    title: 'Pagewright Fetch',
    description: 'Fetches pages and extracts their main text as Markdown.',
    repository: 'https://github.com/pagewright-example/fetch',
    license: 'Apache-2.0',
    medianMs: 310,
    spread: 0.5,
    tools: [
      demoTool('fetch_url', 'Fetch a web page and return its main text as Markdown.', {
        url: ['string!', 'Address to fetch.'],
        max_length: ['integer', 'Most characters to return.'],
      }),
      demoTool('extract_links', 'List the links of a web page.', { url: ['string!', 'Address to read.'] }),
    ],
  }),
  demoServer({
    id: 'demo/encyclopedia.example/api',
    title: 'Open Encyclopedia API',
    description: 'Articles of a free encyclopedia over HTTP.',
    kind: 'http-api',
    medianMs: 70,
    tools: [
      demoTool('search_articles', 'Search encyclopedia articles by words.', { q: ['string!', 'Words.'] }),
      demoTool('get_article', 'Get the text of an encyclopedia article.', { title: ['string!', 'Exact title.'] }),
    ],
  }),
]
