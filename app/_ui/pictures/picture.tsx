import type { ReactNode } from 'react'
import type { DayState } from '@/lib/core/history/day-strip'
import { barPath, DAY_FORMS } from '../charts/bar-shapes'
import { LIGHT, LOGO_GOLD } from '../colours'

// Pictures for link previews. They are no pages: their library draws elements with inline styles, and knows neither
// classes nor the colours of the schemes.

/** Colours of the light scheme. */
export const COLOURS = {
  ...LIGHT,
  up: LIGHT.healthyMark,
  partial: LIGHT.degradedMark,
  down: LIGHT.downMark,
  unobserved: LIGHT.unknownMark,
} as const

const WIDTH = 1040
const STEP = WIDTH / 90
const BAR_WIDTH = 7.6
const BAR_HEIGHT = 84

interface PictureProps {
  foot: string
  /** Whether what it shows is simulated: it says so. */
  isDemonstration: boolean
  children: ReactNode
}

/** The frame of every picture: the site's name, the content, a line at the foot. */
export function Picture({ foot, isDemonstration, children }: PictureProps) {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        padding: '60px 80px 56px',
        backgroundColor: COLOURS.paper,
        color: COLOURS.ink,
        fontFamily: 'sans',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 34, fontWeight: 600 }}>
        <svg viewBox="0 0 32 32" width="52" height="52" role="presentation">
          <path d="M8 1h16l7 7v16l-7 7H8l-7-7V8z" fill={COLOURS.ink} />
          <path d="M8.5 25 16 6.5 23.5 25" fill="none" stroke={COLOURS.paper} strokeWidth="2.6" strokeMiterlimit="6" />
          <path d="M10.5 20.2 23 15.4" stroke={LOGO_GOLD} strokeWidth="2.6" />
        </svg>
        <div style={{ marginLeft: 18 }}>{isDemonstration ? 'Assay: a demonstration, simulated' : 'Assay'}</div>
      </div>
      {children}
      <div style={{ display: 'flex', fontSize: 28, color: COLOURS.soft }}>{foot}</div>
    </div>
  )
}

/** Ninety bars, one path for each state; no two states differ by colour alone. */
export function Bars({ bars }: { bars: readonly DayState[] }) {
  const paths = new Map<DayState, string>()
  for (const [at, colour] of bars.entries()) {
    const bar = barPath(DAY_FORMS[colour], Math.round(at * STEP * 100) / 100, BAR_WIDTH, BAR_HEIGHT)
    paths.set(colour, (paths.get(colour) ?? '') + bar)
  }
  return (
    <svg width={WIDTH} height={BAR_HEIGHT} viewBox={`0 0 ${WIDTH} ${BAR_HEIGHT}`} role="presentation">
      {[...paths].map(([colour, d]) => (
        <path key={colour} d={d} fill={COLOURS[colour]} />
      ))}
    </svg>
  )
}

/** A name in letters that are smaller the longer it is. */
export function PictureName({ name }: { name: string }) {
  const size = name.length > 28 ? 60 : name.length > 16 ? 76 : 92
  return (
    <div style={{ display: 'flex', fontSize: size, fontWeight: 600, letterSpacing: '-0.03em', lineHeight: 1.1 }}>
      {name}
    </div>
  )
}
