/**
 * `<search-box>`: a search form. `/` moves the focus to its field; answers appear while one types (`suggestions.ts`, loaded with the first key). A pasted configuration,
 * which may hold secrets, is not sent: it goes to /check within the browser.
 */
export function defineSearchBox(): void {
  customElements.define('search-box', SearchBox)
}

/** Under this name /check finds a configuration that was pasted elsewhere. */
const PASTED_SETUP = 'pasted-setup'

class SearchBox extends HTMLElement {
  connectedCallback(): void {
    const input = this.querySelector('input')
    if (input === null) return
    if (this.dataset.shortcut !== undefined) document.addEventListener('keydown', (event) => focusOn(event, input))
    input.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      if (!text.startsWith('{')) return
      event.preventDefault()
      checkSetup(text)
    })
    this.querySelector('form')?.addEventListener('submit', (event) => {
      if (!input.value.trim().startsWith('{')) return
      event.preventDefault()
      checkSetup(input.value)
    })
    if (this.dataset.suggestions === undefined) return
    const load = () => import('./suggestions').then(({ suggest }) => suggest(input))
    input.addEventListener('input', load, { once: true })
  }
}

function checkSetup(text: string): void {
  try {
    sessionStorage.setItem(PASTED_SETUP, text)
  } catch {
    // A browser without storage, or too long a text: the page asks for it again.
  }
  location.assign('/check')
}

function focusOn(event: KeyboardEvent, input: HTMLInputElement): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isEditing(event.target)) return
  event.preventDefault()
  input.focus()
  input.select()
}

function isEditing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
