import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KnownServer } from 'assay-decide/bundle'
import { serverKeySync } from 'assay-hook/setup/read-setup'
import { serviceFiles } from 'assay-hook/state/files'
import { WANTED } from 'assay-hook/state/keys-wanted'
import { lineFileText } from 'assay-hook/state/line-file'
import { makePrivate, serviceFolder } from 'assay-hook/state/state-folder'
import { viewLines } from 'assay-hook/state/view-lines'
import { bundleHook } from '../../commands/build-hook.mjs'
import { type Bench, numberFlag, percentile, round } from '../bench'
import { withFolder } from '../folder'
import { runNode } from './hook-process'

const URL_OF_SERVICE = 'http://127.0.0.1:9'
const TOOLS = 20
/** Most that a call may wait for the hook, beside a process of Node that does nothing. */
const MOST_MS = 30

/**
 * What a call of a tool waits for the command of a hook, beside an empty process of Node: with that many servers in the
 * project's settings and user settings of that size; as remembered, and after the user's settings changed.
 */
export const bench: Bench = {
  flags: { calls: '100', servers: '40', 'user-file': '2000000' },
  run: (flags, print) =>
    withFolder(async (folder) => {
      const machine = await prepared(folder, numberFlag(flags, 'servers'), numberFlag(flags, 'user-file'))
      const [empty, remembered, changed]: [number[], number[], number[]] = [[], [], []]
      await machine.call()
      for (let call = 0; call < numberFlag(flags, 'calls'); call += 1) {
        empty.push(await machine.empty())
        remembered.push(await machine.call())
        machine.change()
        changed.push(await machine.call())
      }
      const result = {
        emptyMs: quantiles(empty),
        rememberedMs: beside(remembered, empty),
        changedMs: beside(changed, empty),
        most: MOST_MS,
      }
      for (const [name, value] of Object.entries(result)) print(`${name}: ${JSON.stringify(value)}`)
      return result
    }),
  hasFailed: ({ rememberedMs }) => (rememberedMs as { p50: number }).p50 > MOST_MS,
}

const quantiles = (times: readonly number[]) => ({
  p50: round(percentile(times, 0.5), 1),
  p99: round(percentile(times, 0.99), 1),
})

/** Quantile less quantile. */
function beside(times: readonly number[], empty: readonly number[]) {
  const [own, without] = [quantiles(times), quantiles(empty)]
  return { p50: round(own.p50 - without.p50, 1), p99: round(own.p99 - without.p99, 1) }
}

async function prepared(folder: string, servers: number, userBytes: number) {
  const [home, project, state, built] = ['home', 'project', 'state', 'built'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const path of [home, project, built]) mkdirSync(path)
  await bundleHook(built, { isWhole: true })
  writeFileSync(join(built, 'package.json'), '{ "type": "module" }')
  const named = Object.fromEntries(
    Array.from({ length: servers }, (_, at) => [`server-${at}`, { type: 'http', url: addressOf(at) }]),
  )
  writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers: named }))
  const user = join(home, '.claude.json')
  writeFileSync(
    user,
    JSON.stringify({ mcpServers: {}, projects: { '/elsewhere': { history: 'x'.repeat(userBytes) } } }),
  )
  writeView(state, servers)
  const env = { ...process.env, HOME: home, ASSAY_HOOK_STATE: state, ASSAY_URL: URL_OF_SERVICE }
  const event = { hook_event_name: 'PreToolUse', cwd: project, tool_name: 'mcp__server-7__tool-3', tool_input: {} }
  const timed = (args: string[]) => runNode(args, JSON.stringify(event), env)
  let age = 0
  return {
    empty: async () => (await timed(['-e', '0'])).ms,
    async call() {
      const { ms, out } = await timed([join(built, 'assay-hook.js'), 'run', 'claude-code'])
      if (!out.includes('"deny"')) throw new Error(`the hook answered ${out}`)
      // So that the next call decides the same.
      writeFileSync(serviceFiles(serviceFolder(state, URL_OF_SERVICE)).recent, '')
      return ms
    },
    change() {
      age += 1
      utimesSync(user, age, age)
    },
  }
}

const addressOf = (server: number) => `https://server-${server}.example/mcp`

/** What a refresh would have written: every server down, every tool with three alternatives. */
function writeView(state: string, servers: number): void {
  const files = serviceFiles(serviceFolder(state, URL_OF_SERVICE))
  const [now, minute] = [Date.now(), Math.floor(Date.now() / 60_000)]
  const known = Array.from({ length: servers }, (_, at): [string, KnownServer[]] => {
    const key = serverKeySync({ kind: 'url', name: addressOf(at).replace('https://', '') })
    const alternatives = [1, 2, 3].map((next) => ({
      serverId: `bench/server-${(at + next) % servers}`,
      tool: `tool-${next}`,
    }))
    const tools = Object.fromEntries(Array.from({ length: TOOLS }, (_, tool) => [`tool-${tool}`, alternatives]))
    const facts = { id: `bench/server-${at}`, title: `Server ${at}`, keys: [key], tools }
    return [key, [{ facts, state: { v: 'down', since: minute - 20, until: minute + 600 }, pins: null }]]
  })
  const view = { assessedAt: now, expiresAt: now + 3_600_000, servers: new Map(known), configuredNames: new Map() }
  makePrivate(files.folder)
  writeFileSync(files.view, lineFileText([...viewLines(view), [WANTED, known.map(([key]) => key)]]))
  // Not older than a minute for as long as this takes: no refresh begins.
  utimesSync(files.view, now / 1000, now / 1000)
}
