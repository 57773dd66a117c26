import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The visible text of markup. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export function textShown(node: ReactNode): string {
  return textOf(renderToStaticMarkup(node))
}
