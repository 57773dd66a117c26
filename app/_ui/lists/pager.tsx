/** Links to the previous and next page; nothing where there is only one page. */
export function Pager({ path, page, pages }: { path: string; page: number; pages: number }) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4 border-rule border-t py-4">
      <span className="w-24">
        {page > 1 && (
          <a rel="prev" href={pageAddress(path, page - 1)}>
            Previous
          </a>
        )}
      </span>
      <span className="text-soft text-sm" aria-current="page">
        Page {page} of {pages}
      </span>
      <span className="w-24 text-right">
        {page < pages && (
          <a rel="next" href={pageAddress(path, page + 1)}>
            Next
          </a>
        )}
      </span>
    </nav>
  )
}

/** The first page has no number, so that its URL is unique. */
export function pageAddress(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`
}
