import type { BreakageKind } from 'assay-verify/breakage-kind'
import { SEVERITIES, type Severity } from 'assay-verify/breakage-kind'
import { formatSpan } from '../../core/text/relative-time'
import { BREAKAGES, breakageLabel } from '../../core/verdict/breakage'
import type { IncidentCause } from '../../core/verdict/incident'

interface DescribedIncident {
  cause: IncidentCause
  what: string
  severity: Severity
  kinds: readonly BreakageKind[]
  /** Servers that were ever part of it. */
  serversInAll: number
  breakages: readonly { serverTitle: string; severity: Severity; evidence: readonly { text: string }[] }[]
}

/**
 * What broke, without how: the title of the one server, or how many servers and what they share. It may contain a
 * stranger's text.
 */
export function incidentSubject({
  cause,
  what,
  serversInAll,
  breakages,
}: Omit<DescribedIncident, 'kinds' | 'severity'>): string {
  if (serversInAll === 1) return breakages[0]?.serverTitle ?? what
  switch (cause) {
    case 'host':
      return `${serversInAll} servers on ${what}`
    case 'address':
      return `${serversInAll} servers at the address ${what}`
    case 'certificate':
      return `Certificates of ${serversInAll} servers`
    default:
      return what
  }
}

/** `Linear: down`, `12 servers on gateway.example: down, unstable`. */
export function incidentTitle(incident: DescribedIncident): string {
  return `${incidentSubject(incident)}: ${kindsText(incident)}`
}

/** What it consists of; the severity is that of the worst, so that it names the kind only where there is one. */
export function kindsText({ kinds, severity }: Pick<DescribedIncident, 'kinds' | 'severity'>): string {
  const [only] = kinds
  if (only !== undefined && kinds.length === 1) return breakageLabel(only, severity)
  return kinds.map((kind) => BREAKAGES[kind].label).join(', ')
}

const SHARED_CAUSE = {
  host: 'They share one host, and their faults began within 5 minutes of each other. The host, or what is in front of it, is the likely cause.',
  address:
    'They are reached at one network address, and their faults began within 5 minutes of each other. The machine at this address, or the network before it, is the likely cause.',
  certificate:
    'Their certificates became invalid within the same 5 minutes. The authority that issued them is the likely cause.',
  server: 'One server is affected.',
  listing: 'The server changed what it offers.',
} as const satisfies Record<IncidentCause, string>

/** The cause, in one or two sentences: what several servers share, or what the checks found of the one. */
export function causeText({
  cause,
  serversInAll,
  breakages,
}: Omit<DescribedIncident, 'kinds' | 'severity' | 'what'>): string {
  if (serversInAll > 1) return SHARED_CAUSE[cause]
  const worst = breakages.toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))[0]
  return worst?.evidence.at(-1)?.text ?? SHARED_CAUSE[cause]
}

/** How long it lasted: `3.2 hours`. */
export function lastedText(openedAt: string, closedAt: string): string {
  return formatSpan(Math.max(0, (Date.parse(closedAt) - Date.parse(openedAt)) / 1000))
}
