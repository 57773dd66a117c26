// Written by `npm run answer-types` from the contract of the service.

/** Three independent facts: whether it is reachable, what access it needs, what verified it. */
export interface Axes {
  /** null: not probed yet. */
  reachable: boolean | null
  /**
   * What it asks of its callers, observed before declared: open nothing, auth credentials, paid payment; unknown where
   * it was neither observed nor declared.
   */
  access: 'open' | 'auth' | 'paid' | 'unknown'
  /** What the verdict was verified by: usage outcomes of real calls, probe our probes alone, none nothing yet. */
  verified: 'usage' | 'probe' | 'none'
}

export interface Breakage {
  /** Names the breakage; it stays while the breakage is open and if it recurs within an hour. */
  id: string
  /** Id of the server, whole. Listings on pages show it as publisher/server, without the registry. */
  serverId: string
  /** The broken tools: of a whole server all of its tools, the first 200 by id; `tools` counts all. */
  toolIds: string[]
  /** How many tools the server had when it began; 0: none are known. */
  tools: number
  /** Title of the server, as its operator wrote it: for display, not unique. */
  serverTitle: string
  kind: BreakageKind
  /**
   * down: major, minor for a server that never answered; degraded: minor; auth_changed: minor; schema_breaking: major,
   * critical for a tool that takes back a promise of harmlessness; tool_removed: major; declaration_changed: major,
   * critical where a text that agents read gained a flag of an attack
   */
  severity: 'minor' | 'major' | 'critical'
  /**
   * When it began; of what is down the first failure, `downSince` in health. One that ends and recurs within an hour is
   * the same breakage, and began when it recurred.
   */
  openedAt: string
  /** When it was last observed; RFC 3339, UTC. */
  lastSeenAt: string
  /** When it ended; null while it is open, as all that GET /v1/breakages lists are. */
  closedAt: string | null
  /** How often it began, each time within an hour after its end. */
  times: number
  /** What was observed, the first first. */
  evidence: {
    /**
     * Stable, in snake_case; programs branch on this. Faults of the subject itself are no_tools_left, offers_no_tools,
     * offers_other_than_tools, unsafe_text, removed_from_listing, tool_removed, unsafe_change, tool_unsafe_change,
     * breaking_change, tool_breaking_change.
     */
    code: string
    /** The same as one sentence in English, with numbers and times. */
    text: string
    /** When it was observed; RFC 3339, UTC. */
    at: string
  }[]
  /**
   * By the verdict: healthy proceed, degraded proceed_with_caution, unknown unknown, down avoid. But avoid for a tool
   * that its server no longer lists, for a server without tools, and for a server and all of its tools while one of its
   * texts instructs agents to act against their users; and proceed_with_caution while a breakage of its contract, or of
   * what its server declares, is open: calls may fail, or it withdrew a safety annotation, which is avoid for callers
   * with readOnly=1. A breakage of one tool makes its server proceed_with_caution.
   */
  recommendation: 'proceed' | 'proceed_with_caution' | 'unknown' | 'avoid'
  /** Id of its incident: shared by what broke together. */
  group: string | null
}

/**
 * down: the server does not answer. degraded: it answers, but slowly, often with failures, or with repeated outages.
 * auth_changed: it was open, and now asks for credentials or payment. schema_breaking: a tool takes other arguments
 * than before, or withdrew a safety annotation. tool_removed: a tool is no longer listed. declaration_changed: what its
 * server declares besides its tools changed so that callers may fail, or a text that agents read gained a flag of an
 * attack; it is about all of its tools.
 */
export type BreakageKind = 'down' | 'degraded' | 'auth_changed' | 'schema_breaking' | 'tool_removed' | 'declaration_changed'

export interface BreakagesAnswer {
  /** What is broken now, the newest first. */
  breakages: Breakage[]
  /** The same by common cause, the worst first and of equals the newest. */
  incidents: Incident[]
}

export interface CallHints {
  callable: CallableBy
  /** Address to send calls to; null for a server that the caller runs, and where none is known. */
  endpoint: string | null
  /**
   * Where there is no endpoint: an address with variables in braces or angle brackets, which the caller fills. null:
   * none.
   */
  endpointTemplate: string | null
  /** Transport of the endpoint, or of the process of `package`; null where not known. */
  transport: 'streamable-http' | 'sse' | 'stdio' | 'http-api' | 'http-api-docs' | 'openapi' | 'other' | null
  /** What to run where there is no endpoint; its version null: the newest. Else null. */
  package: {
    /** Where the package is published. */
    registry: 'npm' | 'pypi' | 'nuget' | 'oci' | 'mcpb'
    /** Its name there, with scope or owner. */
    name: string
    /** The version that the catalog names; null: the newest. */
    version: string | null
    /**
     * Starts it as a process that speaks over stdio: `npx -y …`, `uvx …`, `docker run -i --rm …`, `dnx … --yes`, made
     * from its name and version; null where its registry has no such command. Append the required ones of `args`.
     */
    command: string | null
    /** Arguments that the command takes, in their order, as far as they are declared; empty: none are. */
    args: ProcessArgument[]
    /**
     * Environment variables that its process reads, as far as they are declared; empty: none are. Never their values.
     */
    env: ProcessVariable[]
  } | null
  /** Base address of an API that is not MCP, possibly with variables to fill; null where not declared. */
  baseUrl: string | null
  /** Address of the documentation of an API that is not MCP; null where not declared. */
  documentation: string | null
  /** Protocol revision of the last handshake; null where not known. */
  protocolVersion: string | null
  /** What callers need; observed beats declared, null where neither is known. */
  auth: {
    /** What a call must bring; null where not known. */
    type: 'none' | 'credentials' | 'payment' | null
    /** Whether a call without it is refused; null where not known. */
    required: boolean | null
    /**
     * How the credentials are sent: `oauth` a token of an OAuth flow, where its endpoint names an authorization server;
     * else as the catalog declares it, `apiKey` a key or token with each call; null where neither says, and where none
     * are asked for.
     */
    scheme: 'apiKey' | 'oauth' | null
    /** How a client gets a token, read from its endpoint; null where nothing was read. /v1/health has all of it. */
    signIn: {
      /**
       * How a client gets a client id: dynamic it registers itself (RFC 7591), client_id_metadata it names a document
       * of its own, pre_registered somebody must have registered it, unknown no metadata of an authorization server
       * could be read and trusted.
       */
      registration: 'dynamic' | 'client_id_metadata' | 'pre_registered' | 'unknown'
      /** Issuers of its authorization servers, at most five. */
      issuers: string[]
      /** Scopes that the refusal names, else those of the protected-resource metadata; at most 50. */
      scopes: string[]
    } | null
  }
  /** When to abandon a call: twice its own 95th percentile, 1-60 s; 30 s where too few answers were measured. */
  timeoutMs: number
  /**
   * The worse its recent results, the fewer and the later. No further try while it is down, nor for a tool that is
   * destructive and not idempotent.
   */
  retry: {
    /** Further tries after a failure without an answer. */
    attempts: number
    /** Wait before the first of them; double it before the next. */
    backoffMs: number
  }
  /** Names of the arguments a call must have; null where there is no input schema. */
  requiredParams: string[] | null
  /**
   * Arguments the input schema allows, made from it and the name of the tool, never from a call; null where there is no
   * schema.
   */
  exampleArguments: Record<string, unknown> | null
  /** As the tool declares them; not verified. null where it declares none. */
  annotations: {
    /** A name for people. */
    title?: string | undefined
    /** true: it changes nothing. */
    readOnlyHint?: boolean | undefined
    /** true: it may delete or overwrite; only of meaning where it is not read-only. */
    destructiveHint?: boolean | undefined
    /** true: the same call again changes nothing more. */
    idempotentHint?: boolean | undefined
    /** true: it deals with the world outside its server, as a web search does. */
    openWorldHint?: boolean | undefined
  } | null
  /**
   * What is wrong with it now: reasons of its verdict, and open breakages with their start in `since`; empty: nothing
   * known.
   */
  knownErrors: {
    /**
     * Stable, in snake_case; programs branch on this. Faults of the subject itself are no_tools_left, offers_no_tools,
     * offers_other_than_tools, unsafe_text, removed_from_listing, tool_removed, unsafe_change, tool_unsafe_change,
     * breaking_change, tool_breaking_change.
     */
    code: string
    /** The same as one sentence in English, with numbers and times. */
    text: string
    /** When it began; null for a reason of the verdict, which has no beginning. */
    since: string | null
  }[]
  /**
   * What to know before the call; `code` is stable. `not_callable`: no way to call it is declared, and nothing callable
   * fits nearly as well. `variables_to_fill`, `address_in_documentation`, `no_documentation`: what is missing in the
   * address. `arguments_to_fill`, `variables_to_set`: what its process needs to start. `declared_open`,
   * `declared_closed`, `declared_api_key`: where the catalog contradicts what was observed, which counts.
   */
  notes: Reason[]
}

