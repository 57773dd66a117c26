import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { config } from '@/lib/config'
import { DemonstrationBanner } from './_ui/layout/demonstration-banner'
import { SiteFrame } from './_ui/layout/site-frame'
import './globals.css'

// No page is rendered at build time: neither the database nor the public base URL is available then.
export const dynamic = 'force-dynamic'

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f5f5f1' },
    { media: '(prefers-color-scheme: dark)', color: '#101314' },
  ],
}

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(config().baseUrl),
    title: 'Assay',
    applicationName: 'Assay',
    formatDetection: { telephone: false, email: false, address: false },
  }
}

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        {config().demonstration && <DemonstrationBanner />}
        <SiteFrame>{children}</SiteFrame>
      </body>
    </html>
  )
}
