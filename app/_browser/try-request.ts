import { answerSubmits } from './send-request'

/**
 * `<try-request>`: a form that sends a request to this service and shows the answer. Without a script it stays hidden.
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
    answerSubmits(this, form)
  }
}
