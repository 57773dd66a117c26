import type { Metadata } from 'next'
import { DocsFrame } from '@/app/_ui/docs/docs-frame'
import { InlineCode } from '@/app/_ui/docs/inline-code'
import { OperationReference } from '@/app/_ui/docs/operation-reference'
import { missingMetadata, pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { missing } from '@/app/(site)/_read/missing'
import { exampleTool } from '@/lib/api/example-tool'
import { config } from '@/lib/config'
import { withExample } from '@/lib/contract/example-tool'
import { findReferenceOperation } from '@/lib/contract/reference/reference'
import { getContext } from '@/lib/runtime/app'

type Props = PageProps<'/docs/reference/[operation]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const operation = findReferenceOperation((await params).operation)
  if (operation === undefined)
    return missingMetadata('No call has this name', 'All calls of the API are in the reference.')
  const { method, path, summary, name } = operation
  return pageMetadata({
    title: `${method} ${path}`,
    description: `${summary}. Parameters, answer, errors and an example of this call of the Assay API.`,
    path: `/docs/reference/${name}`,
    json: '/openapi.json',
  })
}

export default async function OperationPage({ params }: Props) {
  const operation = findReferenceOperation((await params).operation)
  if (operation === undefined) {
    return missing(
      404,
      <DocsFrame current="">
        <PageHeader
          title="No call has this name"
          intro={
            <>
              <a href="/docs/reference">All calls</a> are in the reference.
            </>
          }
        />
      </DocsFrame>,
    )
  }
  const { name, method, path, summary, description, parameters, body } = operation
  const example = await exampleTool(await getContext())
  const shown = { ...operation, parameters: withExample(parameters, example), body: withExample(body, example) }
  return (
    <DocsFrame current={`/docs/reference/${name}`}>
      <PageHeader
        above={
          <>
            <a href="/docs">Documentation</a> › <a href="/docs/reference">All calls</a>
          </>
        }
        title={summary}
      >
        <p className="untrusted mt-4 font-mono">
          <span className="text-soft">{method}</span> {path}
        </p>
        <p className="mt-4 max-w-2xl text-pretty">
          <InlineCode text={description} />
        </p>
      </PageHeader>
      <OperationReference operation={shown} baseUrl={config().baseUrl} />
    </DocsFrame>
  )
}
