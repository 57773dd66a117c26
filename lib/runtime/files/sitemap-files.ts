import { publishedSitemap } from '../../api/sitemap/published-sitemap'
import { sitemapOfAll, sitemapPart } from '../../api/sitemap/sitemap'
import { mountTextFile } from './text-file'

const XML = 'application/xml'

/** /sitemap.xml */
export const mountSitemap = () =>
  mountTextFile(XML, async (context) => (await publishedSitemap('sitemap', context)) ?? sitemapOfAll(context))

/** The parts that it names. */
export const mountSitemapPart = () =>
  mountTextFile(XML, async (context, path) => {
    const name = path.replace(/^.*\/(sitemap-)?|\.xml$/g, '')
    return (await publishedSitemap(name, context)) ?? sitemapPart(name, context)
  })
