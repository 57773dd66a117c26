interface SearchFormProps {
  query?: string
  /** `header`: the small one on every page. */
  size?: 'header' | 'large'
}

/** Search by name or by what a tool does; a plain GET form, so that it works without a script. */
export function SearchForm({ query = '', size = 'large' }: SearchFormProps) {
  return size === 'header' ? <HeaderForm query={query} /> : <LargeForm query={query} />
}

function HeaderForm({ query }: { query: string }) {
  return (
    <search>
      <search-box data-shortcut="" data-suggestions="" class="relative block">
        <form action="/search" method="get">
          <input
            {...FIELD}
            aria-label="Search tools, servers and packages"
            defaultValue={query}
            placeholder="Search tools, servers, packages…"
            className="h-9.5 w-full rounded-lg border border-rule bg-card text-ellipsis px-3 text-[0.9375rem] placeholder:text-soft"
          />
          <kbd className="pointer-events-none absolute top-2 right-2 hidden rounded border border-rule px-1.5 font-mono text-soft text-xs leading-5 sm:block">
            /
          </kbd>
        </form>
      </search-box>
    </search>
  )
}

function LargeForm({ query }: { query: string }) {
  return (
    <search>
      <search-box data-suggestions="" class="relative block">
        <form
          action="/search"
          method="get"
          className="flex rounded-xl border border-ink bg-card focus-within:outline-2 focus-within:outline-ink focus-within:outline-offset-2"
        >
          <input
            {...FIELD}
            aria-label="What should the tool do, or what is it called?"
            defaultValue={query}
            placeholder="Try “search the web”, “Linear”, or paste your mcp.json"
            className="h-14 min-w-0 flex-1 rounded-xl bg-transparent text-ellipsis px-4.5 text-lg outline-none placeholder:text-soft"
          />
          <button type="submit" className="cursor-pointer rounded-xl px-5 font-semibold text-lg hover:underline">
            Search
          </button>
        </form>
      </search-box>
    </search>
  )
}

const FIELD = { name: 'q', type: 'search', required: true, maxLength: 1000, dir: 'auto', autoComplete: 'off' } as const
