import { Card } from '../card'
import { Copyable } from '../copyable'

/** What to do with an installation that watches only the servers it came with. */
export function ImportHint({ servers }: { servers: number }) {
  return (
    <Card title="A new installation">
      <p className="mb-3 text-pretty text-soft text-sm">
        {servers === 0
          ? 'Nothing is watched yet. The first servers appear within a minute of the start.'
          : `It watches ${servers === 1 ? 'one server' : `${servers} servers`} so far. Import a catalog to watch more: a file with one server a line.`}
      </p>
      <Copyable label="Command that imports a catalog" text="npm run import -- catalog.jsonl" />
    </Card>
  )
}
