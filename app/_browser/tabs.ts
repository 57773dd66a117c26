/**
 * `<tab-panels>`: sections that each begin with a heading become tabs. Without a script they follow each other. Keys as
 * in the tabs pattern of the ARIA Authoring Practices Guide.
 */
export function defineTabs(): void {
  customElements.define('tab-panels', TabPanels)
}

let count = 0

class TabPanels extends HTMLElement {
  connectedCallback(): void {
    const panels = [...this.querySelectorAll<HTMLElement>(':scope > section')]
    if (panels.length < 2 || this.querySelector('[role=tablist]') !== null) return
    const list = document.createElement('div')
    list.role = 'tablist'
    list.ariaLabel = this.dataset.label ?? ''
    list.className = 'tab-list'
    const tabs = panels.map((panel) => tabOf(panel))
    const show = (chosen: number, focus: boolean) => {
      for (const [at, tab] of tabs.entries()) {
        tab.ariaSelected = String(at === chosen)
        tab.tabIndex = at === chosen ? 0 : -1
        const panel = panels[at]
        if (panel !== undefined) panel.hidden = at !== chosen
      }
      if (focus) tabs[chosen]?.focus()
    }
    list.addEventListener('click', ({ target }) => {
      const at = tabs.indexOf(target as HTMLButtonElement)
      if (at >= 0) show(at, false)
    })
    list.addEventListener('keydown', (event) => {
      const at = tabs.indexOf(event.target as HTMLButtonElement)
      const next = nextTab(event.key, at, tabs.length)
      if (at < 0 || next === undefined) return
      event.preventDefault()
      show(next, true)
    })
    list.append(...tabs)
    this.prepend(list)
    show(0, false)
  }
}

function tabOf(panel: HTMLElement): HTMLButtonElement {
  const heading = panel.querySelector('h2, h3, h4')
  const tab = document.createElement('button')
  count += 1
  tab.type = 'button'
  tab.id = `tab-${count}`
  tab.role = 'tab'
  tab.textContent = heading?.textContent ?? ''
  panel.id ||= `tab-panel-${count}`
  panel.role = 'tabpanel'
  panel.setAttribute('aria-labelledby', tab.id)
  tab.setAttribute('aria-controls', panel.id)
  heading?.classList.add('sr-only')
  return tab
}

function nextTab(key: string, at: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % length
    case 'ArrowLeft':
      return (at + length - 1) % length
    case 'Home':
      return 0
    case 'End':
      return length - 1
    default:
      return undefined
  }
}
