import { attackResultOf } from '../attack'
import {
  type Attack,
  namesOf,
  oneOf,
  onePage,
  REAL,
  REPOSITORY,
  registryEntryOf,
  remote,
  URL_OF_REAL,
  verdictOf,
} from './entries'

/** What a registry may do with its own entries. */
const DOCUMENTED = 'docs/registry.md'

/** A registry that serves what is not its own. */
export const UPSTREAM_ATTACKS: Attack[] = [
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
      onePage(...names.map((name) => registryEntryOf(name, remote('https://evil.example/mcp')))),
    )
    const after = JSON.stringify(await oneOf(world, 'mine/good/paypal'))
    const strange = (await namesOf(world)).filter((id) => !id.startsWith('official/') && !id.startsWith('mine/'))
    return attackResultOf(
      {
        attack: 'registry: names of other catalogs',
        tried: `${names.length} entries with names such as ../mine/good/paypal`,
        before: 'held',
      },
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
        registryEntryOf('io.github.two/versions', { ...remote('https://one.example/mcp'), version: '2.0.0' }),
        registryEntryOf('io.github.two/versions', { ...remote('https://evil.example/mcp'), version: '1.0.0' }),
        registryEntryOf(
          'io.github.two/versions',
          { ...remote('https://old.example/mcp'), version: '9.0.0' },
          { status: 'active', isLatest: false },
        ),
        registryEntryOf('io.github.two/versions', { version: '0.1.0' }, { status: 'deleted', isLatest: false }),
      ),
    )
    const ids = (await namesOf(world)).filter((id) => id.endsWith('two/versions'))
    const one = await oneOf(world, 'official/io.github.two/versions')
    const addresses = JSON.stringify(one?.remotes)
    return attackResultOf(
      {
        attack: 'registry: two latest versions of one server',
        tried: 'two versions marked as latest, one of another and a deleted one not so marked',
        before: 'held',
      },
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
      onePage(registryEntryOf('io.github.evil/payments', { ...remote(URL_OF_REAL), repository: { url: REPOSITORY } })),
    )
    const { resolved } = (await world.post('/v1/reliability/lookup', { urls: [URL_OF_REAL], repos: [REPOSITORY] })) as {
      resolved: { input: string; serverId: string }[]
    }
    const first = [URL_OF_REAL, REPOSITORY].map((input) => resolved.find((one) => one.input === input)?.serverId)
    const evil = await verdictOf(world, 'official/io.github.evil/payments')
    return attackResultOf(
      {
        attack: 'registry: an entry with the address of another',
        tried: 'another name with the address and the repository of a probed server; both are looked up',
        before: 'held',
      },
      [
        first.some((id) => id !== REAL && id !== 'mine/good/paypal') && `the first answer is ${first.join(', ')}`,
        evil.verdict !== 'unknown' && `it has the verdict ${evil.verdict} of the other`,
      ],
      `the probed server is named first (${first.join(', ')}); the entry has no verdict of its own`,
    )
  },
  async (world) => {
    const before = await verdictOf(world, REAL)
    await world.sync(onePage(registryEntryOf('io.github.good/paypal', remote('https://evil.example/mcp'))))
    const after = await verdictOf(world, REAL)
    const one = await oneOf(world, REAL)
    const row = attackResultOf(
      {
        attack: 'registry: the address of a known server is replaced',
        tried: 'the registry lists a probed server at another host',
        before: 'broke',
      },
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
      registryEntryOf(`io.github.many/s${at}`, remote(`https://s${at}.example/mcp`)),
    )
    await world.sync(onePage(...many))
    const gone = many.map((_, at) =>
      registryEntryOf(`io.github.many/s${at}`, {}, { status: 'deleted', isLatest: true }),
    )
    const lines = await world.sync(onePage(...gone))
    const left = (await world.servers()).filter(({ id, lifecycle }) => id.includes('many/') && lifecycle === 'active')
    return attackResultOf(
      {
        attack: 'registry: everything is deleted in one sync',
        tried: '120 of 124 servers reported as deleted',
        before: 'broke',
      },
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
    return attackResultOf(
      { attack: 'registry: cursors in a circle', tried: 'two pages that name each other', before: 'held' },
      [pages > 5 && `${pages} pages`],
      `${pages} pages: ${lines.join(' ')}`,
    )
  },
]
