import { idToPath } from 'assay-verify/subject-id'
import { plural } from 'assay-verify/text/plural'
import type { ReactNode } from 'react'
import type { StripDay } from '@/lib/core/history/day-strip'
import { formatCount } from '../format'
import { BestResult } from '../lists/best-result'
import { type AddressParameters, addressOf, Filters, MORE_SEARCH_FILTERS, SEARCH_FILTERS } from '../lists/filters'
import { PageLinks, pageAddress } from '../lists/pager'
import { MOST_FILTERED_CHARACTERS } from '../lists/search-query'
import { ToolTable } from '../lists/tool-table'
import { STATUS_DISPLAY } from '../status'
import { UntrustedText } from '../untrusted-text'
import { readAs } from '../words/name-answer'
import { AlsoNamed } from './named-products'
import { ProductAnswer } from './product-answer'
import type { ListedResult, ShownNamed } from './shown-search'
import { UnknownName } from './unknown-name'

interface SearchResultsProps {
  named: ShownNamed | null
  rows: readonly ListedResult[]
  hasMore: boolean
  /** What fits but is unsafe, where nothing else fits. */
  unsafeFits: readonly ListedResult[]
  days: ReadonlyMap<string, readonly StripDay[]>
  /** Ids of rows that have alternatives. */
  replaceable: ReadonlySet<string>
  searched: { servers: number; tools: number }
  now: Date
  page: number
  /** Of the address: the text as `q`, filters, how it is read. */
  parameters: AddressParameters
}

/** What a search asks by name, filters, and what its words find. */
export function SearchResults(props: SearchResultsProps) {
  const { named, rows, unsafeFits, days, replaceable, page, now } = props
  if (named?.product.match === 'none')
    return (
      <>
        <UnknownName product={named.product} servers={named.servers} searched={props.searched} />
        <Footer {...props} />
      </>
    )
  const isAnswered = named !== null && (named.answer !== null || named.product.intent !== 'name')
  const [best] = page === 1 && !isAnswered && unsafeFits.length === 0 ? rows : []
  const others = rows.filter((row) => row !== best && !unsafeFits.includes(row))
  return (
    <>
      {named?.answer && <ProductAnswer product={named.product} answer={named.answer} now={now} />}
      {named !== null && named.product.match === 'several' && <SeveralNote product={named.product} />}
      {unsafeFits.length > 0 && <UnsafeResults rows={unsafeFits} />}
      {best !== undefined && (
        <BestResult result={best} days={days.get(best.serverId)} hasAlternatives={replaceable.has(best.toolId)} />
      )}
      {named !== null && isAnswered && <AlsoNamed {...named} />}
      <SearchFilters parameters={props.parameters} />
      {others.length > 0 && (
        <OtherResults title={titleOf(isAnswered, props)} rows={others} days={days} replaceable={replaceable} />
      )}
      {rows.length === 0 && <NoResults parameters={props.parameters} isAnswered={isAnswered} />}
      <Footer {...props} />
    </>
  )
}

function titleOf(isAnswered: boolean, { unsafeFits, page }: SearchResultsProps): string {
  if (unsafeFits.length > 0) return 'Other results, which fit less'
  if (isAnswered) return 'Related products'
  return page === 1 ? 'More results' : 'Results'
}

/** Of several of one name, none is shown as if it were meant. */
function SeveralNote({ product: { name, alsoNamedCount } }: { product: ShownNamed['product'] }) {
  return (
    <p className="mb-4 text-pretty">
      {formatCount(alsoNamedCount)} products are named <UntrustedText text={name} className="font-medium" />, of
      different makers. Of none is it known that it is the one meant.
    </p>
  )
}

function SearchFilters({ parameters }: { parameters: AddressParameters }) {
  if ((parameters.q ?? '').length > MOST_FILTERED_CHARACTERS) return null
  const isMore = MORE_SEARCH_FILTERS.some(({ parameter }) => parameters[parameter] !== undefined)
  return (
    <div className="my-5 text-sm">
      <Filters path="/search" chosen={parameters} groups={SEARCH_FILTERS} />
      <details className="mt-2.5" open={isMore}>
        <summary>More filters</summary>
        <div className="mt-2.5">
          <Filters path="/search" chosen={parameters} groups={MORE_SEARCH_FILTERS} />
        </div>
      </details>
    </div>
  )
}

interface OtherResultsProps extends Pick<SearchResultsProps, 'rows' | 'days' | 'replaceable'> {
  title: string
}

function OtherResults({ title, rows, days, replaceable }: OtherResultsProps) {
  const withWays = rows.map((row) =>
    replaceable.has(row.toolId) ? { ...row, alternatives: `/alternatives/${idToPath(row.toolId)}` } : row,
  )
  return (
    <section className="card" aria-labelledby="others-title">
      <h2 id="others-title" className="mb-4 font-semibold">
        {title}
      </h2>
      <ToolTable caption={`${title}, best first`} rows={withWays} days={days} />
    </section>
  )
}

function UnsafeResults({ rows }: { rows: readonly ListedResult[] }) {
  return (
    <section className="card" aria-labelledby="unsafe-title">
      <h2 id="unsafe-title" className={`font-semibold text-2xl tracking-tight ${STATUS_DISPLAY.unsafe.color}`}>
        What fits is unsafe
      </h2>
      <p className="mt-2 mb-4 max-w-xl text-pretty">
        Do not connect these: their texts instruct agents to act against their users. Nothing else found fits well.
      </p>
      <ToolTable caption="What fits is unsafe" rows={rows} days={new Map()} />
    </section>
  )
}

function NoResults({ parameters, isAnswered }: { parameters: AddressParameters; isAnswered: boolean }) {
  const { q = '', as: _as, ...filters } = parameters
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Hint>
      {isAnswered ? 'No further results for ' : 'No results for '}
      <UntrustedText text={q} className="font-medium" />.{' '}
      {isFiltered && <a href={addressOf('/search', { q })}>Search without filters</a>}
      {!isFiltered && !isAnswered && (
        <>
          Try other words, or browse the <a href="/categories">rankings</a>
        </>
      )}
      {(isFiltered || !isAnswered) && '.'}
    </Hint>
  )
}

export function Hint({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="max-w-xl text-pretty text-lg">
      {children}
    </p>
  )
}

/** How the text was read, the same as JSON, and further pages. */
function Footer({ named, rows, hasMore, page, parameters }: SearchResultsProps) {
  const { as, ...others } = parameters
  const json = addressOf('/v1/search', { ...others, fold: 'product', limit: '25' })
  const isAsked = named !== null && (named.product.intent !== 'name' || named.product.match !== 'several')
  return (
    <>
      <p role="status" className="mt-4 text-soft text-sm">
        {isAsked && (
          <>
            Read as: <UntrustedText text={readAs(named.product)} />{' '}
            <a href={addressOf('/search', { ...others, as: 'words' })} rel="nofollow">
              Search for the words instead
            </a>{' '}
            ·{' '}
          </>
        )}
        {as === 'words' && (
          <>
            Read as words. <a href={addressOf('/search', others)}>Read it as a name</a> ·{' '}
          </>
        )}
        {rows.length > 0 && `${rows.length} ${plural(rows.length, 'result')}, one of each product · `}
        <a href={json} rel="nofollow">
          JSON
        </a>
      </p>
      {(page > 1 || hasMore) && (
        <PageLinks
          previous={page > 1 ? pageAddress('/search', page - 1, parameters) : null}
          next={hasMore ? pageAddress('/search', page + 1, parameters) : null}
          text={`Page ${page}`}
          className="mt-2 border-rule border-t py-4"
        />
      )}
    </>
  )
}
