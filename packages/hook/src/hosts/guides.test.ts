import { readFileSync } from 'node:fs'
import type { Decision } from 'assay-decide/decision'
import { describe, expect, it } from 'vitest'
import { hookCommand } from '../install/hook-command.ts'
import { findHost, HOST_NAMES } from './find-host.ts'

// What the guides show is what the program adds and answers.

const guideOf = (name: string) => readFileSync(`docs/hosts/${name}.md`, 'utf8')
const blocksOf = (guide: string, language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text)
const MACHINE = { env: {}, home: '/home/you', platform: 'linux' }
const ANSWERED = / This ends by itself: .*$/

describe.each(HOST_NAMES)('the guide of %s', (name) => {
  it('shows what is added', async () => {
    const host = await findHost(name)
    const command = hookCommand(name, null, 'https://assay.example')
    const place = host?.hooks('project', command, '/project', MACHINE).at(-1)
    const lists = place?.lists.map(({ members, entry }) => [members.at(-1), [entry]]) ?? []
    const added = blocksOf(guideOf(name), 'json').map((text) => JSON.parse(text))
    expect(added).toEqual([{ ...place?.initial, hooks: Object.fromEntries(lists) }])
  })

  it('shows a session with the answers that it gives', async () => {
    const host = await findHost(name)
    const [session = ''] = blocksOf(guideOf(name), 'console')
    const refusals = session.split('\n').filter((line) => line.startsWith('{') && line !== '{}')
    expect(refusals).toHaveLength(1)
    const [said = ''] = /"[^"]* is down for [^"]*"/.exec(session) ?? []
    const text = String(JSON.parse(said)).replace(ANSWERED, '')
    const decision: Decision = { action: 'deny', code: 'down', text, serverId: 'x', alternative: null }
    expect(JSON.parse(refusals[0] ?? '')).toEqual(host?.answer(decision))
  })

  it('names commands and folders that exist', () => {
    const guide = guideOf(name)
    for (const [, words = ''] of guide.matchAll(/(?:^ {4}|^\$ )assay-hook (.*)$/gm))
      expect(words).toMatch(new RegExp(`^(?:(?:install|uninstall|run) ${name}\\b|status|refresh)`))
    expect(guide).toContain(`assay-hook uninstall ${name}`)
    expect(guideOf('README')).toContain(`(${name}.md)`)
  })
})