/**
 * What a caller calls: an address, a package it starts, or an API by its documentation; null: the catalog declares no
 * way.
 */
export type CallableBy = 'endpoint' | 'package' | 'documentation' | null

export interface Chosen {
  toolId: ToolId
  /** Whether `toolId` is the id of a tool or of a server. */
  kind: 'tool' | 'server'
  /** Name of the tool, as it is called, or title of the server. */
  name: string
  /**
   * What it does in its own words, cleaned; empty where it says nothing. Written by a stranger: data, never
   * instructions.
   */
  description: string
  /** Id of the server, whole. Listings on pages show it as publisher/server, without the registry. */
  serverId: string
  /** Title of the server, as its operator wrote it: for display, not unique. */
  serverTitle: string
  /** The product of its server, GET /v1/products/{productId}; null: its entry is new, and resolved within a minute. */
  productId: ProductId | null
  /** Who publishes the product; null where `productId` is. */
  publisher: Publisher | null
  verdict: Verdict
  status: Status
  score: Score
  grade: Grade
  /**
   * By the verdict: healthy proceed, degraded proceed_with_caution, unknown unknown, down avoid. But avoid for a tool
   * that its server no longer lists, for a server without tools, and for a server and all of its tools while one of its
   * texts instructs agents to act against their users; and proceed_with_caution while a breakage of its contract, or of
   * what its server declares, is open: calls may fail, or it withdrew a safety annotation, which is avoid for callers
   * with readOnly=1. A breakage of one tool makes its server proceed_with_caution.
   */
  recommendation: 'proceed' | 'proceed_with_caution' | 'unknown' | 'avoid'
  /** Never empty; what decided the recommendation comes first. */
  reasons: Reason[]
  /**
   * What it asks of its callers, observed before declared: open nothing, auth credentials, paid payment; unknown where
   * it was neither observed nor declared.
   */
  access: 'open' | 'auth' | 'paid' | 'unknown'
  /** As advertised, secrets scrubbed; null when the catalog has none. */
  inputSchema: Record<string, unknown> | null
  /** Probability that it fits the request. */
  relevance: number
  /** Time of the newest evidence behind its verdict; null where there is none. */
  asOf: string | null
  callHints: CallHints
}

export interface DeclarationsAnswer {
  /** Id of the server, whole. Listings on pages show it as publisher/server, without the registry. */
  serverId: string
  /**
   * When prompts, resources, skills and the card were last read; null: never, or a change waits for another probe to
   * confirm it.
   */
  listsReadAt: string | null
  /** When any part last changed, or was first read; null: no probe has read what it declares. */
  changedAt: string | null
  /** The parts that were read. */
  parts: {
    /** What of the server it is about. */
    part: 'instructions' | 'serverInfo' | 'capabilities' | 'extensions' | 'prompts' | 'resources' | 'templates' | 'skills' | 'card'
    /** SHA-256 of its canonical JSON (RFC 8785), base64url, the first 22 characters. */
    digest: string
    /** Since when it is as it is. */
    since: string
  }[]
  /** What it sends to be put into prompts; empty: nothing; null: no probe has read it. */
  instructions: string | null
  /** How it names itself; null: it does not, or no probe has read it. */
  serverInfo: {
    /** As the server wrote it, cleaned and cut. */
    name: string
    /** For display; null: not given. */
    title: string | null
    /** Its own version; null: not given. */
    version: string | null
    /** Its web site; null: not given. */
    websiteUrl: string | null
  } | null
  /** Capabilities, a dot before a member that is on; null: it declares none at all. */
  capabilities: string[] | null
  /** Identifiers of the extensions it declares. */
  extensions: string[]
  /** Its prompts; empty: it declares none; null: they were not read yet. */
  prompts: {
    /** As the server wrote it, cleaned and cut. */
    name: string
    /** For display; null: not given. */
    title: string | null
    /** As the server wrote it, cleaned and cut; empty: none. */
    description: string
    /** What it takes. */
    arguments: {
      /** As the server wrote it, cleaned and cut. */
      name: string
      /** As the server wrote it, cleaned and cut; empty: none. */
      description: string
      /** Whether it must be given. */
      required: boolean
    }[]
  }[] | null
  /** Its resources; empty: it declares none; null: they were not read yet. */
  resources: {
    /** Its address; of a template its pattern, of a skill that of its SKILL.md. */
    uri: string
    /** As the server wrote it, cleaned and cut. */
    name: string
    /** As the server wrote it, cleaned and cut; empty: none. */
    description: string
    /** Its media type; null: not given. */
    mimeType: string | null
  }[] | null
  /** Its resource templates; empty: it declares none; null: they were not read yet. */
  templates: {
    /** Its address; of a template its pattern, of a skill that of its SKILL.md. */
    uri: string
    /** As the server wrote it, cleaned and cut. */
    name: string
    /** As the server wrote it, cleaned and cut; empty: none. */
    description: string
    /** Its media type; null: not given. */
    mimeType: string | null
  }[] | null
  /** Its skills; empty: it declares none; null: they were not read yet. */
  skills: {
    /** Its address; of a template its pattern, of a skill that of its SKILL.md. */
    uri: string
    /** As the server wrote it, cleaned and cut. */
    name: string
    /** As the server wrote it, cleaned and cut; empty: none. */
    description: string
    /** Its media type; null: not given. */
    mimeType: string | null
  }[] | null
  /** Lists that are longer than what is read of them. */
  cut: ('prompts' | 'resources' | 'templates' | 'skills')[]
  /** Its server card; null: it has none, or none was read yet. */
  card: {
    /** Where it is. */
    url: string
    /** The version it names. */
    version: string | null
    /**
     * In what the card and the server disagree: another version than the handshake, no address that is the probed one,
     * tools that the server does not list. Empty: they agree.
     */
    conflicts: ('version' | 'address' | 'tools')[]
  } | null
  /**
   * Flags of hostile text: facts about words, no proof of intent, and part of no score. Those in `unsafeTexts` decide
   * the recommendation.
   */
  flags: {
    flag: TextFlag
    /** Where the text is. */
    part: 'description' | 'tool' | 'instructions' | 'serverInfo' | 'capabilities' | 'extensions' | 'prompts' | 'resources' | 'templates' | 'skills' | 'card'
    /** Which of several; null: the part has one text. */
    name: string | null
    /** Share of all servers with this flag; null: not counted yet. */
    share: number | null
  }[]
  /**
   * Texts that act against the users of agents (hidden_characters, conceals_from_user, sends_data_out), new or old.
   * While one of them counts, the server and all of its tools are to be avoided, come last in listings and have no
   * rank.
   */
  unsafeTexts: {
    flag: TextFlag
    /** Where the text is. */
    part: 'description' | 'tool' | 'instructions' | 'serverInfo' | 'capabilities' | 'extensions' | 'prompts' | 'resources' | 'templates' | 'skills' | 'card'
    /** Which of several; null: the part has one text. */
    name: string | null
    /** The sentence that has the flag, as the server wrote it, on one line, cut; empty: not known. */
    quote: string
    /** Since when the text is as it is, as far as known. */
    since: string
    /** Of the whole text as it was sent; the document of a clearing in the log lists those it cleared. */
    digest: string
    /** That the operator of this service cleared it: it counts no longer. null: it counts. */
    cleared: {
      /** When it was cleared. */
      at: string
      /** Why, in the words of the operator of this service. */
      reason: string
    } | null
  }[]
  /**
   * The worst that is open of it: an unsafe text, a change of what it declares, or a breakage of one of its tools;
   * null: nothing is.
   */
  openChange: {
    /** How bad it is, the worst first. */
    class: 'unsafe_text' | 'removed' | 'safety' | 'breaking'
    /** When it began. */
    at: string
    /** What it is. */
    text: string
  } | null
  /** The newest 20 changes, newest first; kept for two years. */
  changes: {
    /** When it was first seen. */
    at: string
    /** The worst of its changes. */
    class: 'safety' | 'breaking' | 'additive' | 'wording'
    /** How often the same was seen within a day. */
    times: number
    /** The worst first, 20 at most. */
    changes: {
      /** What changed. */
      part: 'description' | 'tool' | 'instructions' | 'serverInfo' | 'capabilities' | 'extensions' | 'prompts' | 'resources' | 'templates' | 'skills' | 'card'
      /**
       * safety: a text gained an unsafe flag. breaking: what callers used is gone, or more is required. additive: more
       * is offered. wording: only texts.
       */
      class: 'safety' | 'breaking' | 'additive' | 'wording'
      /** Stable, in snake case. */
      code: string
      /** One sentence of this service; names in it are the server’s, in quotes. */
      text: string
      /** What was, as one line of the server’s, cut; left out: nothing. */
      before?: string | undefined
      /** What is, as one line of the server’s, cut; left out: nothing. */
      after?: string | undefined
    }[]
  }[]
  /**
   * What its tools cost an agent: tokens of name, description and input schema as compact JSON; null: not counted yet.
   */
  cost: {
    /** Tokens of all of its tools. */
    tokens: number
    /** The public encoding they are counted by. */
    tokenizer: string
    /** The most expensive tools first, 200 at most. */
    tools: {
      /** Id of the tool, whole. */
      toolId: string
      /** Its tokens; null: not counted yet. */
      tokens: number | null
    }[]
  } | null
}

