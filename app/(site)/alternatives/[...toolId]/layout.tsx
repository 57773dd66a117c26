import { Nearest } from '@/app/_ui/lists/nearest'
import { idOf, readAlternatives } from '@/app/(site)/_read/subject'

/** A not-found page is told nothing; the layout around it knows the path, and adds the ids nearest to it. */
export default async function AlternativesLayout({ children, params }: LayoutProps<'/alternatives/[...toolId]'>) {
  const { toolId } = await params
  const reading = await readAlternatives(idOf(toolId))
  return (
    <>
      {children}
      {!reading.known && <Nearest ids={reading.nearest} />}
    </>
  )
}
