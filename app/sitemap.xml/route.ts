import { mountSitemap } from '@/lib/runtime/files/sitemap-files'

export const { GET, HEAD } = mountSitemap()
