import { idToPath } from 'assay-verify/subject-id'
import { Card } from '../card'
import { type Column, Table } from '../lists/table'
import { UntrustedText } from '../untrusted-text'
import { dateInYear } from './catalog-figures'
import type { OtherListing, ServerInput, Way } from './server-facts'

/** `member`: what the column is for; it is left out where no row has it. */
const WAY_COLUMNS: readonly (Column<Way> & { member?: 'version' | 'releasedAt' })[] = [
  { header: 'Where', rowHeader: true, cell: ({ where }) => where },
  { header: 'Name', wide: true, cell: ({ name }) => <UntrustedText text={name} className="font-mono text-xs" /> },
  { header: 'Version', labelled: true, member: 'version', cell: ({ version }) => known(version) },
  {
    header: 'Released',
    labelled: true,
    member: 'releasedAt',
    className: 'whitespace-nowrap',
    cell: ({ releasedAt }) => known(releasedAt === null ? null : dateInYear(releasedAt)),
  },
]

/** Its addresses and packages, with what is known of their versions. */
export function WaysCard({ ways }: { ways: readonly Way[] }) {
  if (ways.length === 0) return null
  return (
    <Card id="packages" title="Packages and addresses" note={ways.length}>
      <Table
        caption="Packages and addresses"
        columns={WAY_COLUMNS.filter(({ member }) => member === undefined || ways.some((way) => way[member] !== null))}
        rows={ways}
        rowKey={({ where, name }) => `${where} ${name}`}
        phone="stacked"
        className="text-sm"
      />
    </Card>
  )
}

function known(text: string | null) {
  return text === null ? <span className="text-soft">not known</span> : <span className="untrusted">{text}</span>
}

/** The keys and settings that its process or its address reads. */
export function InputsCard({ inputs }: { inputs: readonly ServerInput[] }) {
  if (inputs.length === 0) return null
  return (
    <Card id="keys" title="Keys and settings it reads" note="as its catalog says">
      <Table
        caption="Keys and settings it reads"
        columns={[
          {
            header: 'Name',
            rowHeader: true,
            cell: ({ name }) => <UntrustedText text={name} className="font-mono font-normal text-xs" />,
          },
          { header: 'What it is', wide: true, cell: (input) => <InputText input={input} /> },
          { header: 'Needed', labelled: true, cell: ({ isRequired }) => (isRequired ? 'yes' : 'no') },
        ]}
        rows={inputs}
        rowKey={({ name }) => name}
        phone="stacked"
        className="text-sm"
      />
    </Card>
  )
}

function InputText({ input: { description, isSecret, place } }: { input: ServerInput }) {
  const what = place === 'header' ? 'A header.' : ''
  return (
    <>
      {description !== null && <UntrustedText text={description} />}{' '}
      <span className="text-soft">
        {`${what}${isSecret ? ' Secret.' : ''}`.trim() || (description === null && 'not said')}
      </span>
    </>
  )
}

const SHARED: Readonly<Record<OtherListing['shares'], string>> = {
  repository: 'same repository',
  npm: 'same npm package',
  pypi: 'same PyPI package',
  oci: 'same image',
  endpoint: 'same address',
}

/** The registry it is listed in, and other listings of the same package, image or address. */
export function ListingsCard({
  serverId,
  registry,
  listings,
}: {
  serverId: string
  registry: string
  listings: readonly OtherListing[]
}) {
  return (
    <Card id="listings" title="Listed in" note={listings.length + 1}>
      <ul className="-my-3 divide-y divide-rule">
        <li className="py-3">
          <p className="font-semibold">{registryName(registry)}</p>
          <p className="text-soft text-xs leading-5">
            <UntrustedText text={serverId} className="font-mono" /> · this page,{' '}
            <a href={`/proof/${idToPath(serverId)}#catalog`}>the whole entry</a>
          </p>
        </li>
        {listings.map((listing) => (
          <li key={listing.id} className="py-3">
            <a href={`/server/${idToPath(listing.id)}`} className="quiet-link font-semibold">
              {registryName(listing.registry)}: <UntrustedText text={listing.title} />
            </a>
            <p className="text-soft text-xs leading-5">
              <UntrustedText text={listing.id} className="font-mono" /> · {SHARED[listing.shares]}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function registryName(registry: string): string {
  return registry === 'official' ? 'Official registry' : registry
}
