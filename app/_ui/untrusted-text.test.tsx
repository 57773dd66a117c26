import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Code, Commands, curl } from './command'
import { UntrustedLink, UntrustedParagraph, UntrustedText } from './untrusted-text'

const HOSTILE = '</script><img src=x onerror="alert(1)">'
const REVERSED = 'invoice\u202Efdp.exe'

describe('untrusted text', () => {
  it.each([
    ['a word', <UntrustedText key="word" text={HOSTILE} />],
    ['a paragraph', <UntrustedParagraph key="paragraph" text={HOSTILE} />],
    ['a URL that is no link', <UntrustedLink key="address" url={HOSTILE} />],
    ['a link', <UntrustedLink key="link" url={`https://a.example/${HOSTILE}`} />],
    ['code', <Code key="code" text={HOSTILE} label={HOSTILE} />],
    ['a command', <Commands key="command" lines={[{ purpose: HOSTILE, command: HOSTILE }]} />],
  ])('is escaped as %s', (_, node) => {
    const markup = renderToStaticMarkup(node)
    expect(markup).not.toMatch(/<img|<\/script/)
    expect(markup).toContain('&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
  })

  it.each([
    ['a word', <UntrustedText key="word" text={REVERSED} />, /^<bdi dir="auto" class="untrusted/],
    ['a paragraph', <UntrustedParagraph key="paragraph" text={REVERSED} />, /^<p dir="auto" class="untrusted/],
    ['a link', <UntrustedLink key="link" url="https://a.example/" />, /^<a [^>]*dir="auto" class="untrusted"/],
  ])('cannot change the direction of text around %s', (_, node, isolated) => {
    expect(renderToStaticMarkup(node)).toMatch(isolated)
  })

  it.each([
    ['https://a.example/b', true],
    ['http://a.example', true],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//a.example', false],
    ['a.example', false],
    ['', false],
  ])('%j is a link: %s', (url, isLink) => {
    const markup = renderToStaticMarkup(<UntrustedLink url={url} />)
    expect(markup.includes('<a ')).toBe(isLink)
    if (isLink) expect(markup).toContain('rel="nofollow noopener ugc"')
  })
})

describe('a command', () => {
  it('is focusable, so that it can be scrolled by keyboard, and has an accessible name', () => {
    const markup = renderToStaticMarkup(<Code text="ls" label="List files" />)
    expect(markup).toMatch(/^<section aria-label="List files" tabindex="0"/i)
  })

  it.each([
    ['https://a.example/b', "curl 'https://a.example/b'"],
    ["https://a.example/it's; rm -rf", "curl 'https://a.example/it%27s; rm -rf'"],
  ])('quotes the URL %s as one shell argument', (url, expected) => {
    expect(curl(url)).toBe(expected)
  })
})
