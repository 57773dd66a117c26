import { existsSync, readFileSync, rmSync } from 'node:fs'
import type { ServerStateEntry } from 'assay-decide/bundle'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { down, healthy, knownServer, TestMachine } from '../test-command.ts'
import { HOST_FORMS } from './test-hosts.ts'

// What holds at every host, through the command as it is installed. What each recorded: hosts.test.ts.

let machine: TestMachine
beforeEach(() => {
  machine = new TestMachine()
})
afterEach(() => machine.close())

const OLDBARN = { kind: 'url', name: 'oldbarn.example/mcp' } as const
const WELL = { kind: 'url', name: 'well.example/mcp' } as const
const ADDRESS = 'https://oldbarn.example/mcp'

const knows = (state: ServerStateEntry) => machine.knows([knownServer('garden/oldbarn', [OLDBARN], state)])

function kinds(): string[] {
  const path = machine.files().recent
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line).kind)
}

describe.each(HOST_FORMS)('$name', (form) => {
  /** Ends with 0 and says nothing besides, whatever it prints. */
  const run = async (input: string | object) => {
    const { code, out, said } = await machine.run(['run', form.name], input)
    expect({ code, said }).toEqual({ code: 0, said: '' })
    return out
  }
  const call = (rest: object = {}) => ({ ...form.before(machine.project, 'gh', 'read_file'), ...rest })

  beforeEach(() => form.configure(machine, { gh: ADDRESS }))

  it('gets no statement at its first event, whichever that is', async () => {
    for (const event of [call(), form.after(machine.project, 'gh', 'read_file')])
      for (const path of [machine.state, machine.files().folder]) {
        rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
        expect(await run(event)).toBe(form.silence)
      }
  })

  it('gets no statement on a healthy server', async () => {
    knows(healthy())
    expect(await run(call())).toBe(form.silence)
  })

  it('gets advice beside a call of a degraded server, or nothing where it has no place for it', async () => {
    knows({ ...down(), v: 'degraded' })
    const out = await run(call())
    if (form.advice === null) expect(out).toBe(form.silence)
    else expect(JSON.parse(out)).toEqual(form.advice(expect.stringContaining('gh is degraded')))
  })

  it('is refused a call of a server that is down, and not the one after an answer', async () => {
    knows(down())
    expect(JSON.parse(await run(call()))).toEqual(form.refusal(expect.stringContaining('gh is down')))
    expect(await run(form.after(machine.project, 'gh', 'read_file'))).toBe(form.silence)
    expect(await run(call())).toBe(form.silence)
    expect(kinds()).toEqual(['denied', 'completed'])
  })

  it('distinguishes a call without an answer from an answer that is an error', async () => {
    knows(healthy())
    expect(await run(form.error(machine.project, 'gh', 'read_file'))).toBe(form.silence)
    expect(kinds()).toEqual(['completed'])
    if (form.unanswered === null) return
    expect(await run(form.unanswered(machine.project, 'gh', 'read_file'))).toBe(form.silence)
    expect(kinds()).toEqual(['completed', 'failed'])
  })

  it('gets no statement after an unknown event', async () => {
    knows(down())
    expect(await run(form.unknownEvent)).toBe(form.silence)
    expect(kinds()).toEqual([])
  })

  it('may write members of a later version, and a byte order mark', async () => {
    knows(down())
    const event = call({ a_later_version: { nested: [1, null] }, constructor: 'x', __proto__: null })
    expect(JSON.parse(await run(`\uFEFF${JSON.stringify(event)}\r\n`))).toEqual(form.refusal(expect.any(String)))
  })

  it('that writes names of servers alike has the mildest answer', async () => {
    const [one, other] = form.alike
    form.configure(machine, { [one]: ADDRESS, [other]: 'https://well.example/mcp' })
    const event =
      form.name === 'cursor' ? call({ mcp_server_name: 'project-0-my-own' }) : form.before(machine.project, one, 'x')
    machine.knows([knownServer('garden/oldbarn', [OLDBARN], down()), knownServer('garden/well', [WELL], healthy())])
    expect(await run(event)).toBe(form.silence)
    machine.knows([knownServer('garden/oldbarn', [OLDBARN], down()), knownServer('garden/well', [WELL], down())])
    expect(JSON.parse(await run(event))).toEqual(form.refusal(expect.any(String)))
  })

  it('gets one document, whose texts are short whatever strangers call their tools', async () => {
    const long = (name: string) => `${name} "${'\u202e\u0000x'.repeat(2000)}\n{}`
    const renamed = Array.from({ length: 50 }, (_, n) => [long(`a${n}`), long(`b${n}`)] as [string, string])
    const missing = renamed.map(([name]) => name)
    const tools = { read_file: [{ serverId: long('other'), tool: long('tool'), renamed, missing }] }
    machine.knows([knownServer('garden/oldbarn', [OLDBARN], { ...down(), up: 40 }, { tools })])
    const out = await run(call())
    expect(out.trim().split('\n')).toHaveLength(1)
    expect(JSON.parse(out)).toEqual(form.refusal(expect.stringMatching(/^[^\p{C}]{20,1999}$/u)))
  })
})
