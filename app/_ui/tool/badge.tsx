import Image from 'next/image'
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
      <Image
        src={`/badge/${path}.svg`}
        alt={`Badge: ${status}, score ${score}`}
        width={120}
        height={20}
        className="h-5 w-auto self-start"
        unoptimized
      />
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
