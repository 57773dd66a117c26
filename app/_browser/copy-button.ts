const SHOWN_MS = 2000

/**
 * `<copy-button>`: a button in a block with a `<code>`; copies its text. Without a script or a clipboard it stays
 * hidden.
 */
export function defineCopyButton(): void {
  customElements.define('copy-button', CopyButton)
}

class CopyButton extends HTMLElement {
  connectedCallback(): void {
    const button = this.querySelector('button')
    const text = this.parentElement?.querySelector('code')?.textContent
    if (button === null || text == null || navigator.clipboard === undefined) return
    button.hidden = false
    const label = button.textContent
    button.addEventListener('click', async () => {
      button.textContent = await navigator.clipboard.writeText(text).then(
        () => 'Copied',
        () => 'Not allowed by the browser',
      )
      setTimeout(() => {
        button.textContent = label
      }, SHOWN_MS)
    })
  }
}
