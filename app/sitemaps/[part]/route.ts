import { mountSitemapPart } from '@/lib/runtime/files/sitemap-files'

export const { GET, HEAD } = mountSitemapPart()
