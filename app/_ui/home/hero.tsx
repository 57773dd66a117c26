import type { Verdict } from '@/lib/core/verdict/verdict'
import { formatCount } from '../format'
import { SearchForm } from '../layout/search-form'
import { Totals } from '../lists/totals'
import { Timestamp } from '../timestamp'

interface HeroProps {
  totals: { servers: number; tools: number; byVerdict: Readonly<Record<Verdict, number>>; asOf: string }
  now: Date
}

/** Headline, search and totals of the home page. */
export function Hero({ totals, now }: HeroProps) {
  return (
    <div className="grid grid-cols-1 items-end gap-x-16 gap-y-14 pt-10 pb-16 sm:pt-20 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div>
        <h1 className="max-w-3xl text-balance font-medium text-[2.5rem] leading-[1.06] tracking-[-0.03em] sm:text-6xl">
          Does the tool work now? Ask an oracle that can be checked.
        </h1>
        <p className="mt-6 max-w-2xl text-pretty text-lg text-soft leading-relaxed sm:text-xl">
          Assay monitors the tools offered to AI agents and shows whether each one works, how to call it and what to use
          instead, with the evidence.
        </p>
        <div className="mt-10">
          <SearchForm />
        </div>
      </div>
      <section aria-labelledby="totals-title">
        <h2 id="totals-title" className="mb-3 text-soft text-sm">
          {formatCount(totals.servers)} servers, {formatCount(totals.tools)} tools
        </h2>
        <Totals byVerdict={totals.byVerdict} />
        <p className="mt-3 border-rule border-t pt-3 text-soft text-xs">
          As of <Timestamp at={totals.asOf} now={now} />
        </p>
      </section>
    </div>
  )
}
