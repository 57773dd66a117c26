import { Card } from '../card'
import { InlineCode } from '../docs/inline-code'

type Items = readonly (readonly [name: string, text: string])[]

const sent = (baseUrl: string): Items => [
  [
    'Requests for parts of our list',
    'At most one round a minute. Each part holds 50 servers or more, or all of them, so it does not reveal which of them are yours.',
  ],
  [
    'How calls went, if you turn that on',
    'The id of the tool, whether it was answered, how long it took, the kind of error. Off at first: `assay-hook reports on`.',
  ],
  [
    'Calls, if you choose the address hook of Claude Code instead',
    `\`assay-hook install claude-code --http --url ${baseUrl}\` prints its lines, and changes nothing. Claude Code then sends each call with its arguments to this service, which reads what names the tool and keeps nothing.`,
  ],
]

const NEVER_SENT: Items = [
  ['What your agent asks and what comes back', 'Prompts, arguments, results, files.'],
  [
    'Your settings',
    'Names, keys, headers, paths, addresses of your own network. They are compared with our list on your own computer.',
  ],
  ['Who you are', 'No account, no number of your machine, no name of a project.'],
]

/** What leaves the computer, and what does not. */
export function SentCards({ baseUrl }: { baseUrl: string }) {
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Card id="sent" title="What is sent">
        <ItemList items={sent(baseUrl)} />
      </Card>
      <Card id="never-sent" title="What the hook on your computer never sends">
        <ItemList items={NEVER_SENT} />
      </Card>
    </div>
  )
}

function ItemList({ items }: { items: Items }) {
  return (
    <ul className="-my-3 divide-y divide-rule text-sm">
      {items.map(([name, text]) => (
        <li key={name} className="py-3">
          <p className="font-medium">{name}</p>
          <p className="mt-0.5 text-pretty text-soft">
            <InlineCode text={text} />
          </p>
        </li>
      ))}
    </ul>
  )
}
