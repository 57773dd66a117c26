import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { textOf } from '../test-render'
import { GuardCard } from './guard-card'
import { HostCard, OLDEST_NODE } from './host-card'
import { chosenHost, HOOK_HOSTS } from './hosts'
import { SessionCard } from './session-card'
import { SpeaksCard } from './speaks-card'

const BASE_URL = 'https://assay.example'

test.each(HOOK_HOSTS)('$title is chosen by a link, and its command is shown', ({ name }) => {
  const markup = renderToStaticMarkup(<HostCard chosen={chosenHost(name)} baseUrl={BASE_URL} />)
  expect(markup).toContain(`<a href="/use?host=${name}" aria-current="page">`)
  expect(markup.match(/aria-current/g)).toHaveLength(1)
  const code = `npm i -g assay-hook &amp;&amp; assay-hook install ${name} --url ${BASE_URL}`
  expect(markup).toContain(`<code>${code}</code>`)
})

test.each([undefined, 'nonsense', '', ['goose', 'cursor']])('the host %s is the first one', (name) => {
  expect(chosenHost(name)).toBe(HOOK_HOSTS[0])
})

test.each(['hook', 'guard'])('the version of Node is that of the package of the %s', (name) => {
  const { engines } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'))
  expect(engines.node).toBe(`>=${OLDEST_NODE}`)
})

test('a host that takes no advice promises none', () => {
  const shown = (name: string) => {
    const host = chosenHost(name)
    const cards = [<SessionCard key="session" host={host} />, <SpeaksCard key="speaks" host={host} />]
    return textOf(renderToStaticMarkup(cards))
  }
  expect(shown('vscode')).toContain('With its result the agent reads')
  expect(shown('vscode')).toContain('One line with the result Unstable')
  expect(shown('goose')).not.toContain('With its result the agent reads')
  expect(shown('goose')).toContain('Nothing: Goose takes no advice Unstable')
})

test.each(HOOK_HOSTS)('the guard of $title has the commands for its file', ({ name, servers }) => {
  const markup = renderToStaticMarkup(<GuardCard host={chosenHost(name)} baseUrl={BASE_URL} />)
  const file = servers ?? 'FILE'
  const install = `npm i -g assay-guard &amp;&amp; assay-guard wrap ${file} --service ${BASE_URL}`
  for (const code of [install, `assay-guard unwrap ${file}`, 'assay-guard status'])
    expect(markup).toContain(`<code>${code}</code>`)
  expect(textOf(markup).includes('by hand')).toBe(servers === null)
})
