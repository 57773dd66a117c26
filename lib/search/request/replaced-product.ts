const NAME = "((?:the\\s)?[\\p{L}\\p{N}][\\p{L}\\p{N}.&'+-]{0,30})"
const NOT_NAMES =
  'something|anything|someone|that|it|this|them|which|what|a|an|my|our|any|good|free|cheap|open|self|the'

// Ways to say that one product is not wanted; the name is the first group.
const PATTERNS = [
  `(?:alternatives?|substitutes?|replacements?|successor|equivalents?|rivals?|competitors?)\\s(?:to|for|of)\\s${NAME}`,
  `(?:instead of|rather than|other than|apart from|except|without using|without|replac(?:e|es|ing)|get away from|migrat(?:e|ing) (?:off|away from)|switch(?:ing)? (?:away )?from|leaving|ditch(?:ing)?|not using|tired of|fed up with)\\s${NAME}`,
  `${NAME}\\s(?:alternatives?|substitutes?|replacements?|equivalents?|competitors?)(?![\\p{L}])`,
  `${NAME}(?:'s| is| are| was| has been| got|\\sseems|\\sapi is|\\skeeps?)\\s(?:being\\s)?(?:down|offline|broken|dead|retired|discontinued|deprecated|shut(?:ting)? down|gone|too expensive|unavailable|not working|returning 5|timing out|rate.?limit|blocked|over quota|failing|giving)`,
  `${NAME}\\s(?:\\p{L}+\\s)?(?:quota|limit|credits?|trial)\\s(?:is\\s)?(?:used up|exhausted|reached|over|exceeded|gone|ran out|expired)`,
  `${NAME}\\s(?:times out|timed out|returns? (?:5|4)\\d\\d|5\\d\\d|429|fails|failed|stopped working|went down)`,
  `${NAME}\\s(?:api\\s)?(?:key|token|account|subscription)\\s(?:is\\s|was\\s|got\\s)?(?:rejected|expired|invalid|revoked|suspended|blocked|banned)`,
  `${NAME}\\s(?:has\\s)?(?:suspended|banned|blocked|closed)\\s(?:our|my|the)\\saccount`,
  `${NAME}\\s(?:api\\s)?(?:pricing|prices?)\\s(?:is|are|got|went)\\s(?:\\p{L}+\\s)?(?:insane|crazy|absurd|too|up|expensive|ridiculous)`,
  `(?:,|\\()?\\s?(?:but\\s)?not\\s${NAME}(?=[\\s).,]*$)`,
  `(?:\\(|,\\s?)not\\s${NAME}`,
].map((pattern) => {
  const [before = '', after = ''] = pattern.split(NAME)
  // The words around the name: without them, which is nearly always, the place of a name is not looked for at each
  // word.
  return { pattern: new RegExp(pattern, 'giu'), needed: new RegExp(before === '' ? after : before, 'iu') }
})

// A name of several words is written with capitals.
const CAPITALISED_BEFORE = /(?<=\s)(?:\p{Lu}[\p{L}\p{N}.&'+-]{0,30}\s){1,2}$/u
const CAPITALISED_AFTER = /^(?:\s\p{Lu}[\p{L}\p{N}.&'+-]{0,30}){1,2}/u

const GENERIC_END = /(?:\s(?:API|APIs|MCP|App|Server))+$/u

const NOT_A_NAME = new RegExp(`^(?:${NOT_NAMES})$`, 'iu')

/**
 * Names of the products a request wants replaced, as written: those after "instead of", before "is down" and the like.
 */
export function replacedProducts(text: string): string[] {
  const short = text.slice(0, 600)
  const names: string[] = []
  for (const { pattern, needed } of PATTERNS) {
    if (!needed.test(short)) continue
    for (const match of short.matchAll(pattern)) {
      const name = match[1]?.replace(/^the\s/iu, '').trim() ?? ''
      if (name === '' || NOT_A_NAME.test(name)) continue
      const at = match.index + match[0].indexOf(match[1] ?? '')
      const before = short.slice(0, at).match(CAPITALISED_BEFORE)?.[0] ?? ''
      const after = short.slice(at + (match[1] ?? '').length).match(CAPITALISED_AFTER)?.[0] ?? ''
      names.push(`${before}${name}${after}`.replace(GENERIC_END, ''))
    }
  }
  return [...new Set(names)]
}
