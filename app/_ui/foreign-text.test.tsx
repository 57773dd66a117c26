import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Code, Commands, shellAddress } from './command'
import { Foreign, ForeignLink, ForeignParagraph } from './foreign-text'

const HOSTILE = '</script><img src=x onerror="alert(1)">'
const REVERSED = 'invoice\u202Efdp.exe'

describe('text that a stranger wrote', () => {
  it.each([
    ['a word', <Foreign key="word" text={HOSTILE} />],
    ['a paragraph', <ForeignParagraph key="paragraph" text={HOSTILE} />],
    ['an address', <ForeignLink key="address" url={HOSTILE} />],
    ['a link', <ForeignLink key="link" url={`https://a.example/${HOSTILE}`} />],
    ['code', <Code key="code" text={HOSTILE} label={HOSTILE} />],
    ['a command', <Commands key="command" lines={[{ says: HOSTILE, command: HOSTILE }]} />],
  ])('is escaped as %s', (_, node) => {
    const markup = renderToStaticMarkup(node)
    expect(markup).not.toMatch(/<img|<\/script/)
    expect(markup).toContain('&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
  })

  it.each([
    ['a word', <Foreign key="word" text={REVERSED} />, /^<bdi dir="auto" class="foreign/],
    ['a paragraph', <ForeignParagraph key="paragraph" text={REVERSED} />, /^<p dir="auto" class="foreign/],
    ['a link', <ForeignLink key="link" url="https://a.example/" />, /^<a [^>]*dir="auto" class="foreign"/],
  ])('cannot turn the text around %s', (_, node, isolated) => {
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
  ])('that reads %j is a link: %s', (url, isLink) => {
    const markup = renderToStaticMarkup(<ForeignLink url={url} />)
    expect(markup.includes('<a ')).toBe(isLink)
    if (isLink) expect(markup).toContain('rel="nofollow noopener ugc"')
  })
})

describe('a command', () => {
  it('can be reached and scrolled by keyboard, and has a name', () => {
    const markup = renderToStaticMarkup(<Code text="ls" label="List files" />)
    expect(markup).toMatch(/^<section aria-label="List files" tabindex="0"/i)
  })

  it.each([
    ['https://a.example/b', "'https://a.example/b'"],
    ["https://a.example/it's; rm -rf", "'https://a.example/it%27s; rm -rf'"],
  ])('holds the address %s as one word of a shell', (address, expected) => {
    expect(shellAddress(address)).toBe(expected)
  })
})
