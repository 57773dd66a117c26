import { workingShareText } from '../words/category-counts'
import { Bars, COLOURS, Picture, PictureName } from './picture'

export interface CategoryPictureFacts {
  name: string
  /** Tools and servers that it lists, and those of them that work now. */
  tracked: number
  healthy: number
  isDemonstration: boolean
}

/** The picture of a category for link previews: its name, and the share of its tools that work now. */
export function CategoryPicture({ name, tracked, healthy, isDemonstration }: CategoryPictureFacts) {
  const working = tracked === 0 ? 0 : Math.round((healthy / tracked) * 90)
  return (
    <Picture foot="Ranked by measured reliability, checked around the clock" isDemonstration={isDemonstration}>
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <PictureName name={name} />
        <div style={{ display: 'flex', marginTop: 22, fontSize: 44, color: healthy === 0 ? COLOURS.soft : COLOURS.up }}>
          {workingShareText({ tracked, healthy })}
        </div>
      </div>
      <Bars bars={Array.from({ length: 90 }, (_, at) => (at < working ? 'up' : 'unobserved'))} />
    </Picture>
  )
}
