import type { OperationContract } from '@/lib/contract/operation'
import { OPERATION_GROUPS } from '@/lib/contract/operation-groups'

/** Every operation by group, linked to the interactive reference; works without JavaScript. */
export function OperationList() {
  return (
    <div className="flex flex-col gap-10">
      {OPERATION_GROUPS.map(({ tag, description, operations }) => (
        <div key={tag}>
          <h3 className="font-medium">{tag}</h3>
          <p className="mt-1 max-w-2xl text-pretty text-soft text-sm">{description}</p>
          <ul className="mt-3">
            {Object.entries<OperationContract>(operations).map(([name, { method, path, summary, key }]) => (
              <li key={name} className="border-rule border-t py-3">
                <a href={`#/${tag}/${name}`} className="quiet-link untrusted font-mono text-sm">
                  <span className="text-soft">{method}</span> {path}
                </a>
                <p className="mt-0.5 text-pretty">
                  {summary}.{key === 'required' && <span className="text-soft"> Requires a key.</span>}
                </p>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
