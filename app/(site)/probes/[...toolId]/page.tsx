import { idToPath } from 'assay-verify/subject-id'
import type { Metadata } from 'next'
import { pageMetadata, unknownIdMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader, Section } from '@/app/_ui/layout/section'
import { RequestsTable } from '@/app/_ui/probing/requests-table'
import { SentProbesTable } from '@/app/_ui/probing/sent-probes-table'
import { Timestamp } from '@/app/_ui/timestamp'
import { UntrustedText } from '@/app/_ui/untrusted-text'
import { missingSubject } from '@/app/(site)/_read/missing'
import { idOf, idOfDecoded, readSentProbes } from '@/app/(site)/_read/subject'
import { SENT_TO_EVERY_ORIGIN } from '@/lib/core/evidence/sent-requests'
import { listProbers } from '@/lib/runtime/listed-probers'

export async function generateMetadata({ params, searchParams }: PageProps<'/probes/[...toolId]'>): Promise<Metadata> {
  const reading = await readSentProbes(idOfDecoded((await params).toolId), instantIn((await searchParams).before))
  if (!reading.known) return unknownIdMetadata(reading.nearest)
  const { serverId } = reading.facts
  return pageMetadata({
    title: `Checks of ${serverId}`,
    description: `All that Assay sent to ${serverId}, and when.`,
    path: `/probes/${idToPath(serverId)}`,
    isIndexed: false,
  })
}

/** All that was sent to a server, and when. */
export default async function SentProbesPage({ params, searchParams }: PageProps<'/probes/[...toolId]'>) {
  const reading = await readSentProbes(idOf((await params).toolId), instantIn((await searchParams).before))
  if (!reading.known) return missingSubject(reading)
  const { serverId, serverTitle, targets, probes, signIns, policies, olderBefore } = reading.facts
  const path = idToPath(serverId)
  const probers = listProbers().filter(({ name }) => targets.some(({ prober }) => prober === name))
  return (
    <>
      <PageHeader above="All that was sent to" title={<UntrustedText text={serverTitle} />}>
        <p className="mt-4">
          <a href={`/server/${path}`} className="untrusted font-mono text-sm">
            {serverId}
          </a>
        </p>
      </PageHeader>
      <Section id="requests" title="Requests" note={<a href="/probing">How we check, and how to refuse</a>}>
        <div className="flex flex-col gap-8">
          {policies.length > 0 && <RequestsTable title="To its origin" requests={SENT_TO_EVERY_ORIGIN} />}
          {probers.map(({ name, title, requests }) => (
            <RequestsTable key={name} title={title} requests={requests} />
          ))}
          {probers.length === 0 && <p className="text-soft">Nothing of it can be checked, so nothing is sent.</p>}
        </div>
      </Section>
      {(policies.length > 0 || signIns.length > 0) && (
        <Section id="read" title="Files read" note="The newest reading of each.">
          <ul className="flex flex-col gap-2 text-sm">
            {policies.map(({ origin, askedAt }) => (
              <li key={origin}>
                The policy file of <UntrustedText text={origin} className="font-mono" />: <Timestamp at={askedAt} />
              </li>
            ))}
            {signIns.map(({ endpoint, askedAt }) => (
              <li key={endpoint}>
                How to sign in at <UntrustedText text={endpoint} className="font-mono" />: <Timestamp at={askedAt} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="probes" title="Checks" note="Newest first, as long as they are kept. Times are UTC.">
        <SentProbesTable probes={probes} />
        {olderBefore !== null && (
          <p className="mt-4">
            <a rel="next nofollow" href={`/probes/${path}?before=${encodeURIComponent(olderBefore)}`}>
              Older checks
            </a>
          </p>
        )}
      </Section>
    </>
  )
}

/** null: none, or not one. */
function instantIn(value: string | string[] | undefined): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}Z$/.test(value)) return null
  return Number.isNaN(Date.parse(value)) ? null : value
}
