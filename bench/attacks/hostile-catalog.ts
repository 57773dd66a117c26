import type { AttackModule, AttackRow } from './attack'
import { type CatalogWorld, openCatalogWorld, type Page } from './hostile-catalog/world'

const REAL = 'official/io.github.good/paypal'
const URL_OF_REAL = 'https://mcp.paypal.example/mcp'
const DESCRIPTION = 'Sends and receives payments and invoices with PayPal.'
const TOOL = {
  name: 'create_invoice',
  description: 'Creates an invoice and sends it with PayPal.',
  inputSchema: { type: 'object' },
}
const REPOSITORY = 'https://github.com/good/paypal-mcp'

const lineOf = (registry: string, server: string, more: object = {}) => ({
  registry,
  server,
  title: 'PayPal',
  description: DESCRIPTION,
  repository: REPOSITORY,
  remotes: [{ type: 'streamable-http', url: URL_OF_REAL }],
  tools: [TOOL],
  ...more,
})
const entryOf = (name: string, more: object = {}, meta: object = { status: 'active', isLatest: true }) => ({
  server: { name, title: 'PayPal', description: DESCRIPTION, version: '1.0.0', ...more },
  _meta: { 'io.modelcontextprotocol.registry/official': meta },
})
const remote = (url: string) => ({ remotes: [{ type: 'streamable-http', url }] })
const onePage =
  (...entries: object[]) =>
  (): Page => ({ entries, next: null })

/** Names that readers take for `io.github.good/paypal`. */
const LOOK_ALIKES: Record<string, string> = {
  'a Cyrillic letter': 'io.github.good/pаypаl',
  'Cyrillic letters only': 'io.github.good/рауре',
  'a Greek letter': 'io.github.gοod/paypal',
  'full-width letters': 'io.github.good/ｐaypal',
  'bold letters': 'io.github.good/𝐩𝐚𝐲𝐩𝐚𝐥',
  'a zero-width space': 'io.github.good/pay\u200bpal',
  'a right-to-left override': 'io.github.good/\u202elapyap',
  'a soft hyphen': 'io.github.good/pay\u00adpal',
  'a variation selector': 'io.github.good/paypal\ufe0f',
}

/** A registry that serves another's entries, and a catalog with names that look like those of others. */
export const attacks: AttackModule = {
  about: 'a registry upstream that serves what is not its own, and catalogs with look-alike names',
  seconds: 300,
  run: async ({ signal }) => {
    const world = await openCatalogWorld()
    const rows: AttackRow[] = []
    try {
      await world.importLines([
        lineOf('official', 'io.github.good/paypal'),
        lineOf('mine', 'good/paypal', remote('https://other.example/mcp')),
      ])
      await world.probe(REAL, URL_OF_REAL)
      for (const attack of [...UPSTREAM, ...CATALOG]) if (!signal.aborted) rows.push(await attack(world))
      return rows
    } finally {
      await world.close()
    }
  },
}

type Attack = (world: CatalogWorld) => Promise<AttackRow>

/** What a registry may do with its own entries. */
const DOCUMENTED = 'docs/registry.md'

function rowOf(
  attack: string,
  tried: string,
  before: AttackRow['before'],
  faults: (string | false)[],
  by: string,
): AttackRow {
  const found = faults.filter((fault) => fault !== false)
  return { attack, tried, before, outcome: found.length === 0 ? 'held' : 'broke', by: found.join('; ') || by }
}

const namesOf = async (world: CatalogWorld) => (await world.servers()).map(({ id }) => id)
const oneOf = async (world: CatalogWorld, wanted: string) => (await world.servers()).find(({ id }) => id === wanted)
const verdictOf = async (world: CatalogWorld, id: string) => (await world.get(`/v1/health/${id}`)).body