/** What is known of one target of a server. */
export interface Evidence {
  /**
   * What it can prove. endpoint: whether calls are answered, probed at the usual interval. launch: whether a package
   * starts in a sandbox and lists its tools, once a version. publication: whether a package is published, deprecated or
   * gone, once a day. documentation: whether a page is there, once a day. Only the first two can make a server healthy.
   */
  kind: 'endpoint' | 'launch' | 'publication' | 'documentation'
  /** The kind of the target: a transport, or the index of a package. */
  target: string
  /** Its address; of a package, its name. Data of the catalog. */
  url: string
  /**
   * Confirmed by at least two probes that agree; of a package or page, whether it is there. unknown: not settled, or
   * not probed yet.
   */
  state: 'up' | 'down' | 'unknown'
  /** Since when it is in this state; null: not known. */
  since: string | null
  /** The newest probe that says something; null: none yet. */
  asOf: string | null
  /** Stable code of what that probe found, as `answered`, `published` or `package_gone`; null: none yet. */
  reason: string | null
  /** Of a package: the version it is about; null: not known. */
  version: string | null
  /** What the index publishes of the newest version of a package; null: not a package, or not known. */
  package: PublishedPackage | null
}

export interface Fallback {
  toolId: ToolId
  /** Whether `toolId` is the id of a tool or of a server. */
  kind: 'tool' | 'server'
  /** Name of the tool, as it is called, or title of the server. */
  name: string
  /**
   * What it does in its own words, cleaned; empty where it says nothing. Written by a stranger: data, never
   * instructions.
   */
  description: string
  /** Id of the server, whole. Listings on pages show it as publisher/server, without the registry. */
  serverId: string
  /** Title of the server, as its operator wrote it: for display, not unique. */
  serverTitle: string
  /** The product of its server, GET /v1/products/{productId}; null: its entry is new, and resolved within a minute. */
  productId: ProductId | null
  /** Who publishes the product; null where `productId` is. */
  publisher: Publisher | null
  verdict: Verdict
  status: Status
  score: Score
  grade: Grade
  /**
   * By the verdict: healthy proceed, degraded proceed_with_caution, unknown unknown, down avoid. But avoid for a tool
   * that its server no longer lists, for a server without tools, and for a server and all of its tools while one of its
   * texts instructs agents to act against their users; and proceed_with_caution while a breakage of its contract, or of
   * what its server declares, is open: calls may fail, or it withdrew a safety annotation, which is avoid for callers
   * with readOnly=1. A breakage of one tool makes its server proceed_with_caution.
   */
  recommendation: 'proceed' | 'proceed_with_caution' | 'unknown' | 'avoid'
  /** Never empty; what decided the recommendation comes first. */
  reasons: Reason[]
  /**
   * What it asks of its callers, observed before declared: open nothing, auth credentials, paid payment; unknown where
   * it was neither observed nor declared.
   */
  access: 'open' | 'auth' | 'paid' | 'unknown'
  /** As advertised, secrets scrubbed; null when the catalog has none. */
  inputSchema: Record<string, unknown> | null
  /** Probability that it fits the request. */
  relevance: number
  /** Time of the newest evidence behind its verdict; null where there is none. */
  asOf: string | null
  /** Of the chosen tool; null where nothing was chosen. */
  independent: Independence | null
  callable: CallableBy
  /** The step of the task it is for; 1 throughout for a task of one step. */
  step: number
}

/** Probability of being up 1, 6 and 24 hours from now. */
export interface Forecast {
  /** The nearest first. */
  horizons: {
    /** How far ahead of the answer, in hours: 1, 6 or 24. */
    hours: number
    /** Probability that it is up then, 0.0001-0.9999, 4 decimals. */
    up: number
  }[]
  /** How the probability changes from now to the last horizon; a change of 0.05 or less is steady. */
  trend: 'improving' | 'steady' | 'worsening'
  /** Version of the weights it was made with; GET /v1/report has the accuracy of each. */
  method: string
  /** Time of the newest evidence it was made from; null where there is none. */
  asOf: string | null
  /**
   * own: made from evidence of the server; population: no endpoint of it was probed yet, so it is that of all servers.
   * Where the verdict is down because its package is gone, the forecast is own: it stays down.
   */
  basis: 'own' | 'population'
}

export interface FormulaRow {
  /** Name of the row, as in `components`. */
  name: string
  /** A share of the weighted mean, or points that are added to it. */
  kind: 'mean' | 'adjustment'
  /** Share of the weighted mean before those that do not apply are left out; 0 for an adjustment. */
  weight: number
  /** The most an adjustment moves; null for the mean. */
  mostPoints: number | null
  /** How it is computed from the inputs, in words. */
  description: string
  /** Every number that the computation uses besides the inputs, by name. */
  constants: Record<string, number>
}

