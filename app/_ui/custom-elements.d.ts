import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/** The elements of app/_browser/. React passes `class` to a custom element as it is. */
type CustomElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
  class?: string
  [data: `data-${string}`]: string | undefined
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'search-box': CustomElement
      'copy-button': CustomElement
      'tab-panels': CustomElement
      'first-check': CustomElement
      'setup-check': CustomElement
      'try-request': CustomElement
      'verify-signature': CustomElement
    }
  }
}
