import { plural } from 'assay-verify/text/plural'
import type { ComponentProps } from 'react'
import { RANKING_RULE_IN_WORDS, UNRANKED_RULE, UNRATED_ORDER } from '@/lib/core/verdict/ranking'
import { Card } from '../card'
import { FirstChecksProgress } from '../first-checks'
import { formatCount } from '../format'
import { ToolTable } from './tool-table'
import { UnratedTable } from './unrated-table'

interface About {
  /** Of the category. */
  name: string
  /** Addresses of the same in other forms. */
  files: { json: string; csv: string }
}

type RankedProps = About & {
  tools: number
  products: number
  list: ComponentProps<typeof ToolTable>['rows']
  days: ComponentProps<typeof ToolTable>['days']
}

/** What is rated, in the published order, a row for each product. */
export function Ranked({ tools, products, list, days, ...about }: RankedProps) {
  return (
    <>
      <Card
        id="ranked"
        title={`Ranked: ${counted(tools, 'tool')} of ${counted(products, 'product')}`}
        note={<Files {...about} />}
      >
        <ToolTable
          caption={`${about.name} tools, ranked ${RANKING_RULE_IN_WORDS}`}
          rows={list}
          days={days}
          form="products"
        />
      </Card>
      <Rule />
    </>
  )
}

/** All that is listed in one list, in the published order or sorted, a row for each tool. */
export function EveryTool({ tools, list, days, ...about }: RankedProps) {
  return (
    <>
      <Card title={`Every tool: ${formatCount(tools)}, in one list`} note={<Files {...about} />}>
        <ToolTable caption={`${about.name} tools, rated or not`} rows={list} days={days} />
      </Card>
      <Rule />
    </>
  )
}

function Files({ files: { json, csv } }: Pick<About, 'files'>) {
  return (
    <>
      <a href={json}>JSON</a> · <a href={csv}>CSV</a>
    </>
  )
}

function Rule() {
  return (
    <p className="mt-4 mb-6 max-w-3xl text-pretty text-soft text-sm">
      Ranked {RANKING_RULE_IN_WORDS}. {UNRANKED_RULE}
    </p>
  )
}

type UnratedProps = About & {
  tools: number
  products: number
  /** How many of the tools belong to products that are ranked. */
  beside: number
  list: ComponentProps<typeof UnratedTable>['rows']
  /** Address of the whole list; null: this page is part of it. */
  more: string | null
  /** Of all first checks. */
  progress: ComponentProps<typeof FirstChecksProgress>['progress']
}

/** What nobody has checked, without ranks. */
export function Unrated({ tools, products, beside, list, more, progress, ...about }: UnratedProps) {
  const hidden = more !== null && list.length < products
  return (
    <Card
      id="unrated"
      title={`Not rated yet: ${counted(tools, 'tool')}`}
      note="without numbers: nobody has checked them"
      className="mb-5"
    >
      <div className="mb-5">
        <FirstChecksProgress progress={progress} />
      </div>
      {list.length > 0 && <UnratedTable caption={`${about.name} tools, not rated yet`} rows={list} />}
      <div className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-1 text-soft text-sm">
        <p className="max-w-2xl text-pretty">
          Sorted by what is known: {UNRATED_ORDER}.
          {beside > 0 &&
            ` ${counted(beside, 'more tool')} of products that stand under “Ranked” ${beside === 1 ? 'is' : 'are'} not rated.`}
        </p>
        <p>
          {hidden ? (
            <>
              {formatCount(list.length)} of {counted(products, 'product')} · <a href={more}>show more</a>
            </>
          ) : (
            counted(products, 'product')
          )}
        </p>
      </div>
    </Card>
  )
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${plural(count, noun)}`
}
