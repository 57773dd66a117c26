import type { SetupServerMatch } from 'assay-verify/setup/setup-lookup'
import type { SetupServer } from 'assay-verify/setup/setup-server'
import { lookedUpAs, type NewestVersions, setupNotes, versionNote, whySkipped } from '../../lib/setup/rules/setup-notes'

/**
 * Adds to the server's result what only the browser knows: what the setup calls each server, its versions, and what has
 * no server.
 */
export function addSetupNotes(result: Element, checked: readonly SetupServerMatch[], areDependencies: boolean): void {
  const { byServer, unknown, skipped } = setupNotes(checked)
  for (const place of result.querySelectorAll<HTMLElement>('[data-server-id]'))
    for (const entry of byServer.get(place.dataset.serverId ?? '') ?? [])
      place.append(noteOf(entry, JSON.parse(place.dataset.newest ?? '{}') as NewestVersions))
  if (areDependencies) {
    if (unknown.length > 0)
      result.append(card('Other dependencies', [text('p', dependenciesText(unknown.length), 'text-sm')]))
    return
  }
  if (unknown.length > 0) result.append(card('Not known here', [listOf(unknown, searchLink)]))
  if (skipped.length > 0)
    result.append(
      card('Not looked up', [listOf(skipped, (entry) => text('p', whySkipped(entry), 'text-soft text-sm'))]),
    )
}

function dependenciesText(count: number): string {
  return `${count} other ${count === 1 ? 'dependency is' : 'dependencies are'} no MCP server of our catalog.`
}

function noteOf(entry: SetupServer, newest: NewestVersions): HTMLElement {
  const version = versionNote(entry, newest)
  const note = text('p', 'In your setup: ', 'mt-1 text-sm')
  note.append(nameOf(entry, ''), version === null ? '' : `, ${version}`)
  return note
}

function searchLink(entry: SetupServer): HTMLElement {
  const link = document.createElement('a')
  link.href = `/search?q=${encodeURIComponent(lookedUpAs(entry))}`
  link.className = 'ml-3 text-sm'
  link.textContent = 'Search for it'
  return link
}

function listOf(entries: readonly SetupServer[], more: (entry: SetupServer) => HTMLElement): HTMLElement {
  const list = document.createElement('ul')
  list.className = 'grid gap-2'
  for (const entry of entries) {
    const item = document.createElement('li')
    item.append(nameOf(entry, 'font-medium'), more(entry))
    list.append(item)
  }
  return list
}

function card(title: string, children: readonly HTMLElement[]): HTMLElement {
  const section = document.createElement('section')
  section.className = 'card min-w-0'
  section.append(text('h2', title, 'mb-4 font-semibold'), ...children)
  return section
}

function nameOf({ name }: SetupServer, className: string): HTMLElement {
  const element = text('bdi', name === '' ? 'without a name' : name, `untrusted ${className}`)
  element.dir = 'auto'
  return element
}

function text(tag: string, content: string, className: string): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = content
  return element
}
