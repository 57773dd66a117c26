import { Disclosure } from '../disclosure'
import { Table, type TableProps } from '../lists/table'

/** The figures of a drawing as a folded table. */
export function AsTable<Row>(table: TableProps<Row>) {
  return (
    <Disclosure summary="As a table">
      <Table {...table} className="text-sm" />
    </Disclosure>
  )
}
