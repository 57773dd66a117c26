/** Text a stranger wrote: shown as text, in its own direction, broken anywhere it must be. */
export function Foreign({ text, className = '' }: { text: string; className?: string }) {
  return (
    <bdi dir="auto" className={`foreign ${className}`}>
      {text}
    </bdi>
  )
}

/** A paragraph a stranger wrote. Line breaks are kept. */
export function ForeignParagraph({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={`foreign whitespace-pre-line ${className}`}>
      {text}
    </p>
  )
}

/** An address a stranger gave: a link only where it is http or https, else just its text. */
export function ForeignLink({ url }: { url: string }) {
  if (!isWebAddress(url)) return <Foreign text={url} />
  return (
    <a href={url} rel="nofollow noopener ugc" dir="auto" className="foreign">
      {url}
    </a>
  )
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)
}
