import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { isPlainObject, propertiesIn } from 'assay-verify/json-schema/json-value'
import { namedTypes, requiredIn } from '@/lib/core/json-schema/node'
import { Code } from '../command'
import { Disclosure } from '../disclosure'
import { UntrustedText } from '../untrusted-text'

/** How to call a tool: its name, its arguments, and its input schema. */
export function Arguments({ name, schema }: { name: string; schema: JsonSchema | null }) {
  return (
    <div className="flex flex-col gap-6">
      <p>
        Name in a call: <UntrustedText text={name} className="font-medium font-mono text-sm" />
      </p>
      {schema === null ? (
        <p className="text-soft">The catalog has no input schema for this tool.</p>
      ) : (
        <Schema schema={schema} />
      )}
    </div>
  )
}

function Schema({ schema }: { schema: JsonSchema }) {
  const parameters = parametersOf(schema)
  return (
    <>
      {parameters.length === 0 ? <p>No named arguments.</p> : <ParameterList parameters={parameters} />}
      <Disclosure summary="Input schema, as advertised">
        <Code text={JSON.stringify(schema, null, 2)} label="Input schema" tall />
      </Disclosure>
    </>
  )
}

interface Parameter {
  name: string
  type: string
  description: string
  required: boolean
}

/** The named arguments of an object schema; none for any other schema. */
function parametersOf(schema: JsonSchema): Parameter[] {
  const required = requiredIn(schema)
  return [...propertiesIn(schema)].map(([name, node]) => {
    const property = isPlainObject(node) ? node : {}
    return {
      name,
      type: namedTypes(property)?.join(' or ') ?? 'any',
      description: typeof property.description === 'string' ? property.description : '',
      required: required.has(name),
    }
  })
}

function ParameterList({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <dl className="border-rule border-b">
      {parameters.map((parameter) => (
        <div
          key={parameter.name}
          className="grid grid-cols-1 gap-x-6 gap-y-1 border-rule border-t py-3 sm:grid-cols-[14rem_minmax(0,1fr)]"
        >
          <dt>
            <UntrustedText text={parameter.name} className="font-medium font-mono text-sm" />
            <span className="block text-soft text-xs">
              <UntrustedText text={parameter.type} />, {parameter.required ? 'required' : 'optional'}
            </span>
          </dt>
          <dd dir="auto" className="untrusted text-sm">
            {parameter.description}
          </dd>
        </div>
      ))}
    </dl>
  )
}
