import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** What a reader sees of markup, without its tags. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export function textShown(node: ReactNode): string {
  return textOf(renderToStaticMarkup(node))
}