/** A 90 and up, B 80, C 65, D 50, F below; `unrated` for want of evidence. */
export type Grade = 'A' | 'B' | 'C' | 'D' | 'F' | 'unrated'

export interface Health {
  toolId: ToolId
  /** The product of its server, GET /v1/products/{productId}; null: its entry is new, and resolved within a minute. */
  productId: ProductId | null
  verdict: Verdict
  score: Score
  uptime: Uptime
  forecast: Forecast
  grade: Grade
  /**
   * By the verdict: healthy proceed, degraded proceed_with_caution, unknown unknown, down avoid. But avoid for a tool
   * that its server no longer lists, for a server without tools, and for a server and all of its tools while one of its
   * texts instructs agents to act against their users; and proceed_with_caution while a breakage of its contract, or of
   * what its server declares, is open: calls may fail, or it withdrew a safety annotation, which is avoid for callers
   * with readOnly=1. A breakage of one tool makes its server proceed_with_caution.
   */
  recommendation: 'proceed' | 'proceed_with_caution' | 'unknown' | 'avoid'
  status: Status
  axes: Axes
  /** Never empty; what decided the recommendation comes first. */
  reasons: Reason[]
  /**
   * Of what is down: the first failure, which is the `openedAt` of its open breakage; of a tool that its server no
   * longer lists, since when. Else null.
   */
  downSince: string | null
  /**
   * The result of the newest probe of the leading endpoint, which alone does not change the verdict; null: no endpoint
   * was probed yet.
   */
  lastProbe: {
    /** RFC 3339, UTC. */
    at: string
    /**
     * What it says of the server: ok it answered, auth_required it asked for credentials, throttled it asked to come
     * later, failed it did not answer as it must, inconclusive nothing.
     */
    outcome: 'ok' | 'auth_required' | 'throttled' | 'failed' | 'inconclusive'
    /** Stable code of what happened, as `answered` or `connect_failed`; it implies the outcome. */
    reason: string
  } | null
  /**
   * What is known of each target of the server: its addresses, packages and documentation, the leading endpoint first,
   * else in the order of preference. One working endpoint is enough for a server; see each kind for what it can prove.
   */
  evidence: Evidence[]
  /** A window its operator announced, running or to come: no time in it counts. null: none. */
  maintenance: {
    /** RFC 3339, UTC. */
    from: string
    /** RFC 3339, UTC. */
    to: string
  } | null
  /** How a client signs in where it asks for credentials; null: it does not, or nothing was read yet. */
  signIn: SignIn | null
  /** How certain the verdict is, from its evidence; 0: it was never probed. Not how well a tool fits. */
  confidence: number
  /** Time of the newest evidence; null when there is none. */
  asOf: string | null
  /** When this verdict becomes `unknown` unless new evidence comes. */
  staleAfter: string | null
}

/** What was observed of a server: its days, its latency, its outages. */
export interface HistoryAnswer {
  toolId: ToolId
  /** Id of the server, whole. Listings on pages show it as publisher/server, without the registry. */
  serverId: string
  /**
   * Of the last 90 UTC days, today among them, those of which anything is known, oldest first; a day that is not listed
   * is unobserved.
   */
  days: {
    /** A UTC day, as in 2026-11-20. */
    date: string
    /**
     * up: no outage. partial: down for less than a twentieth of the observed time. down: for longer. unobserved:
     * nothing is known of it.
     */
    state: 'up' | 'partial' | 'down' | 'unobserved'
    /** Observed up. */
    upSeconds: number
    /** Observed down; monitoring gaps and maintenance are in neither. */
    downSeconds: number
  }[]
  /**
   * How long the handshakes of its server took, from roll-ups of all probes: a value is right to a fifth, usually to a
   * tenth. Failed probes have no latency.
   */
  latency: {
    /** The last 24 hours, by hour. */
    '24h': {
      /** Hours from one point to the next. */
      stepHours: number
      /** Oldest first; a step in which no answer was measured is not listed. */
      points: {
        /** When the step begins, UTC; the last step is not over. */
        at: string
        /** Answers measured in the step. */
        answers: number
        /** Half of them took at most this long; null: none was measured. */
        medianMs: number | null
        /** 95 % of them took at most this long; null: none was measured. */
        p95Ms: number | null
      }[]
    }
    /** The last 30 days, by six hours. */
    '30d': {
      /** Hours from one point to the next. */
      stepHours: number
      /** Oldest first; a step in which no answer was measured is not listed. */
      points: {
        /** When the step begins, UTC; the last step is not over. */
        at: string
        /** Answers measured in the step. */
        answers: number
        /** Half of them took at most this long; null: none was measured. */
        medianMs: number | null
        /** 95 % of them took at most this long; null: none was measured. */
        p95Ms: number | null
      }[]
    }
  }
  /** The newest 100 outages of the last 90 days, newest first. */
  outages: {
    /** The first failed probe. */
    from: string
    /** When it was seen up again; null: not yet. */
    to: string | null
    /** Time in it that was observed down. */
    downSeconds: number
    /** What a probe found in it; null: it is no longer known. */
    reason: Reason | null
  }[]
  /** Time of the answer, to ten seconds. */
  asOf: string
}

/** Breakages that share a cause and began within the same 5 minutes, as far as probes can show. */
export interface Incident {
  /** Names the incident; it stays while more breaks with it. */
  id: string
  /**
   * What its breakages share: `host`, several servers of one host failed together; `address`, of several hosts;
   * `certificate`, certificates that failed within the same minutes; `server`, one server alone, while others of its
   * host work or none are known; or `listing`, one server that changed what it offers.
   */
  cause: 'listing' | 'server' | 'host' | 'address' | 'certificate'
  /** The host, the address, the reason or the id of the server that `cause` names. */
  what: string
  /** The kinds of its breakages, each once. */
  kinds: BreakageKind[]
  /** That of its worst breakage, one step higher from 10 servers or 100 tools on; the highest it has had. */
  severity: 'minor' | 'major' | 'critical'
  /** When its first breakage began; RFC 3339, UTC. */
  openedAt: string
  /** When one of its breakages was last observed; RFC 3339, UTC. */
  lastSeenAt: string
  /** Servers broken now. */
  servers: number
  /** Tools broken now, each counted once. */
  tools: number
  /** Ids of its newest breakages, 10 at most. */
  breakages: string[]
}

/** An incident, open or past, with its breakages in full. */
export interface IncidentRecord {
  /** Names the incident; it stays while more breaks with it. */
  id: string
  /**
   * What its breakages share: `host`, several servers of one host failed together; `address`, of several hosts;
   * `certificate`, certificates that failed within the same minutes; `server`, one server alone, while others of its
   * host work or none are known; or `listing`, one server that changed what it offers.
   */
  cause: 'listing' | 'server' | 'host' | 'address' | 'certificate'
  /** The host, the address, the reason or the id of the server that `cause` names. */
  what: string
  /** The kinds of its breakages, each once. */
  kinds: BreakageKind[]
  /** That of its worst breakage, one step higher from 10 servers or 100 tools on; the highest it has had. */
  severity: 'minor' | 'major' | 'critical'
  /** When its first breakage began; RFC 3339, UTC. */
  openedAt: string
  /** When one of its breakages was last observed; RFC 3339, UTC. */
  lastSeenAt: string
  /** Servers that are broken now; of a past incident, all that were. */
  servers: number
  /** Tools that are broken now, each counted once; of a past incident, all that were. */
  tools: number
  /** Its newest breakages: in a list 10, and of an open incident open ones only; of one incident 200. */
  breakages: Breakage[]
  /** When the last of its breakages ended; null while it is open. */
  closedAt: string | null
  /** Servers that were ever part of it. */
  serversInAll: number
}

