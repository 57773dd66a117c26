'use client'

import './globals.css'

/** The last resort: the frame itself failed, so this brings its own document. */
export default function GlobalFailure() {
  return (
    <html lang="en">
      <body className="mx-auto max-w-xl px-5 py-24">
        <title>Assay failed</title>
        <h1 className="font-medium text-3xl tracking-tight">Assay failed, and the fault is ours</h1>
        <p className="mt-5 text-lg text-soft">It says nothing about any tool. Load the page again in a moment.</p>
      </body>
    </html>
  )
}
