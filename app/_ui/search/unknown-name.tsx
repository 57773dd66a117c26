import type { NamedProduct } from '@/lib/contract/shapes/named-product'
import { Card } from '../card'
import { formatCount } from '../format'
import { StatusIcon } from '../status'
import { UntrustedText } from '../untrusted-text'
import { capitalized } from '../words/name-answer'
import { NearestNames } from './named-products'
import type { ListedServers } from './shown-search'

interface UnknownNameProps {
  product: NamedProduct
  servers: ListedServers
  /** How many servers and tools there are. */
  searched: { servers: number; tools: number }
}

const EXAMPLES = ['read a file', 'query Postgres', 'send an email'] as const

/** That no product has the name that was asked for, what is named like it, and how it gets here. */
export function UnknownName({ product, servers, searched }: UnknownNameProps) {
  return (
    <>
      <section className="card" aria-labelledby="unknown-title">
        <h2 id="unknown-title" className="flex gap-2.5 font-semibold text-2xl leading-snug tracking-tight">
          <StatusIcon status="unknown" className="mt-2 size-4" />
          <span className="min-w-0">
            <UntrustedText text={capitalized(product.name)} /> is not in this catalog
          </span>
        </h2>
        <p className="mt-2 text-pretty">
          No product here has this name
          {product.intent === 'status' ? ', so we cannot say whether it works.' : '.'}
        </p>
        <p className="mt-1 text-soft text-sm">
          Looked through {formatCount(searched.servers)} servers and {formatCount(searched.tools)} tools.
        </p>
      </section>
      <div className="mt-5 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <NearestNames product={product} servers={servers} />
          <Card title="Or say what it should do">
            <p className="-mt-2 mb-3 text-soft text-sm">A few words are enough, in any language.</p>
            <ul className="flex flex-wrap gap-2">
              {EXAMPLES.map((example) => (
                <li key={example}>
                  <a href={`/search?q=${encodeURIComponent(example)}`} className="chip">
                    {example}
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        </div>
        <AddIt />
      </div>
    </>
  )
}

function AddIt() {
  return (
    <Card title="Add it" className="text-sm">
      <dl className="grid gap-4 [&_dd]:mt-1 [&_dd]:text-pretty [&_dd]:text-soft [&_dt]:font-medium [&_dt]:text-base">
        <div>
          <dt>You know its address, package or repository</dt>
          <dd>
            It may be here under another name: <a href="/check">Check my setup</a> finds it by any of them.
          </dd>
        </div>
        <div>
          <dt>It is yours</dt>
          <dd>Publish it in the official MCP registry. It appears here when that is read next, under your name.</dd>
        </div>
        <div>
          <dt>You run this service</dt>
          <dd>
            Import it from a file: <code>npm run import -- catalog.jsonl</code>
          </dd>
        </div>
      </dl>
    </Card>
  )
}
