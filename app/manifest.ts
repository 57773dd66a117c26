import type { MetadataRoute } from 'next'
import { LIGHT } from './_ui/colours'

/** What a browser shows of the site where somebody installs it. */
export default function manifest(): MetadataRoute.Manifest {
  const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })
  return {
    name: 'Assay: is that MCP tool working right now?',
    short_name: 'Assay',
    start_url: '/',
    display: 'browser',
    background_color: LIGHT.paper,
    theme_color: LIGHT.paper,
    icons: [icon(192), icon(512)],
  }
}
