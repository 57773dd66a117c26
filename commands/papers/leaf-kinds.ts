import { LEAF_KIND_NAMES } from 'assay-verify/leaves/leaf'
import { formOf } from 'assay-verify/leaves/leaf-field'
import { LEAF_KINDS } from 'assay-verify/leaves/leaf-kinds'
import { withMarkedTable } from './marked-table'

export const LOG_PAGE = 'docs/log.md'

/** The page of the log with the table of the kinds of leaves. */
export function logPage(): string {
  const rows = LEAF_KIND_NAMES.map((name) => {
    const { when, members } = LEAF_KINDS[name]
    const besides = Object.entries(members).filter(([member]) => member !== 'at')
    return `| \`${name}\` | ${when} | ${formOf(Object.fromEntries(besides))} |`
  })
  return withMarkedTable(LOG_PAGE, 'kinds', ['| kind | logged when | members besides |', '|---|---|---|', ...rows])
}
