/**
 * `<try-request>`: a form that sends a request to this service and shows the answer. Without a script it stays hidden. What sends is loaded when it is first
 * opened.
 */
export function defineTryRequest(): void {
  customElements.define('try-request', TryRequest)
}

class TryRequest extends HTMLElement {
  connectedCallback(): void {
    const details = this.querySelector('details')
    const form = this.querySelector('form')
    if (details === null || form === null || !details.hidden) return
    details.hidden = false
    details.addEventListener('toggle', async () => (await import('./send-request')).answerSubmits(this, form), {
      once: true,
    })
  }
}
