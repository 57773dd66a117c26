import type { Status } from '@/lib/core/verdict/verdict'
import { Code } from '../command'

interface BadgeProps {
  /** The id as it stands in paths. */
  path: string
  baseUrl: string
  status: Status
  score: number
}

/** The badge of a tool or server, and what to paste to show it elsewhere. */
export function Badge({ path, baseUrl, status, score }: BadgeProps) {
  const markdown = `[![assay](${baseUrl}/badge/${inMarkdown(path)}.svg)](${baseUrl}/tool/${inMarkdown(path)})`
  return (
    <div className="flex flex-col gap-4">
      {/* biome-ignore lint/performance/noImgElement: an SVG of a few hundred bytes, which nothing can make smaller */}
      <img src={`/badge/${path}.svg`} alt={`Badge: ${status}, score ${score}`} height={20} className="h-5 self-start" />
      <Code text={markdown} label="Markdown of the badge" />
      <p className="text-soft text-sm">
        For shields.io: <a href={`/badge/${path}.json`}>its endpoint</a>.
      </p>
    </div>
  )
}

/** A parenthesis in an id must not end the address. */
function inMarkdown(path: string): string {
  return path.replaceAll('(', '%28').replaceAll(')', '%29')
}
