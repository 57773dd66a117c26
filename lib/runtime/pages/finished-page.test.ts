import { describe, expect, test } from 'vitest'
import { PAGE_POLICY, withoutFrameworkScripts } from './finished-page'

describe('a finished page', () => {
  test('has no script of the framework, no hint to load one, and no inline data', () => {
    const page = withoutFrameworkScripts(
      '<head><link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/><link rel="preload" as="font" href="/x.woff2"/>' +
        '<script src="/_next/static/chunks/b.js" async=""></script></head><body><p>text</p><script>self.__next_f.push([1,"<\\/p>"])</script>' +
        '<script id="_R_">\nrequestAnimationFrame(function(){})\n</script></body>',
    )
    expect(page).toBe('<head><link rel="preload" as="font" href="/x.woff2"/></head><body><p>text</p></body>')
  })

  test('keeps structured data and modules of the service', () => {
    const own =
      '<script type="application/ld+json">{"name":"\\u003c/script>"}</script><script type="module" src="/assets/site.js"></script>'
    expect(withoutFrameworkScripts(own)).toBe(own)
  })

  test("keeps a stranger's text that looks like a script, as it is escaped", () => {
    const text = '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'
    expect(withoutFrameworkScripts(text)).toBe(text)
  })

  test('with a part that only a script would show is refused', () => {
    expect(() => withoutFrameworkScripts('<template id="B:0"></template>')).toThrow('by a script only')
  })

  test('may run no inline script and use no inline style', () => {
    expect(PAGE_POLICY).not.toContain('unsafe')
    expect(PAGE_POLICY).toContain("default-src 'none'")
  })
})
