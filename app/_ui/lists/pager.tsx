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
    <nav aria-label="Pages" className="flex items-center justify-between gap-4 border-rule border-t py-4">
      <span className="w-24">
        {page > 1 && (
          <a rel="prev" href={pageAddress(path, page - 1, parameters)}>
            Previous
          </a>
        )}
      </span>
      <span className="text-soft text-sm" aria-current="page">
        Page {page} of {pages}
      </span>
      <span className="w-24 text-right">
        {page < pages && (
          <a rel="next" href={pageAddress(path, page + 1, parameters)}>
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
