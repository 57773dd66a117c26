import { idToPath } from 'assay-verify/subject-id'
import { STATUS_WORDS } from 'assay-verify/text/status-words'
import type { Recommendation, Status, Verdict } from 'assay-verify/verdict'
import { isFixture } from '@/lib/core/catalog/fixtures'

// Answers while one types, by the pattern "combobox with a listbox" of the ARIA Authoring Practices Guide. Loaded with
// the first key in a search field.

const WAIT_MS = 180
const MOST_SHOWN = 6
const LEAST_CHARACTERS = 2
/** Longer texts are descriptions or pasted files: they are searched when they are sent. */
const MOST_CHARACTERS = 200

interface Suggestion {
  toolId: string
  name: string
  verdict: Verdict
  /** Left out where it is the verdict. */
  status?: Status
  recommendation: Recommendation
}

let boxes = 0

/** Gives a search field a list of suggestions. The field works as before where no answer comes. */
export function suggest(input: HTMLInputElement): void {
  const list = listBelow(input)
  let waiting: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined
  let asked = ''

  const close = () => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    choose(undefined)
  }
  const choose = (chosen: Element | undefined) => {
    for (const option of list.children) option.setAttribute('aria-selected', String(option === chosen))
    if (chosen === undefined) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', chosen.id)
    chosen.scrollIntoView({ block: 'nearest' })
  }
  const show = (found: readonly Suggestion[]) => {
    list.replaceChildren(...found.map((suggestion, at) => optionOf(suggestion, `${list.id}-${at}`)))
    if (found.length === 0) return close()
    list.hidden = false
    input.setAttribute('aria-expanded', 'true')
    choose(undefined)
  }
  const ask = async () => {
    const text = input.value.trim()
    if (text === asked) return
    asked = text
    request?.abort()
    if (!isAsked(text)) return close()
    const own = new AbortController()
    request = own
    const found = await suggestionsFor(text, own.signal)
    if (request === own && !own.signal.aborted && document.activeElement === input) show(found)
  }

  input.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(ask, WAIT_MS)
  })
  input.addEventListener('blur', () => {
    clearTimeout(waiting)
    request?.abort()
    close()
  })
  input.addEventListener('keydown', (event) => onKey(event, list, { choose, close }))
  // Before the field loses the focus, which closes the list.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => open((target as Element).closest('[role=option]')))
  waiting = setTimeout(ask, WAIT_MS)
}

function isAsked(text: string): boolean {
  return text.length >= LEAST_CHARACTERS && text.length <= MOST_CHARACTERS && !/^["{[]/.test(text)
}

interface Listbox {
  choose(option: Element | undefined): void
  close(): void
}

function onKey(event: KeyboardEvent, list: HTMLElement, { choose, close }: Listbox): void {
  if (list.hidden || event.isComposing) return
  const options = [...list.children]
  const at = options.findIndex((option) => option.ariaSelected === 'true')
  switch (event.key) {
    case 'ArrowDown':
      choose(options[at + 1])
      break
    case 'ArrowUp':
      choose(options[at < 0 ? options.length - 1 : at - 1])
      break
    case 'Escape':
      close()
      break
    case 'Enter':
      if (at < 0) return
      open(options[at] ?? null)
      break
    default:
      return
  }
  event.preventDefault()
}

function open(option: Element | null): void {
  const { href } = (option as HTMLElement | null)?.dataset ?? {}
  if (href !== undefined) location.assign(href)
}

/** Nothing where the service refuses, as it does to callers over their limit, or cannot be reached. */
async function suggestionsFor(text: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  try {
    const query = new URLSearchParams({ q: text, limit: String(MOST_SHOWN), compact: '1' })
    const response = await fetch(`/v1/search?${query}`, { signal, headers: { accept: 'application/json' } })
    if (!response.ok) return []
    const { results } = (await response.json()) as { results: Suggestion[] }
    return results.filter(({ toolId }) => !isFixture(toolId))
  } catch {
    return []
  }
}

function listBelow(input: HTMLInputElement): HTMLElement {
  boxes += 1
  const list = document.createElement('ul')
  list.id = `suggestions-${boxes}`
  list.role = 'listbox'
  list.ariaLabel = 'Suggestions'
  list.className = 'suggestions'
  list.hidden = true
  input.closest('search-box')?.append(list)
  input.role = 'combobox'
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-expanded', 'false')
  input.setAttribute('aria-controls', list.id)
  return list
}

/** Texts are by strangers: they are set as text, never as markup. */
function optionOf({ toolId, name, verdict, status = verdict, recommendation }: Suggestion, id: string): HTMLElement {
  const option = document.createElement('li')
  option.id = id
  option.role = 'option'
  option.ariaSelected = 'false'
  option.dataset.href = `/tool/${idToPath(toolId)}`
  option.append(part('bdi', 'suggestion-name', name), part('bdi', 'suggestion-id', toolId))
  // What answers and is to be avoided is unsafe or no longer offered.
  const isFaulty = recommendation === 'avoid' && status !== 'down'
  const [sign, word] = isFaulty ? ['down', 'Avoid'] : [status, STATUS_WORDS[status]]
  option.append(part('span', `suggestion-status suggestion-${sign}`, word))
  return option
}

function part(element: 'bdi' | 'span', className: string, text: string): HTMLElement {
  const made = document.createElement(element)
  made.className = className
  made.textContent = text
  return made
}
