import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { platform } from 'node:os'

/**
 * Reads `start PID`, `gone PID` and `end PID`, a line each. A process that is to end, with all that it started, has two
 * seconds to do so after the end of its input, and one more after it is asked. All others end so when this input ends.
 */
const SCRIPT = `
children() { cat /proc/$1/task/*/children 2>/dev/null || pgrep -P $1 2>/dev/null; }
tree() { for p; do echo $p; tree $(children $p); done; }
end() { all=$(tree "$@"); sleep 2; kill -TERM $all; sleep 1; kill -KILL $all; }
without() { left=; for p in $all; do [ $p = $1 ] || left="$left $p"; done; all=$left; }
trap '' HUP INT TERM
all=
while read -r what pid; do
  case $what in
    start) all="$all $pid" ;;
    gone) without $pid ;;
    end) without $pid; end $pid & ;;
  esac
done
[ -z "$all" ] || end $all
`

/**
 * Ends processes that a server leaves behind: those that overlook the end of their input, and those that the process
 * of a server started. A small shell does it, so that it is also done where this process is killed. Windows has none.
 */
class Leftovers {
  #shell: ChildProcess | null = null

  started(pid: number): void {
    this.#shell ??= this.#open()
    this.#tell(`start ${pid}`)
  }

  gone(pid: number): void {
    this.#tell(`gone ${pid}`)
  }

  /** Its input was ended just now. */
  ending(pid: number): void {
    this.#tell(`end ${pid}`)
  }

  #tell(line: string): void {
    if (this.#shell?.stdin?.writable) this.#shell.stdin.write(`${line}\n`)
  }

  #open(): ChildProcess | null {
    if (platform() === 'win32') return null
    // A session of its own: what ends the group of this process must not end it.
    const { PATH = '' } = process.env
    const env = { PATH } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv
    const shell: ChildProcess = spawn('/bin/sh', ['-c', SCRIPT], {
      ...{ env, detached: true, cwd: '/' },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    shell.on('error', () => {})
    shell.stdin?.on('error', () => {})
    // Neither it nor its pipe keeps this process running.
    shell.unref()
    if (shell.stdin instanceof Socket) shell.stdin.unref()
    return shell
  }
}

/** Of this process: transports tell it what they start and end. */
export const leftovers = new Leftovers()
