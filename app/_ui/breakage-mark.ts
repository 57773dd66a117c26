import { BREAKAGES, breakageLabel } from '@/lib/core/verdict/breakage'
import type { Breakage, IncidentRecord } from '@/lib/incidents/contract/breakages'
import { kindsText } from '@/lib/incidents/rules/incident-text'
import { type Sign, STATUS_DISPLAY } from './status'

/** The sign and the label of an open breakage: changed texts that are unsafe are not only changed. */
export function breakageMark({
  kind,
  severity,
  recommendation,
}: Pick<Breakage, 'kind' | 'severity' | 'recommendation'>): {
  sign: Sign
  label: string
} {
  if (kind === 'declaration_changed' && recommendation === 'avoid')
    return { sign: 'unsafe', label: STATUS_DISPLAY.unsafe.word }
  return { sign: BREAKAGES[kind].sign, label: breakageLabel(kind, severity) }
}

/** The sign and the words of an incident: while it is open and a text of it is unsafe, that comes first. */
export function incidentMark(incident: Pick<IncidentRecord, 'kinds' | 'severity' | 'closedAt' | 'breakages'>): {
  sign: Sign
  text: string
} {
  const { kinds, closedAt, breakages } = incident
  const marks = closedAt === null ? breakages.map(breakageMark) : []
  const unsafe = marks.find(({ sign }) => sign === 'unsafe')
  const text = kindsText(incident)
  if (unsafe !== undefined) return { sign: unsafe.sign, text: `${unsafe.label}, ${text}` }
  return { sign: BREAKAGES[kinds[0] ?? 'down'].sign, text }
}
