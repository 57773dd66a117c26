export const RSS = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0">
  <channel>
    <title>Assay: what broke and what recovered</title>
    <link>https://assay.example/incidents</link>
    <description>Incidents of MCP servers and their tools.</description>
    <item>
      <title>Lamps: down</title>
      <link>https://assay.example/incidents/inc_12</link>
      <guid isPermaLink="false">https://assay.example/incidents/inc_12</guid>
      <pubDate>Sun, 22 Nov 2026 08:41:12 GMT</pubDate>
    </item>
  </channel>
</rss>`

export const ATOM = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>https://assay.example/incidents</id>
  <title>Assay: what broke and what recovered</title>
  <updated>2026-11-22T08:41:12.006Z</updated>
  <entry>
    <title type="html">Lamps: down</title>
    <id>https://assay.example/incidents/inc_12</id>
    <link href="https://assay.example/incidents/inc_12"/>
    <updated>2026-11-22T08:41:12.006Z</updated>
  </entry>
</feed>`

export const JSON_FEED = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Assay: what broke and what recovered',
  home_page_url: 'https://assay.example/incidents',
  items: [
    {
      id: 'https://assay.example/incidents/inc_12',
      url: 'https://assay.example/incidents/inc_12',
      title: 'Lamps: down',
      date_published: '2026-11-22T08:41:12.006Z',
    },
  ],
})

export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="136" height="20" role="img" aria-label="assay: healthy 91.2 A"><title>assay: healthy 91.2 A</title></svg>'

export const LLMS = `# Assay

> A tool reliability oracle for AI agents: does a tool work now, how is it called, what can be used instead.

## Calls to make first

- [GET /v1/route?task=](https://assay.example/v1/route?task=read%20a%20file): The tool for a task, how to call it, what to use instead`
