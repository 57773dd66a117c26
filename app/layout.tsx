import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import type { ReactNode } from 'react'
import { connectivityLostSince } from '@/lib/api/page-data/connectivity-lost'
import { config } from '@/lib/config'
import { getContext } from '@/lib/runtime/app'
import { DARK_PAPER, LIGHT } from './_ui/colours'
import { ConnectivityNotice } from './_ui/layout/connectivity-notice'
import { DemonstrationBanner } from './_ui/layout/demonstration-banner'
import { SiteFrame } from './_ui/layout/site-frame'
import './globals.css'

// Made by `npm run fonts`.
const sans = localFont({ src: './_fonts/sans.woff2', variable: '--font-geist-sans', weight: '400 650' })
// Below the first screen mostly.
const mono = localFont({ src: './_fonts/mono.woff2', variable: '--font-geist-mono', weight: '400', preload: false })

// No page is rendered at build time: neither the database nor the public base URL is available then.
export const dynamic = 'force-dynamic'

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: LIGHT.paper },
    { media: '(prefers-color-scheme: dark)', color: DARK_PAPER },
  ],
}

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(config().baseUrl),
    title: 'Assay',
    applicationName: 'Assay',
    icons: { apple: '/apple-touch-icon.png' },
    formatDetection: { telephone: false, email: false, address: false },
  }
}

/** What every page says of the service itself; nothing where that cannot be read, as in an outage of the database. */
async function notice() {
  const context = await getContext().catch(() => null)
  const since = context === null ? null : await connectivityLostSince(context)
  return context === null || since === null ? null : <ConnectivityNotice since={since} />
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`${sans.variable} ${mono.variable}`}>
      <body>
        <link rel="search" type="application/opensearchdescription+xml" title="Assay" href="/opensearch.xml" />
        {config().demonstration && <DemonstrationBanner />}
        <SiteFrame notice={await notice()}>{children}</SiteFrame>
        <script type="module" src="/assets/site.js" />
      </body>
    </html>
  )
}
