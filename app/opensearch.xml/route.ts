import { mountOpenSearch } from '@/lib/runtime/files/open-search'

export const { GET, HEAD } = mountOpenSearch()
