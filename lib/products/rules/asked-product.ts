/** What a text asks of a product by its name. */
export interface AskedProduct {
  intent: 'name' | 'status' | 'install' | 'alternatives'
  /** The name as it was written, without the words around it; never empty. */
  name: string
  /** What is searched for its results: the name, and what the text says besides. */
  words: string
}

const MOST_CHARACTERS = 100
const MOST_WORDS = 5

const NAME = '(?<name>.+?)'
const NOUN = '(?:\\s+(?:the\\s+)?(?:remote\\s+|official\\s+)?(?:mcp(?:[\\s-]+server)?|server))?'
const STATE = '(?:down|up|offline|online|working|broken|not\\s+working|available|responding|ok)'
const NOW = '(?:\\s+(?:right\\s+)?now|\\s+today|\\s+currently|\\s+again)?'

const FORMS: readonly (readonly [AskedProduct['intent'], RegExp])[] = (
  [
    ['status', `is\\s+(?:the\\s+)?${NAME}(?:['’]s)?${NOUN}\\s+(?:currently\\s+)?${STATE}${NOW}`],
    ['status', `(?:does|did)\\s+(?:the\\s+)?${NAME}(?:['’]s)?${NOUN}\\s+(?:work|answer|respond)${NOW}`],
    ['status', `${NAME}${NOUN}\\s+(?:down|status|outages?|offline|not\\s+working)${NOW}`],
    ['status', `(?:status|state|health|uptime)\\s+of\\s+(?:the\\s+)?${NAME}${NOUN}`],
    ['alternatives', `${NAME}${NOUN}\\s+(?:alternatives?|replacements?|competitors?)`],
    ['alternatives', `(?:alternatives?|replacements?)\\s+(?:to|for|of)\\s+(?:the\\s+)?${NAME}${NOUN}`],
    ['alternatives', `(?:what\\s+to\\s+use\\s+)?instead\\s+of\\s+(?:the\\s+)?${NAME}${NOUN}`],
    [
      'install',
      `(?:how\\s+(?:to|do\\s+i)\\s+)?(?:install|set\\s*up|setup|add|connect(?:\\s+to)?)\\s+(?:the\\s+)?${NAME}${NOUN}`,
    ],
    ['install', `${NAME}${NOUN}\\s+(?:install(?:ation)?|setup)`],
    ['name', `(?:mcp(?:\\s+server)?|server)\\s+(?:for|of)\\s+${NAME}`],
    ['name', `${NAME}(?:\\s+(?:official|remote))?${NOUN}`],
  ] as const
).map(([intent, form]) => [intent, new RegExp(`^${form}$`, 'iu')])

/** What a short text asks of a product; null: a text too long or of too many words, or an address. */
export function askedProduct(text: string): AskedProduct | null {
  const plain = text
    .slice(0, 2 * MOST_CHARACTERS)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[?!.]+$/, '')
    .trim()
  if (text.length > MOST_CHARACTERS || plain === '' || /[/\\{}]/.test(plain)) return null
  for (const [intent, form] of FORMS) {
    const name = form.exec(plain)?.groups?.name?.trim()
    if (name === undefined || name.split(' ').length > MOST_WORDS) continue
    return { intent, name, words: intent === 'name' ? text : name }
  }
  return null
}
