import { CATEGORY_COUNTS } from '../words/category-sentences'
import { Bars, COLOURS, Picture, PictureName } from './picture'
import { plainNode } from './plain-element'

export interface CategoryPictureFacts {
  name: string
  /** Tools and servers that it lists, and those of them that work now. */
  tracked: number
  working: number
  isDemonstration: boolean
}

/** The same as a thread can draw it. */
export const drawCategoryPicture = (facts: CategoryPictureFacts) => plainNode(<CategoryPicture {...facts} />)

/** The picture of a category for link previews: its name, and the share of its tools that work now. */
export function CategoryPicture({ name, tracked, working, isDemonstration }: CategoryPictureFacts) {
  const bars = tracked === 0 ? 0 : Math.round((working / tracked) * 90)
  return (
    <Picture foot="Ranked by measured reliability, checked around the clock" isDemonstration={isDemonstration}>
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <PictureName name={name} />
        <div style={{ display: 'flex', marginTop: 22, fontSize: 44, color: working === 0 ? COLOURS.soft : COLOURS.up }}>
          {CATEGORY_COUNTS.working({ tracked, working })}
        </div>
      </div>
      <Bars bars={Array.from({ length: 90 }, (_, at) => (at < bars ? 'up' : 'unobserved'))} />
    </Picture>
  )
}
