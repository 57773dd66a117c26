import { isSettingsFile, readSetup } from '../../lib/setup/rules/read-setup'

/**
 * Whether a text is the settings of a client, whole or broken, or a package.json: what /check reads. A plain list is a
 * search.
 */
export function isSetup(text: string): boolean {
  const reading = readSetup(text)
  return reading.ok ? reading.form !== 'list' : isSettingsFile(text)
}

/** What a search field takes of a pasted text: it has one line. */
export function asQuery(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Shows /check in the place of this page and gives its form the setup, as if it had been pasted there. The text stays
 * in the memory of this page: the form sends what may be looked up, and nothing is stored.
 */
export async function openSetupCheckWith(setup: string): Promise<void> {
  const page = await pageAt('/check')
  const main = page?.querySelector('main')
  if (page === undefined || main == null) return location.assign('/check')
  // The element of the form is defined before it stands in the document, so that it is ready there at once.
  if (customElements.get('setup-check') === undefined) (await import('./setup-check')).defineSetupCheck()
  document.querySelector('main')?.replaceWith(main)
  document.title = page.title
  history.pushState(null, '', '/check')
  addEventListener('popstate', () => location.reload(), { once: true })
  const text = main.querySelector<HTMLTextAreaElement>('#setup')
  if (text === null) return
  text.value = setup
  text.form?.requestSubmit()
}

async function pageAt(address: string): Promise<Document | undefined> {
  try {
    const answer = await fetch(address, { credentials: 'omit' })
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined
  } catch {
    return undefined
  }
}
