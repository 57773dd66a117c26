/** Search by capability; a plain GET form, so it works without JavaScript. */
export function SearchForm({ query = '' }: { query?: string }) {
  return (
    <form action="/search" method="get" aria-label="Search the catalog" className="w-full max-w-2xl">
      <label htmlFor="q" className="mb-2 block text-soft text-sm">
        What should the tool do?
      </label>
      <div className="flex border border-ink bg-card focus-within:outline-2 focus-within:outline-ink focus-within:outline-offset-2">
        <input
          id="q"
          name="q"
          type="search"
          required
          maxLength={1000}
          defaultValue={query}
          dir="auto"
          autoComplete="off"
          placeholder="read a file"
          className="min-w-0 flex-1 bg-transparent px-4 py-3 text-lg outline-none placeholder:text-soft"
        />
        <button
          type="submit"
          className="cursor-pointer bg-ink px-5 font-medium text-paper outline-offset-[-6px] hover:underline focus-visible:outline-paper"
        >
          Search
        </button>
      </div>
    </form>
  )
}