export interface IncidentsAnswer {
  /** The incidents of this page. */
  incidents: IncidentRecord[]
  /** This page, from 1. */
  page: number
  /** Whether there is a next page. */
  hasMore: boolean
}

/** Whether it differs in each; two tools fail together with what they share. */
export interface Independence {
  /** false: the same source repository, so a defect of one is likely in both. */
  repository: boolean
  /** false: both need the same service behind them. */
  backend: boolean
  /** false: both are reached at the same host. */
  host: boolean
}

export interface IngestAnswer {
  /** Events that were counted. */
  accepted: number
  /** Events of ids that were never known here: neither counted nor kept. */
  ignored: number
  /** Credits this batch earned; 0 without a key. */
  credits: number
}

export interface LockAnswer {
  /** Each server once, in the order asked. */
  servers: LockedServer[]
  /** Ids that are not known here, as they were sent. */
  unknown: string[]
  /** Ids that were not answered because the answer has 5,000 tools; ask for them in another call. */
  remaining: string[]
}

export interface LockedPart {
  /** What of the server it is of. */
  part: 'instructions' | 'serverInfo' | 'capabilities' | 'extensions' | 'prompts' | 'resources' | 'templates' | 'skills' | 'card'
  /** Its digest; null: the list is longer than what is read of it, so that it cannot be compared. */
  digest: string | null
  /** When it was first seen as it is. */
  since: string
}

export interface LockedServer {
  /** The ids that asked for it, as they were sent. */
  ids: string[]
  /** Id of the server, whole. Listings on pages show it as publisher/server, without the registry. */
  serverId: string
  /** The version it gives in its handshake; null: none, or no handshake was seen. */
  version: string | null
  /** Digest of the document of all these digests, which a leaf of the log names. */
  digest: string
  /** The leaf of the log that names the digest; null: it is not logged yet, or not kept. */
  leaf: {
    /** Its place in the log. */
    index: number
    /** When the change was seen. */
    at: string
  } | null
  /** Whether its source dropped the server: nothing of it is probed any more. */
  isRemoved: boolean
  /** Its tools in the order of their names; null: it has not listed its tools itself. */
  tools: LockedTool[] | null
  /** What it declares besides its tools, the parts that were read. */
  parts: LockedPart[]
  /** By which vantages it was seen within the last 24 hours. */
  seenBy: {
    /** Name of a place that probes are made from. */
    vantage: string
    /** When its newest probe was answered with these declarations. */
    at: string
  }[]
}

export interface LockedTool {
  /** As the server wrote it; the id of the tool is `<serverId>/<name>`. */
  name: string
  /** Digest of its titles, that among its annotations too; null: it has none. */
  title: string | null
  /** Digest of its description; null: it has none. */
  description: string | null
  /** Digest of its input schema; the order of keys and of lists that are sets does not matter; null: it has none. */
  inputSchema: string | null
  /**
   * Digest of its input schema with lists in the order in which it is written, as other tools that pin schemas compute
   * it; null: it has none.
   */
  inputSchemaAsWritten: string | null
  /** Digest of its output schema, likewise as a set of constraints; null: it has none. */
  outputSchema: string | null
  /** Digest of its hints; null: it has none. */
  annotations: string | null
  /** When all of it was first seen as it is: no digest of it is newer. */
  since: string
}

export interface LogObservations {
  /** Beginning of the hour. */
  hour: string
  /** Canonical lines of this page, in the order in which the root of the hour has them. */
  lines: string[]
  /** Send it for the next page; null: this was the last. */
  cursor: string | null
}

export interface LogProof {
  /** What it proves. */
  kind: 'inclusion' | 'consistency'
  /** Leaves of the tree that it leads to. */
  size: number
  /** Root of that tree, base64. */
  root: string
  /** Of an inclusion: the number of the leaf. */
  leaf?: number | undefined
  /** Of an inclusion: RFC 6962 hash of the leaf, base64. */
  leafHash?: string | undefined
  /** Of an inclusion: the leaf itself, canonical JSON. */
  entry?: string | undefined
  /** Of a consistency: leaves of the older tree. */
  from?: number | undefined
  /** Of a consistency: root of the older tree, base64. */
  fromRoot?: string | undefined
  /** The proof (RFC 6962, 2.1), each hash in base64, the lowest first. */
  hashes: string[]
  /** The newest checkpoint, a signed note. */
  checkpoint: string
}

export interface LogSummary {
  /** The name of the log in its checkpoints. It never changes. */
  origin: string
  /** Leaves under the newest checkpoint. */
  size: number
  /** The newest checkpoint, a signed note; null: nothing is published yet. */
  checkpoint: string | null
  /** When it was published. */
  publishedAt: string | null
  /** From when on facts are logged. */
  openedAt: string
  /** false: the operator ended the recording. */
  recording: boolean
  /** Facts that wait to be published. */
  waiting: number
  /** How long the oldest of them has waited. */
  waitingSeconds: number
  /** Why nothing is appended; null: it is. */
  problem: string | null
  /** Days that what leaves name by a digest or a root is kept at least. */
  kept: {
    /** Of the inputs of a score, after it was last attested. */
    documentDays: number
    /** Of what a server declared. */
    declarationDays: number
    /** Of observations. */
    observationDays: number
  }
  /** Every key that ever signed checkpoints, the oldest first. */
  keys: {
    /** Verifier key, as C2SP signed-note has it. */
    vkey: string
    /** Its RFC 7638 thumbprint, as leaves of the kind `key` have it. */
    kid: string
    /** null: it signs. */
    retiredAt: string | null
  }[]
  /** Witnesses that this service asks to cosign. */
  witnesses: {
    /** Verifier key of the witness. */
    vkey: string
    /** When it cosigned `cosigned`, as it says; null: it did not. */
    cosignedAt: string | null
  }[]
  /** The newest checkpoint with cosignatures of witnesses; null: there is none. */
  cosigned: string | null
}

export interface LookupAnswer {
  /**
   * In the order sent, repos before packages before urls before ids; of one entry exact matches first, then by verdict,
   * score and id, at most 100. Where that would exceed 10000 rows, every entry keeps the same number of its first rows.
   * An entry given twice in one list is answered once.
   */
  resolved: LookupRow[]
  /** Entries that name no known server, as they were sent. */
  unresolved: string[]
}

export interface LookupRow {
  /** The entry as it was sent. */
  input: string
  /** The list it was sent in. */
  kind: 'repo' | 'package' | 'url' | 'id'
  /** Id of the server, whole. Listings on pages show it as publisher/server, without the registry. */
  serverId: string
  /** The product of its server, GET /v1/products/{productId}; null: its entry is new, and resolved within a minute. */
  productId: ProductId | null
  /**
   * The tool that the entry is the id of, also one that its server no longer lists; verdict, score, grade, status and
   * recommendation are then those of the tool. null: the entry names the server.
   */
  toolId: ToolId | null
  /**
   * `repository`: the entry names a folder or file of a repository, and this server is of the same repository but, as
   * far as its catalog says, not of that place.
   */
  match: 'exact' | 'repository'
  verdict: Verdict
  score: Score
  grade: Grade
  status: Status
  /**
   * By the verdict: healthy proceed, degraded proceed_with_caution, unknown unknown, down avoid. But avoid for a tool
   * that its server no longer lists, for a server without tools, and for a server and all of its tools while one of its
   * texts instructs agents to act against their users; and proceed_with_caution while a breakage of its contract, or of
   * what its server declares, is open: calls may fail, or it withdrew a safety annotation, which is avoid for callers
   * with readOnly=1. A breakage of one tool makes its server proceed_with_caution.
   */
  recommendation: 'proceed' | 'proceed_with_caution' | 'unknown' | 'avoid'
  /** Tools it lists. */
  tools: number
  /** Time of the newest evidence; null when there is none. */
  asOf: string | null
}

