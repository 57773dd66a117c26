const EVERY_MS = 10_000
/** Then its reader has left, or the check did not come. */
const MOST_TIMES = 60

/** `<first-check>`: loads the page of a server that was never checked again, once there is a result. */
export function defineFirstCheck(): void {
  customElements.define('first-check', FirstCheck)
}

class FirstCheck extends HTMLElement {
  #timer: number | undefined

  connectedCallback(): void {
    const { server } = this.dataset
    if (server === undefined) return
    const path = server.split('/').map(encodeURIComponent).join('/')
    let times = 0
    this.#timer = window.setInterval(async () => {
      if (document.hidden) return
      times += 1
      if (times === MOST_TIMES) this.disconnectedCallback()
      if (await hasResult(path).catch(() => false)) location.reload()
    }, EVERY_MS)
  }

  disconnectedCallback(): void {
    clearInterval(this.#timer)
  }
}

async function hasResult(path: string): Promise<boolean> {
  const answer = await fetch(`/v1/health/${path}?compact=1`, { credentials: 'omit' })
  if (!answer.ok) return false
  const { asOf } = (await answer.json()) as { asOf?: string }
  return asOf !== undefined
}
