import { Nearest } from '@/app/_ui/lists/nearest'
import { idOf, readTool } from '@/app/(site)/_read/subject'

/** A not-found page is told nothing; the layout around it knows the path, and adds the ids nearest to it. */
export default async function ToolLayout({ children, params }: LayoutProps<'/tool/[...toolId]'>) {
  const { toolId } = await params
  const reading = await readTool(idOf(toolId))
  return (
    <>
      {children}
      {!reading.known && <Nearest ids={reading.nearest} />}
    </>
  )
}
