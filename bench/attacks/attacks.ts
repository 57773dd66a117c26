import { WrongUse } from '../../commands/command.mjs'
import type { Bench, Print } from '../bench'
import type { AttackModule, AttackResult } from './attack'

/** The modules of this folder by name, in the order in which they run. */
const ATTACKS: Record<string, () => Promise<{ attacks: AttackModule }>> = {
  'database-writer': () => import('./database-writer'),
  'hostile-catalog': () => import('./hostile-catalog'),
  'lying-service': () => import('./lying-service'),
  'lying-witness': () => import('./lying-witness'),
  sandbox: () => import('./sandbox'),
  'two-writers': () => import('./two-writers'),
}

/** A row with the name of its module. */
type NamedRow = AttackResult & { module: string }

/**
 * Attacks on the service and its commands, a module after the other: what was tried, whether it held or broke, and by
 * what. Fails where something broke that no paper says breaks.
 */
export const bench: Bench = {
  flags: { only: '' },
  async run({ only = '' }, print) {
    const names = only === '' ? Object.keys(ATTACKS) : only.split(',')
    const rows: NamedRow[] = []
    for (const name of names) {
      const load = Object.hasOwn(ATTACKS, name) ? ATTACKS[name] : undefined
      if (load === undefined) throw new WrongUse(`No attacks ${name}. Known: ${Object.keys(ATTACKS).join(', ')}.`)
      const { attacks } = await load()
      print(`\n${name}: ${attacks.about}`)
      const found = await withinTime(attacks, print)
      printTable(found, print)
      rows.push(...found.map((row) => ({ module: name, ...row })))
    }
    const count = (outcome: AttackResult['outcome']) => rows.filter((row) => row.outcome === outcome).length
    const totals = { held: count('held'), broke: count('broke'), skipped: count('skipped') }
    print(`\n${rows.length} attacks: ${totals.held} held, ${totals.broke} broke, ${totals.skipped} skipped`)
    return { ...totals, rows }
  },
  hasFailed: ({ rows }) =>
    (rows as NamedRow[]).some(({ outcome, documented }) => outcome === 'broke' && documented === undefined),
}

async function withinTime({ seconds, run }: AttackModule, print: Print): Promise<AttackResult[]> {
  const signal = AbortSignal.timeout(seconds * 1000)
  const noted: AttackResult[] = []
  const late = new Promise<AttackResult[]>((resolve) => {
    const row = {
      attack: 'the module itself',
      tried: `at most ${seconds} s`,
      by: 'it did not end',
      before: 'not tried',
    }
    signal.addEventListener('abort', () => resolve([...noted, { ...row, outcome: 'broke' } as AttackResult]))
  })
  return Promise.race([run({ signal, print, note: (row) => noted.push(row) }), late])
}

function printTable(rows: readonly AttackResult[], print: Print): void {
  print('| attack | tried | before (recorded) | now | by |\n|---|---|---|---|---|')
  for (const { attack, tried, outcome, by, before, documented } of rows) {
    const now = documented === undefined || outcome !== 'broke' ? outcome : `broke, as ${documented} says`
    print(`| ${[attack, tried, before, now, by].map(cell).join(' | ')} |`)
  }
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
