import { type LookupMatch, lookupOf, matchSetupServers, type SetupServerMatch } from 'assay-verify/setup/setup-lookup'
import { type SetupServer, withLoopback } from 'assay-verify/setup/setup-server'
import { readSetup, setupFaultText } from '../../lib/setup/rules/read-setup'
import { checkPageAddress } from '../../lib/setup/rules/setup-check-address'
import { writeRelativeTimes } from './relative-times'
import { addSetupNotes } from './setup-result'

/** What is said while and after a setup is checked. */
const MESSAGES = {
  checking: 'Checking…',
  nothing: 'None of these servers has a public name that can be looked up.',
  refused: 'The service did not answer as expected. Try again in a minute.',
  limited: 'Too many checks from your network. Try again in a minute.',
  offline: 'The service cannot be reached. Check your connection.',
} as const
type Message = keyof typeof MESSAGES

/**
 * `<setup-check>`: reads a pasted setup here, sends only names that may be looked up, and shows the server's table of
 * them.
 */
export function defineSetupCheck(): void {
  customElements.define('setup-check', SetupCheck)
}

class SetupCheck extends HTMLElement {
  connectedCallback(): void {
    const part = <Part extends HTMLElement>(name: string) => this.querySelector<Part>(`[data-part=${name}]`)
    const [file, list, form, message] = [part('file'), part('list'), part<HTMLFormElement>('form'), part('message')]
    const text = file?.querySelector('textarea')
    if (file === null || list === null || form === null || message === null || text == null) return
    file.hidden = false
    list.hidden = true
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const reading = readSetup(text.value)
      if (!reading.ok) {
        message.textContent = setupFaultText(reading)
        return
      }
      message.textContent = MESSAGES.checking
      const entries = this.dataset.demonstration === undefined ? reading.entries : withLoopback(reading.entries)
      const said = await check(entries, reading.form === 'dependencies').catch((): Message => 'offline')
      message.textContent = said === undefined ? '' : MESSAGES[said]
    })
  }
}

/** Looks the entries up and shows the result; answers what is to be said, if anything. */
async function check(entries: readonly SetupServer[], areDependencies: boolean): Promise<Message | undefined> {
  const body = lookupOf(entries)
  if (body === undefined) {
    show(document.createElement('div'), matchSetupServers(entries, []), false)
    return 'nothing'
  }
  const answer = await fetch('/v1/reliability/lookup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
  })
  if (!answer.ok) return answer.status === 429 ? 'limited' : 'refused'
  const { resolved } = (await answer.json()) as { resolved: LookupMatch[] }
  const checked = matchSetupServers(entries, resolved)
  const ids = checked.flatMap(({ serverIds }) => serverIds.slice(0, 1))
  const address = checkPageAddress(ids)
  const result = ids.length === 0 ? document.createElement('div') : await resultAt(address)
  if (result === undefined) return 'refused'
  show(result, checked, areDependencies)
  history.replaceState(null, '', ids.length === 0 ? '/check' : address)
  return undefined
}

/** The result as the server shows it for these ids. */
async function resultAt(address: string): Promise<Element | undefined> {
  const page = await fetch(address, { credentials: 'omit' })
  if (!page.ok) return undefined
  const parsed = new DOMParser().parseFromString(await page.text(), 'text/html')
  return parsed.querySelector('#result') ?? undefined
}

function show(result: Element, checked: readonly SetupServerMatch[], areDependencies: boolean): void {
  result.id = 'result'
  document.querySelector('#result')?.replaceWith(result)
  addSetupNotes(result, checked, areDependencies)
  writeRelativeTimes()
  const first = result.querySelector<HTMLElement>('h2')
  if (first === null) return
  first.tabIndex = -1
  first.focus({ preventScroll: true })
  result.scrollIntoView({ block: 'start' })
}
