import { checkSignature, type SignatureResult } from './check-signature'

const KEY_SET = '/.well-known/jwks.json'

/**
 * `<verify-signature data-token="id" data-subject="id of the tool">`: a button that checks the token in the element of
 * that id with the keys of this service. Without a script it stays hidden.
 */
export function defineVerifySignature(): void {
  customElements.define('verify-signature', VerifySignature)
}

class VerifySignature extends HTMLElement {
  connectedCallback(): void {
    const [button, status] = [this.querySelector('button'), this.querySelector('[role=status]')]
    const token = document.getElementById(this.dataset.token ?? '')?.textContent?.trim()
    if (button === null || status === null || token === undefined) return
    button.hidden = false
    button.addEventListener('click', async () => {
      button.disabled = true
      status.textContent = 'Checking …'
      const said = await verdictOn(token, this.dataset.subject ?? '')
      status.textContent = said.text
      this.dataset.result = said.result
      button.disabled = false
    })
  }
}

interface Said {
  result: 'valid' | 'invalid' | 'unknown'
  text: string
}

async function verdictOn(token: string, subject: string): Promise<Said> {
  if (globalThis.crypto?.subtle === undefined)
    return {
      result: 'unknown',
      text: 'This browser verifies signatures only on pages loaded over HTTPS. Use the command below.',
    }
  try {
    const answer = await fetch(KEY_SET, { headers: { accept: 'application/json' } })
    if (!answer.ok) return { result: 'unknown', text: `The key set could not be read: ${answer.status}.` }
    return TEXTS[await checkSignature(token, subject, await answer.json(), new Date())]
  } catch (error) {
    const isMissing = error instanceof DOMException && error.name === 'NotSupportedError'
    return isMissing
      ? { result: 'unknown', text: 'This browser cannot verify Ed25519 signatures. Use the command below.' }
      : { result: 'unknown', text: 'The key set could not be read.' }
  }
}

const TEXTS: Record<SignatureResult, Said> = {
  valid: {
    result: 'valid',
    text: 'Valid: the signature is right, the key is in the key set of this service, and the token is about this subject.',
  },
  malformed: { result: 'invalid', text: 'Not valid: this is no signed token.' },
  wrong_type: { result: 'invalid', text: 'Not valid: the token was made for another purpose.' },
  unknown_key: { result: 'invalid', text: 'Not valid: the key is not in the key set.' },
  bad_signature: { result: 'invalid', text: 'Not valid: the signature does not match the text.' },
  other_subject: { result: 'invalid', text: 'Not valid: the token is about something else.' },
  expired: { result: 'invalid', text: 'The signature is right, but a day has passed. Reload the page.' },
}
