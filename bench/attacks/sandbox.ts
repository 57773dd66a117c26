import { readdirSync, readFileSync } from 'node:fs'
import { refusalOfLaunching } from '../../lib/probers/launch/check-sandbox'
import type { AttackModule, AttackResult } from './attack'
import { BOUNDS, launchScript, serverNaming } from './launched-script'

const STAYS = 'setInterval(() => {}, 1000)'
const perl = (text: string) =>
  `require('node:child_process').spawnSync('perl', ['-e', ${JSON.stringify(text)}]).stdout.toString()`

/** Scripts whose server says what was got, as the name of its tool. */
const CALLS: readonly { attack: string; tried: string; got: string; holds: RegExp; before: AttackResult['before'] }[] =
  [
    {
      attack: 'session keyring of the service',
      tried: 'keyctl, add_key and request_key, once each',
      got: perl('print join(" ", map { $! = 0; syscall($_, 0, -3, 0); $! + 0 } (250, 248, 249))'),
      holds: /^1 1 1$/,
      before: 'broke',
    },
    {
      attack: 'vsock',
      tried: 'one socket of AF_VSOCK',
      got: perl('syscall(41, 40, 1, 0); print $! + 0'),
      holds: /^97$/,
      before: 'broke',
    },
    {
      attack: 'oom_score_adj is reset',
      tried: 'written for its own process and the first one',
      got: `['self', '1'].map((pid) => { try { require('node:fs').writeFileSync('/proc/' + pid + '/oom_score_adj', '0'); return 'written' } catch (error) { return error.code } }).join(' ')`,
      holds: /^EROFS EROFS$/,
      before: 'broke',
    },
    {
      attack: 'memfds that nobody maps',
      tried: 'one memfd',
      got: perl('syscall(319, 0, 0); print $! + 0'),
      holds: /^38$/,
      before: 'broke',
    },
  ]

/** Scripts that hold 200 MB where 140 MB are allowed. */
const HOLDERS: readonly { attack: string; script: string }[] = [
  {
    attack: 'files in memory that nobody maps',
    script: `for (const folder of ['/tmp', '/home']) require('node:fs').writeFileSync(folder + '/x', Buffer.alloc(60_000_000)); ${STAYS}`,
  },
  {
    attack: 'many small files in memory',
    script: `for (let n = 0; n < 300000; n += 1) require('node:fs').closeSync(require('node:fs').openSync('/tmp/' + n, 'w')); ${STAYS}`,
  },
  {
    attack: 'pipes',
    script: `for (let n = 0; n < 12; n += 1) require('node:child_process').spawn('perl', ['-e', 'for (1..250) { pipe(my $r, my $w); push @all, $r, $w } sleep 60'], { stdio: 'ignore' }); ${STAYS}`,
  },
]

/** A launched package against the service and the machine. The numbers of system calls are those of x86-64. */
export const attacks: AttackModule = {
  about: 'A package that is launched, with all rights that the sandbox gives it',
  seconds: 300,
  run: async ({ signal }) => {
    const refusal = process.arch === 'x64' ? await refusalOfLaunching(BOUNDS, signal) : 'not an x86-64 machine'
    if (refusal !== null) {
      return [{ attack: 'all of them', tried: 'nothing', outcome: 'skipped', by: refusal, before: 'not tried' }]
    }
    const rows: AttackResult[] = []
    for (const { attack, tried, got, holds, before } of CALLS) {
      const { tools, reason } = await launchScript(serverNaming(got))
      const answer = tools?.[0]?.name.replace(/^got /, '') ?? reason
      rows.push({ attack, tried, outcome: holds.test(answer) ? 'held' : 'broke', by: `answered ${answer}`, before })
    }
    for (const { attack, script } of HOLDERS) {
      const { reason, notes } = await launchScript(script, { memoryBytes: 140_000_000, answerMs: 12_000 })
      const held = notes.includes('It used more memory than allowed.')
      const by = [reason, ...notes].join(': ')
      rows.push({ attack, tried: 'more than 140 MB', outcome: held ? 'held' : 'broke', by, before: 'not tried' })
    }
    rows.push(await flood())
    rows.push(leftOver())
    return rows
  },
}

async function flood(): Promise<AttackResult> {
  const began = process.cpuUsage()
  const { reason } = await launchScript("const more = () => process.stderr.write('x'.repeat(100000), more); more()")
  const { user, system } = process.cpuUsage(began)
  const seconds = (user + system) / 1e6
  return {
    attack: 'a flood of stderr',
    tried: 'written as fast as it is read',
    outcome: reason === 'answer_too_large' && seconds < 5 ? 'held' : 'broke',
    by: `${reason}, ${seconds.toFixed(1)} s of processor time of the service`,
    before: 'broke',
  }
}

/** Processes of the sandboxes above that still run. */
function leftOver(): AttackResult {
  const running = readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/run/launch/package')
    } catch {
      return false
    }
  })
  return {
    attack: 'a process that stays',
    tried: 'all of the above',
    outcome: running.length === 0 ? 'held' : 'broke',
    by: `${running.length} left`,
    before: 'held',
  }
}
