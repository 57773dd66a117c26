/** Third-party text: escaped, isolated in its own writing direction, wrapped anywhere. */
export function UntrustedText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <bdi dir="auto" className={`untrusted ${className}`}>
      {text}
    </bdi>
  )
}

/** A third-party paragraph; line breaks are kept. */
export function UntrustedParagraph({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={`untrusted whitespace-pre-line ${className}`}>
      {text}
    </p>
  )
}

/** A third-party URL: a link for http and https, else plain text. */
export function UntrustedLink({ url, className = '' }: { url: string; className?: string }) {
  if (!isHttpUrl(url)) return <UntrustedText text={url} className={className} />
  return (
    <a
      href={url}
      rel="nofollow noopener ugc"
      dir="auto"
      className={className === '' ? 'untrusted' : `untrusted ${className}`}
    >
      {url}
    </a>
  )
}

function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)
}
