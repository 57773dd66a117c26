import { contentHash } from '../canonical-json.ts'
import { toolIdOf } from '../subject-id.ts'
import { visibleLine } from '../text/visible-text.ts'
import { LOCK_CLASS_NAMES, LOCK_CLASSES } from './lock-classes.ts'
import { type LockFindings, linesOf } from './lock-report.ts'

/** Rules of the report, one for each class of differences. */
const RULES = [
  ...LOCK_CLASS_NAMES.map((id) => ({ id: `lock/${id}`, shortDescription: { text: LOCK_CLASSES[id].title } })),
  { id: 'lock/removed', shortDescription: { text: 'Server removed from its catalog' } },
] as const

/**
 * The findings as a SARIF 2.1.0 document (OASIS). A result for each difference, at the line of the lock file that it is
 * about; what could not be checked is a notification of the run, which then was not successful. `softwareVersion`: of
 * this program.
 */
export function sarifReport(findings: LockFindings, softwareVersion: string): object {
  const lineOf = linesOf(findings.text)
  const uri = findings.path.split(/[\\/]/).map(encodeURIComponent).join('/')
  const results = findings.differences.map((one) => ({
    ruleId: `lock/${one.class}`,
    ruleIndex: RULES.findIndex(({ id }) => id === `lock/${one.class}`),
    level: 'error',
    message: { text: messageText(one.text) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region: { startLine: lineOf(one) } },
        logicalLocations: [
          {
            fullyQualifiedName: visibleLine(one.tool === null ? one.serverId : toolIdOf(one.serverId, one.tool), 1000),
          },
        ],
      },
    ],
    partialFingerprints: { 'assayLock/v1': contentHash([one.class, one.serverId, one.tool, one.member]) },
  }))
  const notify = (level: string) => (text: string) => ({ level, message: { text: messageText(text) } })
  const invocation = {
    executionSuccessful: findings.unchecked.length === 0,
    toolExecutionNotifications: [...findings.unchecked.map(notify('error')), ...findings.notes.map(notify('note'))],
  }
  const driver = { name: 'assay-lock', version: softwareVersion, rules: RULES }
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, invocations: [invocation], results, columnKind: 'utf16CodeUnits' }],
  }
}

/** In a plain text message `[text](target)` is a link: brackets of strangers are escaped (SARIF 2.1.0, 3.11.6). */
const messageText = (text: string) => visibleLine(text, 1000).replaceAll(/[\\[\]]/g, '\\$&')