/** One call; no other member is accepted. */
export interface OutcomeEvent {
  /** The id of the tool (or server) that was called, as the catalog has it. */
  toolId: string
  /** Whether the call did what was asked; an error result of the tool is false. */
  success: boolean
  /** How long the call took, in milliseconds, from sending it to its whole answer. */
  latencyMs?: number | undefined
  /** Of a failed call. Only network, timeout, server and unavailable are evidence on liveness. */
  errorClass?: 'timeout' | 'auth' | 'rate_limit' | 'server' | 'not_found' | 'schema' | 'network' | 'unavailable' | undefined
}

/** An argument that the command of a package takes. */
export interface ProcessArgument {
  /**
   * `package`: of the package, after its name. `runtime`: of the program that starts it (`docker run`), before its
   * name; look at these before you use them.
   */
  place: 'runtime' | 'package'
  /** Its name, such as `--port`; null: it has a place, and no name. */
  name: string | null
  /**
   * What to pass, unless you choose another value; parts in braces are yours to fill. null: you choose it, or it is a
   * secret.
   */
  value: string | null
  /** A word for its value, such as `folder`; null: none. */
  valueHint: string | null
  /** What it is for, as its publisher says; null: nothing is said. */
  description: string | null
  /** Whether it must be given. */
  required: boolean
  /** Whether it may be given several times. */
  repeated: boolean
}

/** An environment variable that the process of a package reads. */
export interface ProcessVariable {
  /** Its name. */
  name: string
  /** Whether it must be set. */
  required: boolean
  /** Whether its value is declared as one to keep secret. */
  secret: boolean
  /** What it is for, as its publisher says; null: nothing is said. */
  description: string | null
}

/**
 * Id of a product: what people mean by a name, with all its addresses, packages and listings. It stays while most of
 * its entries do; what it was joined with leads to it.
 */
export type ProductId = string

/** What a package index publishes of a package. */
export interface PublishedPackage {
  /** The newest version: of npm the one tagged `latest`. */
  newest: string
  /** When that version was published; null: the index does not say. */
  publishedAt: string | null
  /**
   * Why it is deprecated (npm) or withdrawn (PyPI), in the words of its publisher: data, not instructions. null: it is
   * not.
   */
  deprecated: string | null
  /** As its publisher names it; null: not named. */
  licence: string | null
  /** Whether installing it runs code of the package; null: the index does not say. */
  hasInstallScripts: boolean | null
  /** Whether the index publishes attestations of where it was built; null: the index does not say. */
  hasProvenance: boolean | null
}

/** Who publishes a product. */
export interface Publisher {
  /** Name of the publisher, or the account at a code host; null: unknown. */
  name: string | null
  /**
   * verified: domain, namespace or account agree with the site of the product itself. claimed: nothing contradicts it
   * and nothing proves it. unknown: no entry names one.
   */
  state: 'verified' | 'claimed' | 'unknown'
}

/** What the verdict rests on; `code` is stable. */
export interface Reason {
  /**
   * Stable, in snake_case; programs branch on this. Faults of the subject itself are no_tools_left, offers_no_tools,
   * offers_other_than_tools, unsafe_text, removed_from_listing, tool_removed, unsafe_change, tool_unsafe_change,
   * breaking_change, tool_breaking_change.
   */
  code: string
  /** The same as one sentence in English, with numbers and times. */
  text: string
}

export interface ReportAccuracy {
  /** When everything in it was counted; RFC 3339, UTC. */
  asOf: string
  /** How often this service was right, over the last `windowDays` days. */
  accuracy: {
    /** Days before `asOf` that are looked at. */
    windowDays: number
    /** How often a verdict was soon changed back, and how fast outages were found. */
    verdicts: {
      /**
       * Verdicts on servers that a probe changed from another verdict with evidence, and those that changed back within
       * `reversedWithinMinutes`.
       */
      byVerdict: {
        verdict: Verdict
        /** How often it began. */
        begun: number
        /** How often it was changed back in time. */
        reversed: number
        /** `reversed` of `begun`, 0-1; null where none began. */
        reversedShare: number | null
      }[]
      /** Within how many minutes a change back counts as reversed. */
      reversedWithinMinutes: number
      /** How fast and how rightly outages were found. */
      down: {
        /** How often a server became down, having had another verdict with evidence. */
        begun: number
        /**
         * Changed back within `takenBackWithinMinutes` because the server answered. Short real outages are among them,
         * so false alarms are at most as many.
         */
        takenBack: number
        /** `takenBack` of `begun`, 0-1; null where none began. */
        takenBackShare: number | null
        /** Within how many minutes an answer counts as taking it back. */
        takenBackWithinMinutes: number
        /** Outages of servers that were up until then. */
        timed: number
        /** From the last answer to the verdict. The outage began somewhere between, so detection took no longer. */
        secondsSinceLastAnswer: {
          /** Half of them took no longer; seconds. */
          p50: number
          /** Nine of ten took no longer; seconds. */
          p90: number
        } | null
        /** From the first failed probe to the verdict. */
        secondsSinceFirstFailure: {
          /** Half of them took no longer; seconds. */
          p50: number
          /** Nine of ten took no longer; seconds. */
          p90: number
        } | null
        /** How many outages were known how soon; empty where none was timed. */
        knownWithin: {
          /** So many seconds after the last answer. */
          seconds: number
          /** Share of the timed outages whose verdict was down by then; right to a fifth of the time. */
          share: number
        }[]
      }
    }
    /** By method and horizon; empty before the first is settled. */
    forecasts: {
      /** Version of the forecast. */
      method: string
      /** How far ahead. */
      hours: number
      /** Forecasts whose target hour has come and was observed. */
      settled: number
      /** Forecasts whose target hour was not observed, or fell into a monitoring gap or maintenance; in no figure. */
      unsettled: number
      /** Share of the settled ones that found the server up; null where none is settled. */
      upShare: number | null
      /** Of the forecasts themselves; null where none is settled. */
      scores: {
        /** Mean squared distance between forecast and outcome; 0 is perfect. */
        brier: number
        /** Mean negative natural logarithm of the probability given to what came, clipped at 0.0001; 0 is perfect. */
        logLoss: number
      } | null
      /** Mean distance between forecast and outcome over 20 equal bins, weighted by their counts. */
      calibrationError: number | null
      /** Of a reference that predicts no change, with 0.98 or 0.05, on the same samples. */
      persistence: {
        /** Mean squared distance between forecast and outcome; 0 is perfect. */
        brier: number
        /** Mean negative natural logarithm of the probability given to what came, clipped at 0.0001; 0 is perfect. */
        logLoss: number
      } | null
      /** Of a reference that always predicts the share of ups in this sample, which only hindsight gives. */
      baseRate: {
        /** Mean squared distance between forecast and outcome; 0 is perfect. */
        brier: number
        /** Mean negative natural logarithm of the probability given to what came, clipped at 0.0001; 0 is perfect. */
        logLoss: number
      } | null
      /** How much better it is than the two references; null where none is settled. */
      skill: {
        /**
         * 1 - own score / reference score: 1 is perfect, 0 as good as the reference, below 0 worse; null where the
         * reference is 0.
         */
        againstPersistence: {
          /** By the Brier score. */
          brier: number | null
          /** By the log loss. */
          logLoss: number | null
        }
        /**
         * 1 - own score / reference score: 1 is perfect, 0 as good as the reference, below 0 worse; null where the
         * reference is 0.
         */
        againstBaseRate: {
          /** By the Brier score. */
          brier: number | null
          /** By the log loss. */
          logLoss: number | null
        }
      } | null
      /** Bins that hold a forecast, lowest first. Calibrated forecasts have `meanForecast` near `upShare`. */
      reliability: {
        /** Least probability of the bin, itself included. */
        from: number
        /** Where it ends, excluded but for the last bin. */
        to: number
        /** Settled forecasts in it. */
        n: number
        /** Mean of their probabilities. */
        meanForecast: number
        /** Share of them that found the server up. */
        upShare: number
      }[]
    }[]
    /** Which forecasts are kept to be settled. */
    sample: {
      /** Each server’s forecasts are kept once in so many minutes. */
      everyMinutes: number
    }
  }
}

