/** `<search-box>`: a search form. `/` moves the focus to its field; answers appear while one types (`suggestions.ts`, loaded with the first key). */
export function defineSearchBox(): void {
  customElements.define('search-box', SearchBox)
}

class SearchBox extends HTMLElement {
  connectedCallback(): void {
    const input = this.querySelector('input')
    if (input === null) return
    if (this.dataset.shortcut !== undefined) document.addEventListener('keydown', (event) => focusOn(event, input))
  }
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
