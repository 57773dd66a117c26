import { type AddressParameters, addressOf } from './filters'

interface PagerProps {
  path: string
  page: number
  pages: number
  /** Further parameters of the list's address. */
  parameters?: AddressParameters
}

/** Links to the previous and next page; nothing where there is only one page. */
export function Pager({ path, page, pages, parameters }: PagerProps) {
  if (pages <= 1) return null
  return (
    <PageLinks
      previous={page > 1 ? pageAddress(path, page - 1, parameters) : null}
      next={page < pages ? pageAddress(path, page + 1, parameters) : null}
      text={`Page ${page} of ${pages}`}
      className="border-rule border-t py-4"
    />
  )
}

interface PageLinksProps {
  /** Addresses; null: there is none. */
  previous: string | null
  next: string | null
  /** Which page this is. */
  text: string
  className: string
}

export function PageLinks({ previous, next, text, className }: PageLinksProps) {
  return (
    <nav aria-label="Pages" className={`flex items-center justify-between gap-4 ${className}`}>
      <span className="w-24">
        {previous !== null && (
          <a rel="prev" href={previous}>
            Previous
          </a>
        )}
      </span>
      <span className="text-soft text-sm" aria-current="page">
        {text}
      </span>
      <span className="w-24 text-right">
        {next !== null && (
          <a rel="next" href={next}>
            Next
          </a>
        )}
      </span>
    </nav>
  )
}

/** The first page has no number, so that its URL is unique. */
export function pageAddress(path: string, page: number, parameters: AddressParameters = {}): string {
  return addressOf(path, { ...parameters, page: page === 1 ? undefined : String(page) })
}