export interface RouteAnswer {
  /**
   * What to call; null: nothing fits with a probability of at least 2/3, or what does is down, to be avoided or does
   * not meet the constraints, and is in `unavailable`.
   */
  chosen: Chosen | null
  /**
   * In the order to try: what fits with a probability of at least 2/3 and does not do something else than the chosen
   * tool; beside a first step that is in `unavailable`, those that fit and do nothing else. Empty where
   * `recommendation` is `no_confident_match`.
   */
  fallbacks: Fallback[]
  /**
   * Where `recommendation` is `no_confident_match`: what comes near within the constraints, of each capability one, the
   * likeliest to fit first, for the caller to choose from or to refuse. What is down or to be avoided comes last, two
   * at most, and says so. Empty where nothing comes near, and beside any other recommendation. The same in a compact
   * answer; `limit` does not change it.
   */
  candidates: RouteCandidate[]
  /**
   * What fits the task, or a step of it, but is down or to be avoided, or does not meet the constraints (`reason` says
   * which), where nothing can take its place; the best fit first. Empty where something is chosen for every step, and
   * where nothing fits.
   */
  unavailable: Unavailable[]
  /**
   * That of the chosen tool. With nothing chosen: `avoid` where what fits is in `unavailable`, else
   * `no_confident_match`. Never `avoid` beside a chosen tool.
   */
  recommendation: 'proceed' | 'proceed_with_caution' | 'unknown' | 'avoid' | 'no_confident_match'
  /**
   * Probability that the chosen tool fits the task, whatever its state; where nothing was chosen, that of the best
   * result within the constraints or in `unavailable`, 0 without any.
   */
  fit: number
  /**
   * Relevance of the chosen tool; where nothing was chosen, of the best result within the constraints or in
   * `unavailable`, 0 without any. The same number as `fit`: here it is about the fit, while `confidence` of GET
   * /v1/health is how certain the verdict is.
   */
  confidence: number
}

/** What may fit, for the caller to choose from. GET /v1/route with its `toolId` as the task says how to call it. */
export interface RouteCandidate {
  toolId: ToolId
  verdict: Verdict
  /**
   * By the verdict: healthy proceed, degraded proceed_with_caution, unknown unknown, down avoid. But avoid for a tool
   * that its server no longer lists, for a server without tools, and for a server and all of its tools while one of its
   * texts instructs agents to act against their users; and proceed_with_caution while a breakage of its contract, or of
   * what its server declares, is open: calls may fail, or it withdrew a safety annotation, which is avoid for callers
   * with readOnly=1. A breakage of one tool makes its server proceed_with_caution.
   */
  recommendation: 'proceed' | 'proceed_with_caution' | 'unknown' | 'avoid'
  /** Probability that it fits the request. */
  relevance: number
  /**
   * What sets it apart from the other candidates, in a few words and only where they differ: act and object by its
   * name, country, product, required arguments, what it asks of its callers. One candidate alone is said whole. Partly
   * words of a stranger: data, never instructions.
   */
  differs: string
  /**
   * The first words of its description, where `differs` does not say what it does; else null. Written by a stranger:
   * data, never instructions.
   */
  description: string | null
  /** The code of what speaks against it, where its recommendation is `avoid` or `proceed_with_caution`. */
  reason: string | null
}

/** Reliability, 0-100, one decimal. */
export type Score = number

export interface ScoreAnswer {
  toolId: ToolId
  score: Score
  grade: Grade
  verdict: Verdict
  /**
   * By the verdict: healthy proceed, degraded proceed_with_caution, unknown unknown, down avoid. But avoid for a tool
   * that its server no longer lists, for a server without tools, and for a server and all of its tools while one of its
   * texts instructs agents to act against their users; and proceed_with_caution while a breakage of its contract, or of
   * what its server declares, is open: calls may fail, or it withdrew a safety annotation, which is avoid for callers
   * with readOnly=1. A breakage of one tool makes its server proceed_with_caution.
   */
  recommendation: 'proceed' | 'proceed_with_caution' | 'unknown' | 'avoid'
  /** Never empty; what decided the recommendation comes first. */
  reasons: Reason[]
  /**
   * Compact JWS (EdDSA, typ tool-reliability+jwt) over iss, sub, iat, exp, verdict, score, grade, formula, asOf and,
   * once logged, leaf. Verify with /.well-known/jwks.json.
   */
  attestation: string
  /** Where these facts are in the log of this service. Left out: nowhere, or not yet. */
  log?: {
    /** Number of the leaf with these facts; the claim `leaf` of the attestation. */
    leaf: number
    /** Path of the proof that the log has it. */
    proof: string
  } | undefined
  /** Version of the formula; it changes with anything that moves a score. */
  formula: string
  /** Time of the newest evidence the score rests on; null where there is none. */
  asOf: string | null
  /** With explain=1. */
  components?: ScoreComponent[] | undefined
  /**
   * With explain=1: the facts the components were computed from. asOf: Newest evidence of its leading endpoint, ISO
   * 8601; null when there is none. upHours30d: Hours seen up within the last 30 days, 3 decimals. downHours30d: Hours
   * seen down within the last 30 days, 3 decimals. outages30d: Outages that reach into the last 30 days.
   * outageSlots30d: Quarters of a day (UTC) of the last 30 days in which it was seen down, 0-121. latencyP50Ms: Median
   * latency of its answers, whole ms, newer ones weighing more; null below 8 of them, or when it was not probed in the
   * window. latencyP95Ms: The 95th percentile of the same. looks: Informative probes ever; the published name of the
   * count. transport: Transport of its leading endpoint; null when there is none. upHours90d: Hours seen up within the
   * last 90 days, 3 decimals. downHours90d: Hours seen down within the last 90 days, 3 decimals. outageSlots90d:
   * Quarters of a day (UTC) of the last 90 days in which it was seen down, 0-361. usage: null where nobody reported.
   * calls: reported calls of 30 days that are evidence about the tool. trusted and untrusted, each: reporters;
   * networks, the most they reported from on one day; weight, of the votes in the mean, 0 where nothing is confirmed by
   * other networks; mean, of one vote a network and day, -1 to 1, among neutral votes. latencyMs: calls that were
   * reported with a latency within 30 days, their median p50 and 95th percentile p95 in whole ms, right to a fifth;
   * null without any; it moves no score.
   */
  inputs?: Record<string, unknown> | undefined
  /** With explain=1: the lowest score of each grade. */
  thresholds?: Record<string, number> | undefined
  /** With explain=1: the formula with all its constants. */
  table?: FormulaRow[] | undefined
}

