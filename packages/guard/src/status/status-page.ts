import { createHash } from 'node:crypto'
import { visibleLine } from 'assay-verify/text/visible-text'
import { PAGE_STYLE } from './page-style.ts'
import type { ProcessStatus, ServerStatus } from './process-status.ts'
import { lastCallWords, refusedWords, servicesOf, stateWords } from './status-words.ts'

const REFRESHED_EVERY_S = 5
const MOST_QUARANTINED = 50

/** Nothing is loaded, run or sent: the page is text with one style. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page with each server of each guard that runs. */
export function statusPage(guards: readonly ProcessStatus[], now: number): string {
  const servers = guards.flatMap((guard) => guard.servers.map((server) => ({ guard, server })))
  const rows = servers.map(({ guard, server }) => rowOf(server, guard, now))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${REFRESHED_EVERY_S}">
<title>assay-guard: ${escaped(summary(servers, now))}</title>
<style>${PAGE_STYLE}</style>
<main>
<h1>assay-guard</h1>
<p class="summary">${escaped(summary(servers, now))}</p>
${servicesOf(guards, now)
  .map((line) => `<p class="service">${escaped(line)}</p>`)
  .join('\n')}
${rows.length === 0 ? '' : tableOf(rows)}
<footer>As of ${new Date(now).toISOString().slice(0, 19).replace('T', ' ')} UTC; read again every ${REFRESHED_EVERY_S} seconds.</footer>
</main>
</html>
`
}

function summary(servers: readonly { server: ServerStatus }[], now: number): string {
  if (servers.length === 0) return 'No guard is running.'
  const bad = servers.filter(({ server }) => stateWords(server, now).tone === 'bad').length
  const quarantined = servers.reduce((count, { server }) => count + server.quarantined.length, 0)
  const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
  return [
    counted(servers.length, 'server'),
    bad === 0 ? 'none out' : `${bad} out`,
    ...(quarantined === 0 ? [] : [`${counted(quarantined, 'tool')} quarantined`]),
  ].join(', ')
}

const COLUMNS = ['Server', 'State', 'Calls', 'Failed', 'Refused', 'Restarts', 'Process'] as const

function tableOf(rows: readonly string[]): string {
  const heads = COLUMNS.map((name) => `<th scope="col">${name}</th>`).join('')
  return `<table>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`
}

function rowOf(server: ServerStatus, { pid }: ProcessStatus, now: number): string {
  const { words, tone } = stateWords(server, now)
  const { calls, failed } = server.tally
  const last = lastCallWords(server, now)
  const cells = [
    `<span class="dot ${tone}"></span>${escaped(words)}`,
    `${calls}${last === null ? '' : ` <small>last ${escaped(last)}</small>`}`,
    String(failed),
    refusedWords(server)
      .map((one) => `<div>${escaped(one)}</div>`)
      .join('') || '0',
    String(server.process.restarts),
    String(pid),
  ]
  const data = cells.map((cell, at) => `<td data-name="${COLUMNS[at + 1]}"><div>${cell}</div></td>`).join('')
  const quarantined = server.quarantined.length === 0 ? '' : `\n${quarantineOf(server)}`
  return `<tr><th scope="row">${escaped(visibleLine(server.name, 60))}</th>${data}</tr>${quarantined}`
}

function quarantineOf({ quarantined }: ServerStatus): string {
  const lines = quarantined
    .slice(0, MOST_QUARANTINED)
    .map(({ why }) => `<li>${escaped(visibleLine(why, 300))}</li>`)
    .join('')
  const more = quarantined.length - MOST_QUARANTINED
  return `<tr class="why"><td colspan="${COLUMNS.length}"><ul>${lines}${more > 0 ? `<li>and ${more} more</li>` : ''}</ul></td></tr>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
