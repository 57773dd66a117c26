/**
 * `<search-box>`: a search form. `/` moves the focus to its field; answers appear while one types (`suggestions.ts`,
 * loaded with the first key). A pasted setup, which may hold secrets, is no query: /check opens with it within the
 * browser (`pasted-setup.ts`).
 */
export function defineSearchBox(): void {
  customElements.define('search-box', SearchBox)
}

/**
 * What may be a setup rather than a query, before it is read: several lines, or the beginning of an object, a list, a
 * comment or a member.
 */
const MAY_BE_SETUP = /^[\s\ufeff]*["{[/]|\n/

class SearchBox extends HTMLElement {
  connectedCallback(): void {
    const input = this.querySelector('input')
    if (input === null) return
    if (this.dataset.shortcut !== undefined) document.addEventListener('keydown', (event) => focusOn(event, input))
    input.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (!MAY_BE_SETUP.test(text.trim())) return
      event.preventDefault()
      void checkOr(text, (query) => {
        input.setRangeText(query, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })
    })
    const form = this.querySelector('form')
    form?.addEventListener('submit', (event) => {
      if (!MAY_BE_SETUP.test(input.value.trim())) return
      event.preventDefault()
      void checkOr(input.value, () => form.submit())
    })
    if (this.dataset.suggestions === undefined) return
    const load = () => import('./suggestions').then(({ suggest }) => suggest(input))
    input.addEventListener('input', load, { once: true })
  }
}

/** Opens /check with a setup; any other text is a query. */
async function checkOr(text: string, search: (query: string) => void): Promise<void> {
  const { asQuery, isSetup, openSetupCheckWith } = await import('./pasted-setup')
  return isSetup(text) ? openSetupCheckWith(text) : search(asQuery(text))
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
