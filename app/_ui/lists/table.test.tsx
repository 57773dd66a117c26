import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { textOf } from '../test-render'
import { type Column, Table } from './table'

interface Row {
  name: string
  count: number | null
}

const ROWS: readonly Row[] = [
  { name: 'first', count: 1 },
  { name: 'second', count: null },
]
const COLUMNS: readonly Column<Row>[] = [
  { header: 'Name', rowHeader: true, cell: ({ name }) => name },
  { header: 'Count', number: true, labelled: true, cell: ({ count }) => count },
]
type Options = Partial<Parameters<typeof Table<Row>>[0]>
const shown = (options: Options = {}) =>
  renderToStaticMarkup(
    <Table caption="Counts" columns={COLUMNS} rows={ROWS} rowKey={({ name }) => name} {...options} />,
  )

describe('a table', () => {
  it('has a caption, a header for each column and one for each row', () => {
    const markup = shown()
    expect(markup).toContain('<caption class="sr-only">Counts</caption>')
    expect(markup).toMatch(/<th scope="col">Name<\/th><th scope="col" class="figure">Count<\/th>/)
    expect(markup).toMatch(/<th scope="row">first<\/th>.*<th scope="row">second<\/th>/)
  })

  it('labels only the cells of a labelled column', () => {
    expect(shown().match(/data-label="[^"]*"/g)).toEqual(['data-label="Count"', 'data-label="Count"'])
    expect(shown({ columns: COLUMNS.map((column) => ({ ...column, labelled: false })) })).not.toContain('data-label')
  })

  it('leaves a cell without a value empty, which the stylesheet hides on a phone', () => {
    expect(shown()).toMatch(/<th scope="row">second<\/th><td[^>]*><\/td>/)
  })

  it.each([
    [undefined, 'data-table'],
    ['stacked', 'data-table data-table-stacked'],
    ['ranked', 'data-table data-table-stacked data-table-ranked'],
    ['dated', 'data-table data-table-stacked data-table-dated'],
  ] as const)('with the phone layout %s has the classes %s', (phone, expected) => {
    expect(/<table class="([^"]*)"/.exec(shown(phone && { phone }))?.[1]).toBe(expected)
  })

  it.each([
    [{ figure: true }, 'figure'],
    [{ number: true }, 'figure font-mono'],
    [{ wide: true, className: 'text-sm' }, 'wide text-sm'],
  ] as const)('gives the cells of a column %j the classes %s', (options, expected) => {
    const markup = shown({ columns: [{ header: 'Cell', cell: ({ name }) => name, ...options }] })
    expect(markup).toContain(`<td class="${expected}">first</td>`)
  })

  it('mutes only the rows selected by isSoft', () => {
    const rows = shown({ isSoft: ({ count }) => count === null }).match(/<tr[^>]*>/g)
    expect(rows).toEqual(['<tr>', '<tr>', '<tr class="text-soft">'])
  })

  it('puts the footer figure under the last column', () => {
    const columns = [...COLUMNS, ...COLUMNS.map((column) => ({ ...column, header: `${column.header} again` }))]
    const footer = /<tfoot>.*<\/tfoot>/.exec(shown({ columns, footer: { header: 'All', figure: 7 } }))?.[0] ?? ''
    expect(footer).toContain('<th scope="row" colSpan="3">All</th>')
    expect(textOf(footer)).toBe('All 7')
    expect(shown()).not.toContain('<tfoot')
  })

  it('keeps its headers without rows', () => {
    expect(textOf(shown({ rows: [] }))).toBe('Counts Name Count')
  })
})
