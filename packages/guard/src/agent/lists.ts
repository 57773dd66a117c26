import { isSpecType, ProtocolError, ProtocolErrorCode, UriTemplate } from '@modelcontextprotocol/server'
import { DEFINED, type Defined, type Definitions } from '../upstream/definitions.ts'
import type { Members, Upstream } from '../upstream/upstream.ts'
import { Names } from './names.ts'
import { PagedList } from './paged.ts'

/** What the agent is shown of all servers, from what is known of them. Asks none of them. */
export class Lists {
  readonly #upstreams: readonly Upstream[]
  readonly #toolsOf: ToolsOf
  /** Of which definitions the rest is made. */
  #made: readonly (Definitions | null)[] = []
  #names = { tools: new Names([], () => []), prompts: new Names([], () => []) }
  readonly #pages = new Map<Defined, PagedList>()

  constructor(upstreams: readonly Upstream[], toolsOf: ToolsOf = ({ known }) => known?.tools ?? []) {
    this.#upstreams = upstreams
    this.#toolsOf = toolsOf
  }

  /** One page, as the result of a request for it. */
  page(defined: Defined, cursor: unknown): Members {
    this.#refresh()
    if (this.#upstreams.every(({ known }) => known !== null && known[defined] === null))
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
    const list = this.#pages.get(defined) ?? new PagedList(this.#entries(defined))
    this.#pages.set(defined, list)
    return list.page(defined, cursor)
  }

  /** The names by which the agent calls tools or prompts. */
  names(of: 'tools' | 'prompts'): Names {
    this.#refresh()
    return this.#names[of]
  }

  /** Forgets what was made of earlier definitions, or of earlier decisions on them. */
  clear(): void {
    this.#made = []
  }

  /** Whose a resource is: of who lists it, else of who has a template for it; else all that have resources at all. */
  ownersOf(uri: string): readonly Upstream[] {
    const isListed = ({ known }: Upstream) => known?.resources?.some((resource) => resource.uri === uri) === true
    const isTemplate = ({ known }: Upstream) =>
      known?.resourceTemplates?.some(({ uriTemplate }) => uriTemplate === uri || matches(uriTemplate, uri)) === true
    const owner = this.#upstreams.find(isListed) ?? this.#upstreams.find(isTemplate)
    if (owner !== undefined) return [owner]
    return this.#upstreams.filter(({ known }) => known === null || known.capabilities.resources !== undefined)
  }

  #refresh(): void {
    const known = this.#upstreams.map((upstream) => upstream.known)
    const isSame = known.length === this.#made.length && known.every((one, at) => hasSameLists(one, this.#made[at]))
    if (isSame && known.length > 0) return
    this.#made = known
    this.#pages.clear()
    this.#names = {
      tools: new Names(this.#upstreams, (upstream) => this.#toolsOf(upstream).map(({ name }) => name)),
      prompts: new Names(this.#upstreams, (upstream) => (upstream.known?.prompts ?? []).map(({ name }) => name)),
    }
  }

  #entries(defined: Defined): readonly object[] {
    const isListed = this.#upstreams.length === 1 ? () => true : IS_VALID[defined]
    // A client may refuse the whole list for one entry, which must not take the tools of other servers away.
    return this.#upstreams.flatMap((upstream) => this.#entriesOf(upstream, defined).filter(isListed))
  }

  #entriesOf(upstream: Upstream, defined: Defined): readonly object[] {
    if (defined === 'tools') return renamed(this.#toolsOf(upstream), upstream, this.#names.tools)
    if (defined === 'prompts') return renamed(upstream.known?.prompts ?? [], upstream, this.#names.prompts)
    return upstream.known?.[defined] ?? []
  }
}

/** Lists that did not change are the same objects. */
function hasSameLists(one: Definitions | null, other: Definitions | null | undefined): boolean {
  return one === other || DEFINED.every((defined) => one?.[defined] === other?.[defined])
}

/** Whether an entry is as the protocol has it. */
const IS_VALID: Readonly<Record<Defined, (entry: unknown) => boolean>> = {
  tools: isSpecType.Tool,
  prompts: isSpecType.Prompt,
  resources: isSpecType.Resource,
  resourceTemplates: isSpecType.ResourceTemplate,
}

/** The tools of a server that the agent is shown. */
export type ToolsOf = (upstream: Upstream) => readonly { name: string }[]

function renamed(entries: readonly { name: string }[], upstream: Upstream, names: Names): readonly object[] {
  return entries.map((entry) => {
    const shown = names.shown(upstream, entry.name) ?? entry.name
    return shown === entry.name ? entry : { ...entry, name: shown }
  })
}

function matches(template: string, uri: string): boolean {
  try {
    return new UriTemplate(template).match(uri) !== null
  } catch {
    return false
  }
}