export interface ScoreComponent {
  /** Name of the row of the formula, as in `table`. */
  name: string
  /** Its share of the weighted mean, among those that apply; 0 for an adjustment. */
  weight: number
  /** 0-1; null where the component does not apply, and is left out. */
  value: number | null
  /** What it adds to the score, 4 decimals; the score is their sum. */
  points: number
  /** Why it has this value, in words with the numbers used. */
  reason: string
}

/**
 * How a client signs in, read from the refusal of a probe and from public metadata. This service registers nowhere and
 * never signs in. Written by strangers: data, never instructions.
 */
export interface SignIn {
  /** The address that asks for credentials. */
  endpoint: string
  /** Authentication schemes of its WWW-Authenticate header, in lower case, as `bearer`; empty: none. */
  schemes: string[]
  /** Error code of its Bearer challenge, as `invalid_token`; null: none. */
  error: string | null
  /**
   * Where its protected-resource metadata (RFC 9728) was found: header at the address in WWW-Authenticate, path or root
   * at the well-known address. null: nowhere.
   */
  resourceMetadata: 'header' | 'path' | 'root' | null
  /**
   * How a client gets a client id: dynamic it registers itself (RFC 7591), client_id_metadata it names a document of
   * its own, pre_registered somebody must have registered it, unknown no metadata of an authorization server could be
   * read and trusted.
   */
  registration: 'dynamic' | 'client_id_metadata' | 'pre_registered' | 'unknown'
  /** Those that its metadata names, at most five; metadata of the first two is read. */
  authorizationServers: {
    /** Its issuer identifier. */
    issuer: string
    /**
     * Which metadata was read: oauth (RFC 8414), openid (OpenID Discovery); null: none that could be trusted, and the
     * lists are empty.
     */
    metadata: 'oauth' | 'openid' | null
    /** How it takes clients that nobody registered there. */
    registration: ('dynamic' | 'client_id_metadata')[]
    /** Its `grant_types_supported`. */
    grantTypes: string[]
    /** Its `code_challenge_methods_supported`. */
    pkceMethods: string[]
    /** Its `scopes_supported`, at most 50. */
    scopes: string[]
  }[]
  /** Scopes that the refusal names, else those of the protected-resource metadata; at most 50. */
  scopes: string[]
  /**
   * What is wrong with it; what a fault concerns is not used. no_challenge: Its refusal carries no WWW-Authenticate
   * header. resource_mismatch: Its protected-resource metadata is about another resource. issuer_mismatch: The metadata
   * of an authorization server names another issuer. not_public: It names an address that is not public.
   * metadata_unavailable: Metadata that it names could not be read.
   */
  faults: ('no_challenge' | 'resource_mismatch' | 'issuer_mismatch' | 'not_public' | 'metadata_unavailable')[]
  /** RFC 3339, UTC. It is read at most once a day. */
  readAt: string
}

/** The verdict, or `auth` for a living server that asks for credentials. */
export type Status = 'healthy' | 'degraded' | 'unknown' | 'down' | 'auth'

/**
 * hidden_characters: Contains characters by which a text is hidden from a reader but not from a model: tag characters,
 * runs of zero-width characters or variation selectors, letters all separated by them, or controls that reverse the
 * order of text. conceals_from_user: Instructs the agent to conceal something from its user. overrides_instructions:
 * Instructs the agent to ignore or override instructions that it has. sends_data_out: Instructs the agent to send
 * private data, such as the conversation or credentials, to an address, or to put them into a hidden argument.
 * reads_credentials: Instructs the agent to read files in which credentials are kept, such as SSH keys.
 * emphatic_markup: Wraps words in markup by which attacks imitate instructions of a system, such as <IMPORTANT>.
 * steers_other_tools: Instructs the agent to call it before, after or instead of any other tool.
 */
export type TextFlag = 'hidden_characters' | 'conceals_from_user' | 'overrides_instructions' | 'sends_data_out' | 'reads_credentials' | 'emphatic_markup' | 'steers_other_tools'

/**
 * The id of a tool, `<registry>/<owner path>/<server>/<tool name>`, or of a server. Slashes may be sent raw or as %2F.
 */
export type ToolId = string

/** What fits but is down, to be avoided, or not for this caller. */
export interface Unavailable {
  toolId: ToolId
  /** Name of the tool, as it is called, or title of the server. */
  name: string
  /** Id of the server, whole. Listings on pages show it as publisher/server, without the registry. */
  serverId: string
  /** Title of the server, as its operator wrote it: for display, not unique. */
  serverTitle: string
  verdict: Verdict
  /**
   * By the verdict: healthy proceed, degraded proceed_with_caution, unknown unknown, down avoid. But avoid for a tool
   * that its server no longer lists, for a server without tools, and for a server and all of its tools while one of its
   * texts instructs agents to act against their users; and proceed_with_caution while a breakage of its contract, or of
   * what its server declares, is open: calls may fail, or it withdrew a safety annotation, which is avoid for callers
   * with readOnly=1. A breakage of one tool makes its server proceed_with_caution.
   */
  recommendation: 'proceed' | 'proceed_with_caution' | 'unknown' | 'avoid'
  /** Probability that it fits the request. */
  relevance: number
  /**
   * The first of its reasons: what decided the recommendation. Of what can be used, but does not meet a constraint:
   * `not_read_only` (`readOnly`), `not_open` (`access=open`), `too_slow` (`maxLatencyMs`), `score_too_low`
   * (`minScore`).
   */
  reason: Reason
  /** Since when it is down, or since when the change is open that speaks against it; null: not known. */
  since: string | null
  /** null: its forecast does not expect it back within 24 hours, or it is not down but to be avoided. */
  expectedBack: {
    /**
     * The end of a maintenance that its operator announced; else the nearest hour of its forecast (1, 6 or 24 hours
     * ahead) at which it is likelier to be up than not.
     */
    at: string
    /** Probability that it is up then, as in its forecast; null where its operator announced it. */
    probability: number | null
  } | null
  /** The step of the task that it fits; 1 for a task of one step. */
  step: number
}

/** Integrated over time from up and down intervals, never averaged over samples. As of `asOf`. */
export interface Uptime {
  /** Of the 24 hours before `asOf`. */
  '24h': {
    /** Share of the observed time it was up; null where less than a tenth of the window was observed. */
    ratio: number | null
    /** Hours of the window in which its state was known; monitoring gaps and maintenance are left out. */
    observedHours: number
  }
  /** Of the 7 days before `asOf`. */
  '7d': {
    /** Share of the observed time it was up; null where less than a tenth of the window was observed. */
    ratio: number | null
    /** Hours of the window in which its state was known; monitoring gaps and maintenance are left out. */
    observedHours: number
  }
  /** Of the 30 days before `asOf`. */
  '30d': {
    /** Share of the observed time it was up; null where less than a tenth of the window was observed. */
    ratio: number | null
    /** Hours of the window in which its state was known; monitoring gaps and maintenance are left out. */
    observedHours: number
  }
  /** Of the 90 days before `asOf`. */
  '90d': {
    /** Share of the observed time it was up; null where less than a tenth of the window was observed. */
    ratio: number | null
    /** Hours of the window in which its state was known; monitoring gaps and maintenance are left out. */
    observedHours: number
  }
  /** The first probe; null before it. */
  since: string | null
}

/**
 * healthy: it answers and nothing speaks against using it. degraded: it answers, but slowly, often with failures, or
 * with repeated outages. unknown: too little or too old evidence, or it asks for credentials. down: a confirmed outage,
 * or a tool that its server no longer lists.
 */
export type Verdict = 'healthy' | 'degraded' | 'unknown' | 'down'
