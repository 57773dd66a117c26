// For what cannot read the style sheet: pictures, icons, the browser's own frame.

/** Colours of the light scheme, as app/_styles/colours.css has them. */
export const LIGHT = {
  paper: '#f6f6f2',
  card: '#ffffff',
  ink: '#15191b',
  soft: '#565e60',
  rule: '#e1e2dc',
  auth: '#2f4fa3',
  healthyMark: '#1b8049',
  degradedMark: '#b06d10',
  downMark: '#c42c24',
  unknownMark: '#e0e1db',
} as const

/** The paper of the dark scheme. */
export const DARK_PAPER = '#0c1011'

/** The needle of the logo. */
export const LOGO_GOLD = '#d8b062'
