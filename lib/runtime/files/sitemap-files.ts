import { sitemapOfAll, sitemapPart } from '../../api/sitemap/sitemap'
import { mountTextFile } from './text-file'

const XML = 'application/xml'

/** /sitemap.xml */
export const mountSitemap = () => mountTextFile(XML, (context) => sitemapOfAll(context))

/** The parts that it names. */
export const mountSitemapPart = () =>
  mountTextFile(XML, (context, path) => sitemapPart(path.replace(/^.*\/(sitemap-)?|\.xml$/g, ''), context))
