export interface Category {
  slug: string
  name: string
  description: string
}

/**
 * Every category a subject can be listed under, in the order a reader browses them. Slugs are part of public addresses:
 * they are added and never renamed. `other` is for subjects without evidence for any category.
 */
export const CATEGORIES = [
  {
    slug: 'auth',
    name: 'Authentication & identity',
    description: 'Sign-in, OAuth, tokens, users, roles and permissions.',
  },
  {
    slug: 'api',
    name: 'APIs & gateways',
    description: 'Calling HTTP and GraphQL APIs, OpenAPI, proxies, and servers that offer other servers’ tools.',
  },
  {
    slug: 'webhooks',
    name: 'Webhooks & automation',
    description: 'Webhooks, events, triggers, queues and workflow automation.',
  },
  {
    slug: 'code',
    name: 'Code & developer tools',
    description: 'Writing, running, testing and reviewing code; packages, components and developer documentation.',
  },
  {
    slug: 'version-control',
    name: 'Version control',
    description: 'Git, repositories, commits, branches, pull requests and code hosts.',
  },
  {
    slug: 'devops',
    name: 'DevOps & containers',
    description: 'Builds, deployment, containers, Kubernetes and infrastructure as code.',
  },
  {
    slug: 'cloud',
    name: 'Cloud & hosting',
    description: 'Cloud providers, serverless, hosting, domains, DNS and their bills.',
  },
  {
    slug: 'command-line',
    name: 'Command line & desktop',
    description: 'Shells, terminals, SSH, processes and control of a desktop computer.',
  },
  {
    slug: 'monitoring',
    name: 'Monitoring & observability',
    description: 'Metrics, logs, traces, alerts, incidents and uptime.',
  },
  {
    slug: 'security',
    name: 'Security',
    description: 'Vulnerabilities, malware, threat intelligence, secrets, firewalls and forensics.',
  },
  { slug: 'databases', name: 'Databases', description: 'SQL, document, graph, key-value and vector databases.' },
  {
    slug: 'data-analytics',
    name: 'Data & analytics',
    description: 'Warehouses, pipelines, dashboards, charts, statistics and data sets.',
  },
  { slug: 'files', name: 'Files & storage', description: 'File systems, folders, object storage and file sharing.' },
  {
    slug: 'documents',
    name: 'Documents & spreadsheets',
    description: 'PDF, Word, Excel, slides, Markdown and conversion between them.',
  },
  {
    slug: 'web-search',
    name: 'Web search',
    description: 'Searching the web, encyclopedias and places of many kinds at once; deep research.',
  },
  {
    slug: 'scraping',
    name: 'Web scraping & fetching',
    description: 'Fetching pages, crawling sites and extracting their content.',
  },
  {
    slug: 'browser-automation',
    name: 'Browser automation',
    description: 'Driving a browser or a mobile screen: clicks, forms, screenshots.',
  },
  {
    slug: 'ai-models',
    name: 'AI models & reasoning',
    description: 'Language models, agents, prompts, machine learning and structured thinking.',
  },
  {
    slug: 'knowledge-memory',
    name: 'Notes, knowledge & memory',
    description: 'Notes, wikis, knowledge bases, retrieval and memory for agents.',
  },
  { slug: 'messaging', name: 'Messaging & calls', description: 'Chat, SMS, notifications, phone calls and meetings.' },
  { slug: 'email', name: 'Email', description: 'Reading, sending and checking e-mail.' },
  { slug: 'calendar', name: 'Calendar & time', description: 'Events, appointments, holidays, clocks and time zones.' },
  {
    slug: 'project-management',
    name: 'Tasks & project management',
    description: 'Tasks, issues, boards, sprints and time tracking.',
  },
  {
    slug: 'business',
    name: 'Business, sales & marketing',
    description: 'CRM, support desks, campaigns, SEO, advertising, companies, hiring and jobs.',
  },
  {
    slug: 'ecommerce',
    name: 'Shopping & e-commerce',
    description: 'Shops, products, orders, prices, stock and delivery.',
  },
  {
    slug: 'payments',
    name: 'Payments & accounting',
    description: 'Payments, invoices, subscriptions, banking, budgets and accounts.',
  },
  {
    slug: 'finance-markets',
    name: 'Finance & markets',
    description: 'Stocks, funds, company figures, exchange rates, loans and investment.',
  },
  {
    slug: 'crypto',
    name: 'Crypto & blockchain',
    description: 'Cryptocurrencies, chains, wallets, tokens, smart contracts and DeFi.',
  },
  {
    slug: 'maps-location',
    name: 'Maps & location',
    description: 'Geocoding, maps, places, postal codes, IP location and real estate.',
  },
  { slug: 'travel', name: 'Travel & transport', description: 'Flights, hotels, trains, traffic, vehicles and routes.' },
  {
    slug: 'weather',
    name: 'Weather & environment',
    description: 'Forecasts, air quality, climate, tides and earthquakes.',
  },
  { slug: 'news', name: 'News & feeds', description: 'Headlines, articles, RSS feeds and trending topics.' },
  { slug: 'social', name: 'Social media', description: 'Social networks: posts, profiles, followers and communities.' },
  {
    slug: 'media-video',
    name: 'Video, film & TV',
    description: 'Video platforms and editing, transcripts, films, series and anime.',
  },
  {
    slug: 'audio-speech',
    name: 'Music, audio & speech',
    description: 'Music, podcasts, sound, speech to text and text to speech.',
  },
  {
    slug: 'images-design',
    name: 'Images & design',
    description: 'Making and editing images, photos, icons, diagrams, interfaces, art and 3D.',
  },
  { slug: 'games', name: 'Games & fun', description: 'Games, dice, trivia, comics, jokes, animals and horoscopes.' },
  { slug: 'sports', name: 'Sports', description: 'Leagues, matches, teams, players and results.' },
  { slug: 'food', name: 'Food & drink', description: 'Recipes, restaurants, groceries and nutrition.' },
  {
    slug: 'education-language',
    name: 'Language & learning',
    description: 'Translation, dictionaries, text analysis, courses, books and religious texts.',
  },
  { slug: 'health', name: 'Health & fitness', description: 'Medicine, drugs, clinical data, exercise and well-being.' },
  {
    slug: 'science-research',
    name: 'Science, mathematics & research',
    description: 'Papers, calculation, physics, chemistry, biology, space and units.',
  },
  {
    slug: 'legal-government',
    name: 'Law & government',
    description: 'Law, courts, patents, public records, parliaments and open government data.',
  },
  {
    slug: 'home-iot',
    name: 'Home, devices & IoT',
    description: 'Smart homes, sensors, robots, microcontrollers and electronics.',
  },
  { slug: 'other', name: 'Other', description: 'What fits no other category, or has too little text to tell.' },
] as const satisfies readonly Category[]

export type CategorySlug = (typeof CATEGORIES)[number]['slug']

const BY_SLUG: ReadonlyMap<string, Category> = new Map(CATEGORIES.map((category) => [category.slug, category]))

/** For what no other category fits. */
export const OTHER_CATEGORY: CategorySlug = 'other'

/** The category with exactly this slug; undefined when there is none. */
export function categoryBySlug(slug: string): Category | undefined {
  return BY_SLUG.get(slug)
}
