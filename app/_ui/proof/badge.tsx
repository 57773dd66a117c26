import { Copyable } from '../copyable'

interface BadgeProps {
  kind: 'server' | 'tool'
  /** The id, encoded for a URL path. */
  path: string
  baseUrl: string
  /** What it shows, in words. */
  alt: string
}

/** The badge of a tool or server, and its Markdown. */
export function Badge({ kind, path, baseUrl, alt }: BadgeProps) {
  const markdown = `[![assay](${baseUrl}/badge/${escapeParentheses(path)}.svg)](${baseUrl}/${kind}/${escapeParentheses(path)})`
  return (
    <div className="flex flex-col gap-4">
      {/* biome-ignore lint/performance/noImgElement: an SVG of our own, which needs no optimizer; the component would add a style attribute */}
      <img src={`/badge/${path}.svg`} alt={`Badge: ${alt}`} width={120} height={20} className="h-5 w-auto self-start" />
      <Copyable text={markdown} label="Markdown of the badge" />
      <p className="text-soft text-sm">
        For shields.io: <a href={`/badge/${path}.json`}>endpoint JSON</a>.
      </p>
    </div>
  )
}

/** A parenthesis in an id must not end the Markdown link. */
function escapeParentheses(path: string): string {
  return path.replaceAll('(', '%28').replaceAll(')', '%29')
}
