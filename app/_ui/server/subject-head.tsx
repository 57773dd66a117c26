import { idToPath } from 'assay-verify/subject-id'
import { Fragment, type ReactNode } from 'react'
import { UntrustedText } from '../untrusted-text'

interface SubjectHeadProps {
  /** The way from the rankings to here; the last one is this page. */
  trail: readonly { name: string; href: string | null }[]
  name: string
  /** Below the name; left out: nothing. */
  byline?: ReactNode
  description: string
  /** Facts below the description, in one line. */
  facts: readonly (ReactNode | null)[]
  actions: ReactNode
}

/** Name, description, facts and actions of a server or tool. */
export function SubjectHead({ trail, name, byline, description, facts, actions }: SubjectHeadProps) {
  return (
    <header className="pt-8 sm:pt-10">
      <nav aria-label="Breadcrumb" className="text-soft text-sm">
        <ol className="flex flex-wrap gap-x-1.5">
          {trail.map(({ name: step, href }, at) => (
            <li key={step} className="flex min-w-0 max-w-full gap-x-1.5">
              {at > 0 && <span aria-hidden="true">›</span>}
              {href === null ? (
                <span aria-current="page" className="min-w-0 truncate">
                  <UntrustedText text={step} />
                </span>
              ) : (
                <a href={href} className="quiet-link min-w-0 truncate">
                  <UntrustedText text={step} />
                </a>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <div className="mt-4 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 max-w-2xl flex-1 basis-80">
          <h1 className={`untrusted font-semibold leading-tight tracking-tight ${sizeOf(name)}`}>
            <UntrustedText text={name} />
          </h1>
          {byline}
          {description !== '' && (
            <p dir="auto" className="untrusted mt-2 line-clamp-3 text-pretty text-soft">
              {description}
            </p>
          )}
          <Facts facts={facts} />
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
    </header>
  )
}

interface PartHeadProps {
  entry: {
    kind: 'server' | 'tool'
    toolId: string
    name: string
    title: string | null
    serverId: string
    serverTitle: string
  }
  /** What the page is, at the end of the way to it. */
  part: string
  name: string
  description: string
}

/** The head of a page about one side of a server or tool, with the way back to its page. */
export function PartHead({ entry, part, name, description }: PartHeadProps) {
  const path = idToPath(entry.toolId)
  const server = { name: entry.serverTitle, href: `/server/${idToPath(entry.serverId)}` }
  const tool = entry.kind === 'tool' ? [{ name: entry.name, href: `/tool/${path}` }] : []
  return (
    <SubjectHead
      trail={[server, ...tool, { name: part, href: null }]}
      name={name}
      description={description}
      facts={[<UntrustedText key="id" text={entry.toolId} className="font-mono text-xs" />]}
      actions={
        <a href={`/${entry.kind}/${path}`} className="button">
          Back to the {entry.kind}
        </a>
      }
    />
  )
}

/** What a page calls its subject. */
export function shownName({ kind, name, title, serverTitle }: PartHeadProps['entry']): string {
  return kind === 'tool' ? (title ?? name) : serverTitle
}

function Facts({ facts }: { facts: readonly (ReactNode | null)[] }) {
  const shown = facts.filter((fact) => fact !== null)
  return (
    <p className="untrusted mt-1.5 text-soft text-sm">
      {shown.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a page do not move
        <Fragment key={at}>
          {at > 0 && ' · '}
          {fact}
        </Fragment>
      ))}
    </p>
  )
}

const [LONG, VERY_LONG] = [40, 90]

/** Names of strangers have up to 300 characters. */
function sizeOf(name: string): string {
  if (name.length > VERY_LONG) return 'line-clamp-4 text-xl'
  return name.length > LONG ? 'text-2xl' : 'text-3xl sm:text-4xl'
}
