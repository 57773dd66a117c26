import { SearchForm } from '../layout/search-form'

const EXAMPLES = ['read a file', 'query Postgres', 'send an email', 'is GitHub down?'] as const

/** The question, the search and examples of what to ask. */
export function Headline() {
  return (
    <div className="mx-auto max-w-2xl pt-10 pb-10 text-center sm:pt-16">
      <h1 className="text-balance font-semibold text-[2.5rem] leading-[1.08] tracking-[-0.03em] sm:text-[3.375rem]">
        Is that MCP tool working right now?
      </h1>
      <p className="mx-auto mt-5 max-w-xl text-pretty text-lg text-soft">
        Assay checks MCP servers around the clock, grades them A to F and finds a working replacement. Free,
        independent, and every grade comes with proof.
      </p>
      <div className="mt-7 text-left">
        <SearchForm />
      </div>
      <ul aria-label="Examples" className="mt-3.5 flex flex-wrap justify-center gap-2">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <a href={`/search?q=${encodeURIComponent(example)}`} className="chip">
              {example}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
