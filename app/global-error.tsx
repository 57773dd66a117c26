'use client'

import './globals.css'

/** Shown when the root layout itself fails; it replaces the whole document. */
export default function GlobalErrorPage() {
  return (
    <html lang="en">
      <body className="mx-auto max-w-xl px-5 py-24">
        <title>Error · Assay</title>
        <h1 className="font-semibold text-3xl leading-tight tracking-tight">This page failed to load</h1>
        <p className="mt-5 text-lg text-soft">
          This is an error of Assay and says nothing about any tool. Reload the page in a moment.
        </p>
      </body>
    </html>
  )
}