const UPSTREAM: Attack[] = [
  async (world) => {
    const names = [
      'mine/good/paypal',
      '../mine/good/paypal',
      'mine%2Fgood/paypal',
      '',
      '/',
      '__proto__',
      'x'.repeat(600),
      'a\u0000b/c',
    ]
    const before = JSON.stringify(await oneOf(world, 'mine/good/paypal'))
    const [line = ''] = await world.sync(
      onePage(...names.map((name) => entryOf(name, remote('https://evil.example/mcp')))),
    )
    const after = JSON.stringify(await oneOf(world, 'mine/good/paypal'))
    const strange = (await namesOf(world)).filter((id) => !id.startsWith('official/') && !id.startsWith('mine/'))
    return rowOf(
      'registry: names of other catalogs',
      `${names.length} entries with names such as ../mine/good/paypal`,
      'held',
      [
        before !== after && 'it changed a server of another catalog',
        strange.length > 0 && `it made ${strange.length} ids outside its own`,
      ],
      `every id begins with official/: ${line}`,
    )
  },
  async (world) => {
    await world.sync(
      onePage(
        entryOf('io.github.two/versions', { ...remote('https://one.example/mcp'), version: '2.0.0' }),
        entryOf('io.github.two/versions', { ...remote('https://evil.example/mcp'), version: '1.0.0' }),
        entryOf(
          'io.github.two/versions',
          { ...remote('https://old.example/mcp'), version: '9.0.0' },
          { status: 'active', isLatest: false },
        ),
        entryOf('io.github.two/versions', { version: '0.1.0' }, { status: 'deleted', isLatest: false }),
      ),
    )
    const ids = (await namesOf(world)).filter((id) => id.endsWith('two/versions'))
    const one = await oneOf(world, 'official/io.github.two/versions')
    const addresses = JSON.stringify(one?.remotes)
    return rowOf(
      'registry: two latest versions of one server',
      'two versions marked as latest, one of another and a deleted one not so marked',
      'held',
      [
        ids.length !== 1 && `${ids.length} servers`,
        one?.lifecycle !== 'active' && 'it is deleted',
        addresses.includes('old.example') && 'one that is not latest counts',
      ],
      'one server; of two that are called latest the one listed last counts, as the registry owns the entry',
    )
  },
  async (world) => {
    await world.sync(
      onePage(entryOf('io.github.evil/payments', { ...remote(URL_OF_REAL), repository: { url: REPOSITORY } })),
    )
    const { resolved } = (await world.post('/v1/reliability/lookup', { urls: [URL_OF_REAL], repos: [REPOSITORY] })) as {
      resolved: { input: string; serverId: string }[]
    }
    const first = [URL_OF_REAL, REPOSITORY].map((input) => resolved.find((one) => one.input === input)?.serverId)
    const evil = await verdictOf(world, 'official/io.github.evil/payments')
    return rowOf(
      'registry: an entry with the address of another',
      'another name with the address and the repository of a probed server; both are looked up',
      'held',
      [
        first.some((id) => id !== REAL && id !== 'mine/good/paypal') && `the first answer is ${first.join(', ')}`,
        evil.verdict !== 'unknown' && `it has the verdict ${evil.verdict} of the other`,
      ],
      `the probed server is named first (${first.join(', ')}); the entry has no verdict of its own`,
    )
  },
  async (world) => {
    const before = await verdictOf(world, REAL)
    await world.sync(onePage(entryOf('io.github.good/paypal', remote('https://evil.example/mcp'))))
    const after = await verdictOf(world, REAL)
    const one = await oneOf(world, REAL)
    const row = rowOf(
      'registry: the address of a known server is replaced',
      'the registry lists a probed server at another host',
      'broke',
      [
        JSON.stringify(one?.remotes).includes('evil.example') &&
          after.verdict === 'healthy' &&
          `its verdict stays ${before.verdict} for an address that was never probed`,
      ],
      `verdict ${before.verdict} before, ${after.verdict} after, with reasons ${JSON.stringify(after.reasons).slice(0, 200)}`,
    )
    return { ...row, documented: DOCUMENTED }
  },
  async (world) => {
    const many = Array.from({ length: 120 }, (_, at) =>
      entryOf(`io.github.many/s${at}`, remote(`https://s${at}.example/mcp`)),
    )
    await world.sync(onePage(...many))
    const gone = many.map((_, at) => entryOf(`io.github.many/s${at}`, {}, { status: 'deleted', isLatest: true }))
    const lines = await world.sync(onePage(...gone))
    const left = (await world.servers()).filter(({ id, lifecycle }) => id.includes('many/') && lifecycle === 'active')
    return rowOf(
      'registry: everything is deleted in one sync',
      '120 of 124 servers reported as deleted',
      'broke',
      [left.length < 120 && `${120 - left.length} of 120 servers are gone`],
      lines.join(' '),
    )
  },
  async (world) => {
    let pages = 0
    const lines = await world.sync((cursor) => {
      pages += 1
      return { entries: [], next: cursor === 'b' ? 'a' : 'b' }
    })
    return rowOf(
      'registry: cursors in a circle',
      'two pages that name each other',
      'held',
      [pages > 5 && `${pages} pages`],
      `${pages} pages: ${lines.join(' ')}`,
    )
  },
]

const CATALOG: Attack[] = [
  ...Object.entries(LOOK_ALIKES).map(
    ([kind, name]): Attack =>
      async (world) => {
        const why = await world.importLines([lineOf('official', name, remote('https://evil.example/mcp'))])
        const lines = await world.sync(onePage(entryOf(name, remote('https://evil.example/mcp'))))
        const taken = (await namesOf(world)).includes(`official/${name}`)
        const isVisible = [
          'a Cyrillic letter',
          'Cyrillic letters only',
          'a Greek letter',
          'full-width letters',
          'bold letters',
        ].includes(kind)
        return rowOf(
          `look-alike: ${kind}`,
          'imported from a file and listed by a registry',
          isVisible ? 'broke' : 'held',
          [taken && 'it is listed'],
          why.join() || lines.join(),
        )
      },
  ),
  async (world) => {
    const titles = ['PаyPal', 'ＰａｙＰａｌ', 'Pay\u200bPal', 'Pay\u202ePal']
    await world.importLines(
      titles.map((title, at) => lineOf('titles', `evil/t${at}`, { title, ...remote('https://evil.example/mcp') })),
    )
    const shown = (await world.servers()).filter(({ id }) => id.startsWith('titles/')).map(({ title }) => title)
    return rowOf(
      'look-alike: titles',
      `${titles.length} titles with letters of another script or form, or hidden characters`,
      'broke',
      [
        shown.some((title) => /[^\0-\x7f]/.test(title)) &&
          `shown are ${shown.map((title) => JSON.stringify(title)).join(', ')}`,
      ],
      `shown are ${shown.join(', ')}: mixed scripts give way to the end of the id, other forms to the usual letters`,
    )
  },
  async (world) => {
    const copies = [
      'io.github.good/PayPal',
      'io.github.good/pay-pal',
      'io.github.good/paypa1',
      'io.github.good.evil/paypal',
    ]
    await world.importLines(copies.map((name) => lineOf('official', name, remote('https://evil.example/mcp'))))
    for (const name of copies) await world.probe(`official/${name}`, 'https://evil.example/mcp')
    await world.probe(REAL, URL_OF_REAL)
    await world.importLines([lineOf('official', 'io.github.shy/paypal'), lineOf('official', 'io.github.shy/PayPal')])
    await world.probe('official/io.github.shy/PayPal', URL_OF_REAL)
    await world.index()
    const search = async (q: string) => {
      const { results = [] } = (await world.get(`/v1/search?q=${encodeURIComponent(q)}`)).body as {
        results?: { toolId: string }[]
      }
      return results[0]?.toolId
    }
    const byId = await search(REAL)
    const shy = await search('official/io.github.shy/paypal')
    const byTool = await search(`${REAL}/create_invoice`)
    return rowOf(
      'look-alike: case, separators, 1 for l',
      'probed copies that differ within ASCII; the real one, also one never probed, is asked for by its id',
      'broke',
      [
        byId !== REAL && `by its id ${byId} comes first`,
        byTool !== `${REAL}/create_invoice` && `by the id of its tool ${byTool} comes first`,
      ],
      'whoever asks by an id gets that id first; copies are other ids, with their own host',
    )
  },
  async (world) => {
    const { results = [] } = (await world.get('/v1/search?q=create%20an%20invoice%20with%20paypal')).body as {
      results?: { toolId: string; alsoListedAs?: string[] }[]
    }
    const [first] = results
    const route = (await world.get('/v1/route?task=create%20an%20invoice%20with%20paypal')).body as {
      chosen?: { toolId: string } | null
    }
    const isEvil = (id = '') => id !== '' && !id.startsWith(REAL) && !id.startsWith('mine/good')
    return rowOf(
      'a copy of name, description and repository',
      'probed copies at another host; searched and routed by what they do',
      'broke',
      [
        isEvil(first?.toolId) && `search shows ${first?.toolId}`,
        isEvil(route.chosen?.toolId) && `route chooses ${route.chosen?.toolId}`,
      ],
      `search shows ${first?.toolId}, route ${route.chosen?.toolId ?? 'nothing'}`,
    )
  },
]
